"""The front, with applications of the tests' own behind it"""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import pytest

from backalley.front import Front
from backalley.gateway import LONGEST_BODY
from players.api import later
from players.api.later import Client, Later

Start = Callable[..., Any]


class Talk:
    """One request, and what the front sends back."""

    def __init__(self, *body: bytes, gone: bool = False, **scope: Any) -> None:
        self.scope = {
            "type": "http",
            "method": "POST" if body else "GET",
            "raw_path": b"/a",
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "headers": [],
            "server": ("127.0.0.1", 80),
            "client": ("192.0.2.1", 5),
            **scope,
        }
        self.pieces = list(body) or [b""]
        self.gone = gone
        self.taken = 0
        self.hung_up = asyncio.Event()
        self.sent: list[Any] = []

    async def receive(self) -> dict[str, Any]:
        if self.pieces:
            self.taken += 1
            piece = self.pieces.pop(0)
            more = bool(self.pieces) or self.gone
            return {"type": "http.request", "body": piece, "more_body": more}
        if not self.gone:
            await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.sent[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent[1:])


class Echo:
    """Answers with what it was asked, and keeps it."""

    def __init__(self) -> None:
        self.environ: dict[str, Any] = {}
        self.closed = False

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        self.environ = environ
        try:
            body = environ["wsgi.input"].read()
        except OSError:
            body = b"broken off"
        start("200 OK", [("X-Thread", threading.current_thread().name)])
        return Pieces([body[:10], body[10:]], self)


class Pieces(list[bytes]):
    def __init__(self, pieces: list[bytes], echo: Echo) -> None:
        super().__init__(pieces)
        self.echo = echo

    def close(self) -> None:
        self.echo.closed = True


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


def talk(application: Any, make: Callable[[], Talk]) -> Talk:
    async def test() -> Talk:
        one = make()
        await Front(application)(one.scope, one.receive, one.send)
        return one

    return asyncio.run(asyncio.wait_for(test(), 30))


def test_an_answer_comes_whole_from_a_thread() -> None:
    echo = Echo()
    answered = talk(echo, lambda: Talk(b"12345", b"67890", b"abc"))

    assert answered.status == 200
    assert answered.body == b"1234567890abc"
    assert answered.headers[b"content-length"] == b"13"
    assert answered.headers[b"x-thread"].startswith(b"request")
    assert echo.closed


def test_the_application_is_told_all_of_the_request() -> None:
    echo = Echo()
    headers = [
        (b"host", b"cards.example"),
        (b"content-type", b"text/plain"),
        (b"content-length", b"2"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
        (b"accept", b"text/html"),
        (b"accept", b"\xe9"),
    ]
    talk(
        echo,
        lambda: Talk(b"{}", raw_path=b"/a%20b/%ff", query_string=b"x=%20", headers=headers),
    )

    told = echo.environ
    assert told["REQUEST_METHOD"] == "POST"
    assert told["PATH_INFO"] == "/a b/\xff"
    assert told["QUERY_STRING"] == "x=%20"
    assert told["REMOTE_ADDR"] == "192.0.2.1"
    assert told["HTTP_HOST"] == "cards.example"
    assert told["CONTENT_TYPE"] == "text/plain"
    assert told["CONTENT_LENGTH"] == "2"
    assert told["HTTP_COOKIE"] == "a=1; b=2"
    assert told["HTTP_ACCEPT"] == "text/html,\xe9"
    assert told["wsgi.url_scheme"] == "http"


@pytest.mark.parametrize("target", [b"http://cards.example/a", b"/a"])
def test_a_target_may_be_a_whole_address(target: bytes) -> None:
    echo = Echo()
    talk(echo, lambda: Talk(raw_path=target))

    assert echo.environ["PATH_INFO"] == "/a"


def test_a_body_in_chunks_gets_a_length() -> None:
    echo = Echo()
    talk(echo, lambda: Talk(b"abc", b"de", headers=[(b"transfer-encoding", b"chunked")]))

    assert echo.environ["CONTENT_LENGTH"] == "5"
    assert "HTTP_TRANSFER_ENCODING" not in echo.environ


def test_a_body_that_says_that_it_is_too_long_is_answered_unread_and_thrown_away() -> None:
    echo = Echo()
    length = str(3 * LONGEST_BODY).encode()
    pieces = [b" " * LONGEST_BODY] * 3
    answered = talk(echo, lambda: Talk(*pieces, headers=[(b"content-length", length)]))

    assert echo.environ["CONTENT_LENGTH"] == length.decode()
    assert answered.body == b""
    assert answered.taken == 3


def test_no_more_than_enough_is_read_of_a_body_that_is_too_long() -> None:
    echo = Echo()
    answered = talk(echo, lambda: Talk(*[b" " * 1000] * 10_000))

    assert LONGEST_BODY < int(echo.environ["CONTENT_LENGTH"]) <= LONGEST_BODY + 1000
    assert answered.status == 200


def test_a_body_that_breaks_off_cannot_be_read() -> None:
    echo = Echo()
    answered = talk(
        echo, lambda: Talk(b'{"a": 1}', gone=True, headers=[(b"content-length", b"50")])
    )

    assert answered.body == b"broken off"
    assert echo.environ["CONTENT_LENGTH"] == "50"


def test_two_are_answered_at_a_time_and_the_others_wait_without_a_thread() -> None:
    at_once, most, lock = [0], [0], threading.Lock()
    go_on = threading.Event()

    def application(environ: dict[str, Any], start: Start) -> list[bytes]:
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        go_on.wait(10)
        with lock:
            at_once[0] -= 1
        start("204 No Content", [])
        return []

    async def test() -> None:
        front = Front(application)
        talks = [Talk() for _ in range(10)]
        tasks = [asyncio.create_task(front(t.scope, t.receive, t.send)) for t in talks]
        await asyncio.sleep(0.2)
        go_on.set()
        await asyncio.gather(*tasks)
        assert [one.status for one in talks] == [204] * 10
        assert most == [2]

    run(test())


class Hold(Later):
    """Something that goes on until it is stopped."""

    def __init__(self, again: int = 0) -> None:
        self.stopped = asyncio.Event()
        self.released = 0
        self.again = again

    async def carry_on(self, client: Client) -> None:
        if self.again:
            assert await client.ask_again() is None
            await client.answer()
            return
        await client.start()
        await client.send(b"one")
        await self.stopped.wait()
        await client.end()

    def stop(self) -> None:
        self.stopped.set()

    def release(self) -> None:
        self.released += 1


class Leaving:
    """Leaves something to the front with its first answer."""

    def __init__(self, hold: Hold) -> None:
        self.hold = hold
        self.asked: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start: Start) -> list[bytes]:
        assert environ[later.FRONT]
        self.asked.append(environ)
        if len(self.asked) == 1:
            environ[later.LEFT] = self.hold
            environ["kept"] = True
        start("200 OK", [("Content-Length", "5"), ("X-Kind", "stream")])
        return [b"hello"]


def test_what_is_left_goes_on_until_the_client_hangs_up() -> None:
    async def test() -> None:
        hold = Hold()
        front, one = Front(Leaving(hold)), Talk()
        task = asyncio.create_task(front(one.scope, one.receive, one.send))
        while one.body != b"helloone":
            await asyncio.sleep(0.01)
        assert b"content-length" not in one.headers
        assert one.headers[b"x-kind"] == b"stream"
        assert hold.released == 0
        one.hung_up.set()
        await task
        assert hold.released == 1
        assert front.going_on == set()

    run(test())


def test_what_goes_on_ends_with_the_process() -> None:
    async def test() -> None:
        front, one = Front(Leaving(Hold())), Talk()
        task = asyncio.create_task(front(one.scope, one.receive, one.send))
        while one.body != b"helloone":
            await asyncio.sleep(0.01)
        front.stop()
        await task
        assert one.sent[-1] == {"type": "http.response.body", "body": b""}
        # Nor does anything begin that would not end.
        late = Front(Leaving(Hold()))
        late.stop()
        one = Talk()
        await late(one.scope, one.receive, one.send)
        assert one.body == b"helloone"

    run(test())


def test_an_operation_can_be_asked_again() -> None:
    async def test() -> None:
        hold = Hold(again=1)
        application = Leaving(hold)
        one = Talk()
        await Front(application)(one.scope, one.receive, one.send)
        assert len(application.asked) == 2
        # What was found out about the request stays, but for what was left.
        assert application.asked[1]["kept"]
        assert later.LEFT not in application.asked[1]
        assert isinstance(application.asked[1]["wsgi.input"], io.BytesIO)
        assert one.body == b"hello"
        assert hold.released == 1

    run(test())


def test_what_is_left_for_a_client_who_has_gone_is_released() -> None:
    arrived, go_on = threading.Event(), threading.Event()

    async def test() -> None:
        hold = Hold()
        leaving = Leaving(hold)

        def application(environ: dict[str, Any], start: Start) -> list[bytes]:
            arrived.set()
            go_on.wait(10)
            return leaving(environ, start)

        front, one = Front(application), Talk()
        task = asyncio.create_task(front(one.scope, one.receive, one.send))
        while not arrived.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        go_on.set()
        while not hold.released:
            await asyncio.sleep(0.01)
        assert one.sent == []

    run(test())


def test_it_takes_no_websockets_and_knows_when_it_begins_and_ends() -> None:
    async def test() -> None:
        front, sent = Front(Echo()), list[Any]()
        kinds = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> dict[str, str]:
            return {"type": next(kinds)}

        async def send(message: Any) -> None:
            sent.append(message)

        await front({"type": "lifespan"}, receive, send)
        await front({"type": "websocket"}, receive, send)
        types = [message["type"] for message in sent]
        begun, ended = "lifespan.startup.complete", "lifespan.shutdown.complete"
        assert types == [begun, ended, "websocket.close"]

    run(test())
