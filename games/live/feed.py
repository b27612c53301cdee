"""One game that is watched: up to which version it is known to be, and the reading of its events.

All who want to read at a moment are served by one job, however many they are; who asks while it
runs is served by the next. So a slow client reads later what the others have read already, and
keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from games.live.watcher import Watcher

AT_A_TIME: Final = 50
"""So many are sent to before it is somebody else's turn."""


class Ask(NamedTuple):
    """Who wants to read the events after a version."""

    player: UUID
    after: int


class Batch(NamedTuple):
    """The next events for a viewer as they are sent, up to the version `last`.

    `over`: the game has ended, at version `version`; `gone`: it is not there for him any more.
    """

    data: bytes
    last: int
    version: int
    over: bool = False
    gone: bool = False


Read = Callable[[UUID, Sequence[Ask]], Awaitable[Sequence[Batch] | None]]
"""Reads a batch for each who asks; None while the database is away."""


class Feed:
    """A game and those who watch it."""

    def __init__(self, game: UUID, read: Read) -> None:
        self.game = game
        self.version = 0
        self.watchers: set[Watcher] = set()
        self._read = read
        self._asks: list[tuple[Ask, asyncio.Future[Batch | None]]] = []
        self._job: asyncio.Task[None] | None = None

    def moved_on(self, version: int) -> None:
        """The game has this version at least."""
        if version > self.version:
            self.version = version
            for watcher in self.watchers:
                watcher.wake()

    async def read(self, ask: Ask) -> Batch | None:
        """The next events for whoever asks; None while the database is away."""
        future: asyncio.Future[Batch | None] = asyncio.get_running_loop().create_future()
        self._asks.append((ask, future))
        if self._job is None:
            self._job = asyncio.create_task(self._serve())
        return await future

    async def _serve(self) -> None:
        try:
            while self._asks:
                asks, self._asks = self._asks, []
                await self._serve_all(asks)
        finally:
            self._job = None

    async def _serve_all(self, asks: list[tuple[Ask, asyncio.Future[Batch | None]]]) -> None:
        version = self.version
        batches = await self._read(self.game, [ask for ask, _ in asks])
        answers: list[Batch | None] = [*batches] if batches else [None] * len(asks)
        for place, ((_, future), answer) in enumerate(zip(asks, answers, strict=True), start=1):
            if not future.done():
                future.set_result(answer)
            if place % AT_A_TIME == 0:
                # Others, the answers to moves among them, shall not wait for a whole crowd.
                await asyncio.sleep(0)
        if batches and self.version == version:
            # What the log says is the truth, whatever was told.
            self.version = batches[0].version
