"""One delivery sent once, to a real server."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import LazySettings

from games.webhooks import sending
from games.webhooks.sending import Outcome, send
from tests.games.receiver import Receiver, receiving

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
BODY = '{"type":"turn","timestamp":"2026-01-05T18:31:00.000000Z","data":{"seat":"N"}}'


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def _private(settings: LazySettings) -> None:
    settings.WEBHOOKS_ALLOW_PRIVATE = True


def post(url: str) -> Outcome:
    return send(url=url, secret=SECRET, message_id="msg-1", body=BODY, now=datetime.now(UTC))


def resolve_to(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """A resolver of names whose answers follow one another, the last for ever; what was asked."""
    asked = list[str]()
    real = socket.getaddrinfo

    def resolve(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if not str(host).endswith(".example"):
            return real(host, port, *rest, **more)
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1]
        family = socket.AF_INET6 if ":" in found else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (found, port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


@pytest.mark.usefixtures("_private")
def test_what_arrives_is_the_body_with_a_signature_that_the_library_verifies(
    receiver: Receiver,
) -> None:
    outcome = post(receiver.url + "?key=1")

    assert (outcome.ok, outcome.status, outcome.error) == (True, 204, "")
    assert 0 <= outcome.milliseconds < 5000
    (message,) = receiver.verified(SECRET)
    assert message["data"] == {"seat": "N"}
    headers, body = receiver.requests[0]
    assert body.decode() == BODY
    assert headers["webhook-id"] == "msg-1"
    assert headers["content-type"] == "application/json"
    assert headers["path"] == "/hook?key=1"
    assert headers["host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.usefixtures("_private")
def test_another_secret_does_not_verify(receiver: Receiver) -> None:
    post(receiver.url)

    with pytest.raises(Exception, match="No matching signature"):
        receiver.verified("whsec_c29tZXRoaW5nIGVsc2UgZW50aXJlbHk=")


@pytest.mark.usefixtures("_private")
@pytest.mark.parametrize("status", [200, 201, 202, 299])
def test_every_2xx_is_a_success_whatever_its_body(receiver: Receiver, status: int) -> None:
    receiver.always, receiver.answer = status, b"thank you"

    assert post(receiver.url).ok


@pytest.mark.usefixtures("_private")
@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
def test_other_statuses_are_failures_and_told(receiver: Receiver, status: int) -> None:
    receiver.always = status

    outcome = post(receiver.url)
    assert (outcome.ok, outcome.status, outcome.error) == (False, status, f"answered {status}")


@pytest.mark.usefixtures("_private")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(receiver: Receiver, status: int) -> None:
    with receiving() as other:
        receiver.always = status
        receiver.headers = {"Location": other.url}
        outcome = post(receiver.url)

        assert (outcome.ok, outcome.error) == (False, "redirects are not followed")
        assert other.requests == []


@pytest.mark.usefixtures("_private")
def test_a_huge_answer_is_not_read_to_its_end(receiver: Receiver) -> None:
    receiver.always, receiver.answer = 200, bytes(50_000_000)

    assert post(receiver.url).ok


@pytest.mark.parametrize("host", ["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "localhost"])
def test_nothing_is_sent_to_a_private_address(receiver: Receiver, host: str) -> None:
    outcome = post(f"http://{host}:{receiver.port}/hook")

    assert (outcome.ok, outcome.status) == (False, None)
    assert outcome.error in ("the address is private", "the host has no address")
    assert receiver.requests == []


def test_a_name_that_leads_elsewhere_the_second_time_gains_nothing(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = list[str]()

    def connect(address: tuple[str, int], *_: object, **__: object) -> socket.socket:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    asked = resolve_to(monkeypatch, "8.8.8.8", "127.0.0.1")

    outcome = post(f"http://hooks.example:{receiver.port}/hook")
    assert outcome.error == "no connection"
    assert (asked, connected) == (["hooks.example"], ["8.8.8.8"])
    outcome = post(f"http://hooks.example:{receiver.port}/hook")
    assert outcome.error == "the address is private"
    assert connected == ["8.8.8.8"]
    assert receiver.requests == []


def test_a_connection_that_ends_up_inside_all_the_same_is_closed_unused(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = socket.create_connection
    resolve_to(monkeypatch, "8.8.8.8")

    def connect(address: tuple[str, int], *rest: Any, **more: Any) -> socket.socket:
        return real(("127.0.0.1", address[1]), *rest, **more)

    monkeypatch.setattr(socket, "create_connection", connect)
    assert post(f"http://hooks.example:{receiver.port}/hook").error == "the address is private"
    assert receiver.requests == []


@pytest.mark.usefixtures("_private")
def test_the_checked_address_is_connected_to_but_the_name_is_called(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = resolve_to(monkeypatch, "127.0.0.1")

    assert post(f"http://hooks.example:{receiver.port}/hook").ok
    assert asked == ["hooks.example"]
    assert receiver.requests[0][0]["host"] == f"hooks.example:{receiver.port}"


@contextmanager
def listening(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A port where somebody does this with each connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                answer(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(10)


@pytest.mark.usefixtures("_private")
def test_tls_goes_by_the_name_too(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve_to(monkeypatch, "127.0.0.1")
    hello = list[bytes]()

    with listening(lambda connection: hello.append(connection.recv(4096))) as port:
        outcome = post(f"https://hooks.example:{port}/hook")

    assert outcome.error in ("no connection", "no secure connection")
    assert b"hooks.example" in hello[0]


@pytest.mark.usefixtures("_private")
def test_an_endpoint_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    assert post(f"http://127.0.0.1:{port}/hook").error == "no connection"


@pytest.mark.usefixtures("_private")
def test_an_answer_that_trickles_in_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.6)
    ended = threading.Event()

    def trickle(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while not ended.wait(0.05):
            connection.sendall(b"X-More: and more\r\n")

    begun = time.monotonic()
    with listening(trickle) as port:
        outcome = post(f"http://127.0.0.1:{port}/hook")
        ended.set()
    assert outcome.error == "timed out"
    assert time.monotonic() - begun < 5


@pytest.mark.usefixtures("_private")
@pytest.mark.parametrize(
    "answer", [b"", b"220 mail.example ESMTP\r\n", b"HTTP/1.1 200", b"\0" * 99]
)
def test_what_is_no_answer_is_a_failure(answer: bytes) -> None:
    def reply(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(answer)

    with listening(reply) as port:
        outcome = post(f"http://127.0.0.1:{port}/hook")
    assert (outcome.ok, outcome.status) == (False, None)
    assert outcome.error in ("no answer that HTTP knows", "no connection")


def test_a_name_without_an_address_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert post("https://hooks.example/").error == "the host has no address"
