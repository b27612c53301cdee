"""The web server as it is shipped, spoken to in raw bytes"""

from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Iterator

import pytest

from tests.web import Web

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

HOST = b"Host: localhost\r\n"
CLOSE = HOST + b"Connection: close\r\n"
POST = b"POST /api/v1/tokens HTTP/1.1\r\n" + CLOSE
JSON = b"Content-Type: application/json\r\n"
GUEST = b"POST /api/v1/players/guest HTTP/1.1\r\n" + CLOSE + JSON


@pytest.fixture(scope="module")
def web(
    django_db_setup: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    with contextlib.closing(Web(tmp_path_factory.mktemp("web"), redis_url)) as web:
        web.start()
        yield web
    text = web.log.read_text()
    assert "Traceback" not in text, text
    assert "[ERROR]" not in text, text


class Answer:
    """An answer read to the end of the connection."""

    def __init__(self, received: bytes) -> None:
        self.received = received
        head, _, self.body = received.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1])
        self.head = head.lower()


def ask(web: Web, *pieces: bytes, pause: float = 0.2) -> Answer:
    """Send, piece by piece, and read until the server closes."""
    received = b""
    with socket.create_connection(("127.0.0.1", web.port)) as connection:
        connection.settimeout(60)
        for place, piece in enumerate(pieces):
            if place:
                time.sleep(pause)
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(piece)
        while data := connection.recv(65536):
            received += data
    return Answer(received)


def assert_budgets_are_told(answer: Answer) -> None:
    assert re.search(rb'\r\nratelimit-policy: "[a-z-]+";q=\d+;w=\d+', answer.head), answer.head
    assert re.search(rb'\r\nratelimit: "[a-z-]+";r=\d+;t=\d+', answer.head), answer.head


ODD = {
    "a type with an odd parameter": (400, POST, b"Content-Type: application/json; x*=n'x'%ff\r\n"),
    "a type of no letters": (400, POST, b"Content-Type: \xff\xfe\r\n"),
    "two types": (400, POST, JSON + JSON),
    "a charset that is none": (400, POST, b"Content-Type: application/json; charset=hex\r\n"),
    "a negative length": (400, POST, b"Content-Length: -5\r\n"),
    "a length of letters": (400, POST, b"Content-Length: x\r\n"),
    "two lengths": (400, POST, b"Content-Length: 2\r\nContent-Length: 3\r\n"),
    "a length and chunks": (400, POST, b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
    "chunks of another kind": (400, POST, b"Transfer-Encoding: x\r\n"),
    "a path that is no text": (404, b"GET /api/v1/nothing/%ff%fe HTTP/1.1\r\n", CLOSE),
    "a path with NUL": (404, b"GET /api/v1/%00 HTTP/1.1\r\n", CLOSE),
    "a path with bare bytes": (400, b"GET /api/v1/\xff HTTP/1.1\r\n", CLOSE),
    "a long header": (400, b"GET /healthz HTTP/1.1\r\n", CLOSE + b"X: " + b"a" * 20_000 + b"\r\n"),
    "many headers": (400, b"GET /healthz HTTP/1.1\r\n", CLOSE + b"X: a\r\n" * 300),
    "a long line": (400, b"GET /healthz?" + b"a" * 10_000 + b" HTTP/1.1\r\n", CLOSE),
    "a name as long as one may be": (
        401,
        b"GET /api/v1/games?player=" + b"%F0%9F%83%8F" * 254 + b"&cursor=" + b"%F0%9F%83%8F" * 200,
        b" HTTP/1.1\r\n" + CLOSE,
    ),
    "no HTTP": (400, b"\x16\x03\x01\x02\r\n", b""),
    "another method": (405, b"FOO /api/v1/rulesets HTTP/1.1\r\n", CLOSE),
    "another host": (
        400,
        b"GET /api/v1/rulesets HTTP/1.1\r\n",
        b"Host: evil\r\nConnection: close\r\n",
    ),
    "a token of no letters": (
        401,
        b"GET /api/v1/me HTTP/1.1\r\n",
        CLOSE + b"Authorization: \xff\r\n",
    ),
    "a websocket": (
        200,
        b"GET /api/v1/rulesets HTTP/1.1\r\n",
        HOST + b"Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    ),
}


@pytest.mark.parametrize("case", ODD)
def test_an_odd_request_is_an_error_of_the_client(web: Web, case: str) -> None:
    status, *pieces = ODD[case]

    answer = ask(web, b"".join(pieces) + b"\r\n")

    assert answer.status == status
    assert_budgets_are_told(answer)
    if status >= 400:
        assert b"content-type: application/problem+json" in answer.head
        assert b'"status": %d' % status in answer.body


def test_a_body_in_chunks_is_read(web: Web) -> None:
    body = b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"

    assert ask(web, GUEST + body).status == 201


@pytest.mark.parametrize(
    "mark", [b"Content-Length: 1000000\r\n", b"Transfer-Encoding: chunked\r\n"]
)
def test_a_body_that_is_too_large_is_refused_and_the_answer_arrives(web: Web, mark: bytes) -> None:
    body = b" " * 1_000_000
    if b"chunked" in mark:
        body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    answer = ask(web, GUEST + mark + b"\r\n" + body)

    assert answer.status == 413
    assert b'"code": "too-large"' in answer.body
    assert_budgets_are_told(answer)


def test_a_client_may_wait_to_be_told_to_go_on(web: Web) -> None:
    expecting = GUEST + b"Expect: 100-continue\r\n"
    answer = ask(web, expecting + b"Content-Length: 2\r\n\r\n", b"{}")
    assert answer.received.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\n")

    answer = ask(web, expecting + b"Content-Length: 20000000\r\n\r\n")
    assert answer.status == 413


def test_a_slow_body_keeps_nobody_waiting(web: Web) -> None:
    head = GUEST + b"Content-Length: 2\r\n\r\n"
    slow = []
    for _ in range(12):
        connection = socket.create_connection(("127.0.0.1", web.port))
        connection.sendall(head + b"{")
        slow.append(connection)

    assert ask(web, head + b"{}").status == 201
    for connection in slow:
        with connection:
            connection.settimeout(60)
            connection.sendall(b"}")
            assert connection.recv(12) == b"HTTP/1.1 201"


def test_a_client_that_goes_in_the_middle_of_its_body_does_no_harm(web: Web) -> None:
    for _ in range(12):
        with socket.create_connection(("127.0.0.1", web.port)) as connection:
            connection.sendall(GUEST + b"Content-Length: 2\r\n\r\n{")

    assert ask(web, GUEST + b"Content-Length: 2\r\n\r\n{}").status == 201


def test_head_has_the_length_and_no_body(web: Web) -> None:
    answer = ask(web, b"HEAD /api/v1/openapi.json HTTP/1.1\r\n" + CLOSE + b"\r\n")

    assert (answer.status, answer.body) == (200, b"")
    assert b"content-length: " in answer.head


def test_one_connection_serves_many_requests(web: Web) -> None:
    one = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    last = b"GET /healthz HTTP/1.1\r\n" + CLOSE + b"\r\n"

    assert ask(web, one, one + one, last).received.count(b'{"status": "alive"}') == 4


def test_a_crowd_is_shared_among_the_processes(web: Web) -> None:
    first = [web.connect()]
    while len(web.connections()) < 2 or not all(web.connections().values()):
        first.append(web.connect())
        time.sleep(0.05)
    for connection in first:
        connection.close()

    crowd = [web.connect() for _ in range(40)]
    for connection in crowd:
        connection.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
    for connection in crowd:
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")

    shares = web.connections().values()
    for connection in crowd:
        connection.close()
    assert min(shares) >= 5, shares


def test_old_clients_are_served_too(web: Web) -> None:
    answer = ask(web, b"GET /api/v1/rulesets HTTP/1.0\r\nHost: localhost\r\n\r\n")

    assert answer.status == 200
    assert b"transfer-encoding" not in answer.head


def test_an_answer_has_the_id_of_its_request(web: Web) -> None:
    answer = ask(web, b"GET /api/v1/me HTTP/1.1\r\n" + CLOSE + b"X-Request-ID: abc.1\r\n\r\n")

    assert b"x-request-id: abc.1" in answer.head
    deadline = time.monotonic() + 30
    while "INFO backalley.problems [abc.1]: refused GET /api/v1/me 401" not in web.log.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_static_files_come_whole(web: Web) -> None:
    path = b"/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
    answer = ask(web, b"GET " + path + b" HTTP/1.1\r\n" + CLOSE + b"\r\n")

    assert answer.status == 200
    assert f"content-length: {len(answer.body)}".encode() in answer.head
    assert len(answer.body) > 1_000_000
