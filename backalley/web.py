"""The web server's worker: gunicorn's own for ASGI, with what the service asks of it beyond."""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import socket
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

from backalley.door import Loop
from players import limits

SILENCE: Final = 180
"""Seconds for which a client may take nothing of what it is sent; then its connection is gone."""


YOUNG: Final = 20_000
"""So many more objects than before are there until those that hold each other are looked for."""

UNREADABLE: Final = "The request is no HTTP that is understood here."
TOO_LONG: Final = {
    414: "The request's first line is too long.",
    431: "The request has too many headers, or one that is too long.",
}


class Protocol(ASGIProtocol):  # type: ignore[misc]
    """Refuses what cannot be read as the contract has it: a problem, and never one of ours.

    This is read before Django is there, so the words are its own.
    """

    def _send_error_response(
        self, status: int, message: str, extra_headers: Iterable[tuple[str, str]] = ()
    ) -> None:
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.NOT_IMPLEMENTED:
            super()._send_error_response(status, message, extra_headers)
            return
        problem = {
            "type": "/problems/invalid-request",
            "title": "Invalid request",
            "status": 400,
            "detail": TOO_LONG.get(status, UNREADABLE),
            "instance": "/",
            "code": "invalid-request",
        }
        body = json.dumps(problem).encode()
        headers = {
            "Content-Type": "application/problem+json",
            "Content-Language": "en",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Connection": "close",
            "X-Request-ID": uuid4().hex,
            # Whose it is stands in what cannot be read, so it is nobody's, and draws on nothing.
            **limits.headers([limits.untouched("anonymous")]),
        }
        lines = ["HTTP/1.1 400 Bad Request", *(f"{name}: {headers[name]}" for name in headers)]
        self._safe_write("\r\n".join([*lines, "", ""]).encode() + body)

    def _is_websocket_upgrade(self, request: Any) -> bool:
        # There are none here, and HTTP lets a server answer as if it had not been asked.
        return False


# The server has no setting for this.
gasgi.ASGIProtocol = Protocol


class Worker(gasgi.ASGIWorker):  # type: ignore[misc]
    """One of the processes that serve the port, and any number of clients that only wait."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # What was imported before the fork lives as long as the process. Not to look through it
        # for garbage leaves its pages shared, spares requests the pauses, and ends it sooner.
        gc.freeze()
        # A request makes some thousand objects, of which nearly all go by themselves; by default
        # it would be interrupted several times to look through them, the longer its game the more.
        gc.set_threshold(YOUNG)
        super().__init__(*args, **kwargs)

    def init_process(self) -> None:
        """Allow as many connections as the machine does, and notice when a client has vanished."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        for listener in self.sockets:
            if listener.sock.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
                # Connections have it from the socket that took them in.
                listener.sock.setsockopt(
                    socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE * 1000
                )
        super().init_process()

    def _setup_event_loop(self) -> None:
        self.loop = Loop(lambda: self.nr_conns)
        asyncio.set_event_loop(self.loop)

    def handle_exit_signal(self) -> None:
        """Take nobody in any more; streams end here, and their clients find another process."""
        super().handle_exit_signal()
        self.asgi.stop()
