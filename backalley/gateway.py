"""The WSGI application behind an ASGI server: a request as it wants it, and its whole answer.

Bodies are read before a thread is taken, so a slow client keeps nobody waiting but himself.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from enum import Enum, auto
from typing import Any, Final, NamedTuple
from urllib.parse import unquote_to_bytes

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]

LONGEST_BODY: Final = 256 * 1024
"""No operation or page takes a longer one; of what is longer nothing more is read."""
LINGER: Final = 2.0
"""For so many seconds a refused body is still taken in and thrown away: a client that is busy
sending would not see the answer else."""
AUTHORITY: Final = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*://[^/?]*")


class Answer(NamedTuple):
    """What the application answers; header names in lower case."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class End(Enum):
    """How the reading of a body ended."""

    REACHED = auto()
    BROKEN_OFF = auto()
    TOO_FAR = auto()


class BrokenOff(io.RawIOBase):
    """The body of a client that went away, or fell silent, in the middle of it."""

    def read(self, size: int = -1, /) -> bytes:
        """Raises OSError, as a socket does."""
        raise OSError("the body ended early")

    readline = read  # type: ignore[assignment]


async def environ_of(scope: Message, receive: Receive) -> tuple[Environ, bool]:
    """The request with its body, and whether all of that has been read.

    What is too long to be of any use is not, and will be refused by its CONTENT_LENGTH.
    """
    environ = _head(scope)
    if _declared(environ) > LONGEST_BODY:
        environ["wsgi.input"] = io.BytesIO()
        return environ, False
    chunked = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
    body, end = await _body(receive)
    if end is End.BROKEN_OFF:
        environ["CONTENT_LENGTH"] = str(max(_declared(environ), 1))
        environ["wsgi.input"] = BrokenOff()
        return environ, True
    if chunked or body:
        environ["CONTENT_LENGTH"] = str(len(body))
    environ["wsgi.input"] = io.BytesIO(body)
    return environ, end is End.REACHED


def carry_out(application: Application, environ: Environ) -> Answer:
    """Run the application to the end of its answer, in this thread."""
    begun: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
        begun[:] = status, headers

    pieces = application(environ, start_response)
    try:
        body = b"".join(pieces)
    finally:
        close = getattr(pieces, "close", None)
        if close is not None:
            close()
    status, headers = begun
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return Answer(int(status[:3]), encoded, body)


def rewound(environ: Environ) -> Environ:
    """The same request once more; it must not have had a body."""
    return {**environ, "wsgi.input": io.BytesIO()}


async def throw_away(receive: Receive) -> None:
    """Take in what the client is still sending of a body that nobody wants, for a while."""
    try:
        async with asyncio.timeout(LINGER):
            while (message := await receive())["type"] == "http.request":
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return


def _head(scope: Message) -> Environ:
    server, client = scope.get("server") or ("", None), scope.get("client") or ("", None)
    path = AUTHORITY.sub(b"", scope["raw_path"], count=1)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # Bytes as characters, which is WSGI's way.
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1") or "/",
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1] or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(client[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ


def _declared(environ: Environ) -> int:
    text = environ.get("CONTENT_LENGTH", "")
    return int(text) if text.isascii() and text.isdecimal() else 0


async def _body(receive: Receive) -> tuple[bytes, End]:
    """The body, or its beginning."""
    body = bytearray()
    while len(body) <= LONGEST_BODY:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body), End.BROKEN_OFF
        body += message.get("body", b"")
        if not message.get("more_body"):
            return bytes(body), End.REACHED
    return bytes(body), End.TOO_FAR
