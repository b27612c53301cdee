"""The one front of the service: the WSGI application on a few threads, and what waits without one.

Under ASGI, Django and its REST framework take several times as much of a processor as under WSGI.
So an ordinary request is carried out on one of two threads, whose database connections last; what
an operation leaves for later, a stream or a long poll, is asynchronous and costs no thread.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Final

from backalley.gateway import (
    Answer,
    Application,
    Environ,
    Message,
    Receive,
    Send,
    carry_out,
    environ_of,
    rewound,
    throw_away,
)
from players.api import later
from players.api.later import Later

THREADS: Final = 2
"""More only get into each other's way: one interpreter runs one of them at a time."""


class Front:
    """The ASGI application."""

    def __init__(self, application: Application, threads: int = THREADS) -> None:
        self.application = application
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self.going_on: set[Later] = set()
        self.stopping = False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; there are no websockets here."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "lifespan":
            await _lifespan(receive, send)
        else:
            await send({"type": "websocket.close"})

    def stop(self) -> None:
        """Bring all that goes on to its end: the process is about to."""
        self.stopping = True
        for left in list(self.going_on):
            left.stop()

    async def carry_out(self, environ: Environ) -> Answer:
        """The application's answer, when a thread has become free for it."""
        environ[later.FRONT] = True
        future = self.threads.submit(carry_out, self.application, environ)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            # The thread goes on; what it may still leave, nobody will take up.
            future.add_done_callback(partial(_release, environ))
            raise

    async def _http(self, scope: Message, receive: Receive, send: Send) -> None:
        environ, read = await environ_of(scope, receive)
        exchange = Exchange(self, environ, await self.carry_out(environ), send)
        left = exchange.left()
        if left is not None:
            await self._later(left, exchange, receive)
            return
        await exchange.answer()
        if not read:
            await throw_away(receive)

    async def _later(self, left: Later, exchange: Exchange, receive: Receive) -> None:
        listener = asyncio.ensure_future(_hear_out(left, receive))
        self.going_on.add(left)
        try:
            if self.stopping:
                left.stop()
            await left.carry_on(exchange)
        finally:
            self.going_on.discard(left)
            listener.cancel()
            left.release()


class Exchange:
    """A request of which an answer is not all, or not yet the one."""

    def __init__(self, front: Front, environ: Environ, answer: Answer, send: Send) -> None:
        self.front = front
        self.environ = environ
        self.last = answer
        self._send = send

    def left(self) -> Later | None:
        """What the operation has left, taken out of the request."""
        found: Later | None = self.environ.pop(later.LEFT, None)
        return found

    async def start(self) -> None:
        headers = [header for header in self.last.headers if header[0] != b"content-length"]
        await self._start(headers)
        await self.send(self.last.body)

    async def send(self, data: bytes) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": True})

    async def end(self) -> None:
        await self._send({"type": "http.response.body", "body": b""})

    async def ask_again(self) -> Later | None:
        self.environ = rewound(self.environ)
        self.last = await self.front.carry_out(self.environ)
        return self.left()

    async def answer(self) -> None:
        headers, body = self.last.headers, self.last.body
        if body and not any(name == b"content-length" for name, _ in headers):
            headers = [*headers, (b"content-length", b"%d" % len(body))]
        await self._start(headers)
        await self._send({"type": "http.response.body", "body": body})

    async def _start(self, headers: list[tuple[bytes, bytes]]) -> None:
        await self._send(
            {"type": "http.response.start", "status": self.last.status, "headers": headers}
        )


async def _hear_out(left: Later, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    left.stop()


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


def _release(environ: Environ, _: Future[Answer]) -> None:
    left: Later | None = environ.pop(later.LEFT, None)
    if left is not None:
        left.release()
