"""The web server's worker: gunicorn's own for ASGI, which ends what goes on when it is to end."""

from __future__ import annotations

import gc
import resource
import socket
from typing import Any, Final

from gunicorn.workers.gasgi import ASGIWorker

SILENCE: Final = 180
"""Seconds for which a client may take nothing of what it is sent; then its connection is gone."""


class Worker(ASGIWorker):  # type: ignore[misc]
    """One of the processes that serve the port, and any number of clients that only wait."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # What was imported before the fork lives as long as the process. Not to look through it
        # for garbage leaves its pages shared, spares requests the pauses, and ends it sooner.
        gc.freeze()
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

    def handle_exit_signal(self) -> None:
        """Take nobody in any more; streams end here, and their clients find another process."""
        super().handle_exit_signal()
        self.asgi.stop()
