"""How a web process takes in connections: no more than its share.

All processes wait on the same port, and connections last. If whichever woke first took what was
there, as asyncio does, eight clients that come at once would all be served by one process, and the
others would stand idle.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable
from typing import Any, Final

logger = logging.getLogger(__name__)

STEP: Final = 0.001
"""So many seconds a process leaves a new connection to the others for each that it has itself: less
could not be told from nothing, for a loop waits for whole milliseconds."""
STEPS: Final = 10
"""With so many it waits no longer than that."""
QUEUE: Final = 2048
"""Connections at most that wait before the port to be taken in."""
EXHAUSTED: Final = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))
REST: Final = 1.0
"""Seconds until it is tried again after the machine had nothing left for a connection."""


class Door:
    """Takes in connections on a listening socket, one at a time, the sooner the fewer there are.

    `taken` tells how many the process has. Each is handed to a protocol that `factory` makes.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        listener: socket.socket,
        factory: Callable[[], asyncio.BaseProtocol],
        taken: Callable[[], int],
        ssl: Any = None,
    ) -> None:
        listener.setblocking(False)
        listener.listen(QUEUE)
        self._loop, self._listener, self._factory = loop, listener, factory
        self._taken, self._ssl = taken, ssl
        self._task = loop.create_task(self._take_in())

    def close(self) -> None:
        """Take in nobody any more."""
        self._task.cancel()
        self._loop.remove_reader(self._listener)

    async def wait_closed(self) -> None:
        """Wait until nobody is being taken in."""
        await asyncio.wait([self._task])

    async def _take_in(self) -> None:
        while True:
            await self._knock()
            await asyncio.sleep(STEP * min(self._taken(), STEPS))
            try:
                connection, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                continue
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                logger.warning("no connection can be taken in: %s", error)
                await asyncio.sleep(REST)
                continue
            connection.setblocking(False)
            await self._hand_over(connection)

    async def _knock(self) -> None:
        """Wait until somebody stands before the door."""
        knocked = asyncio.Event()
        self._loop.add_reader(self._listener, knocked.set)
        try:
            await knocked.wait()
        finally:
            self._loop.remove_reader(self._listener)

    async def _hand_over(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._factory, connection, ssl=self._ssl)
        except OSError as error:
            connection.close()
            logger.info("gone before it was taken in: %s", error)


class Loop(asyncio.SelectorEventLoop):
    """An event loop that serves through such a door."""

    def __init__(self, taken: Callable[[], int]) -> None:
        super().__init__()
        self._taken = taken

    async def create_server(  # type: ignore[override]
        self,
        factory: Callable[[], asyncio.BaseProtocol],
        *,
        sock: socket.socket,
        ssl: Any = None,
        **_: Any,
    ) -> Door:
        """Serve on a socket that is there."""
        return Door(self, sock, factory, self._taken, ssl)
