"""Many streams held open by one thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterable
from types import TracebackType
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from django.core.management.base import CommandError

PATIENCE: Final = 60.0
Reader = asyncio.StreamReader


class Crowd:
    """Opens streams, and notes which versions have come where."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.watchers: Counter[UUID] = Counter()
        self._seen: Counter[tuple[UUID, int]] = Counter()
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._tasks: list[asyncio.Task[None]] = []

    def __enter__(self) -> Crowd:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def size(self) -> int:
        """How many streams are open."""
        return self.watchers.total()

    def open(self, wanted: Iterable[tuple[UUID, str]]) -> None:
        """Open streams of games, each by a token. Raises CommandError if one is refused."""
        asyncio.run_coroutine_threadsafe(self._open(list(wanted)), self._loop).result()

    def all_have(self, game: UUID, version: int) -> float:
        """Wait until a version has come on all streams of a game; the time at which it had."""
        deadline = time.monotonic() + PATIENCE
        with self._news:
            while self._seen[game, version] < self.watchers[game]:
                if not self._news.wait(deadline - time.monotonic()):
                    raise CommandError(f"Version {version} has not come on every stream.")
            return time.monotonic()

    async def _open(self, wanted: list[tuple[UUID, str]]) -> None:
        for game, reader, writer in await asyncio.gather(*(self._one(*one) for one in wanted)):
            self.watchers[game] += 1
            self._tasks.append(asyncio.create_task(self._read(game, reader, writer)))

    async def _one(self, game: UUID, token: str) -> tuple[UUID, Reader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        head = f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: {self.host}\r\n"
        writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
        status = await reader.readline()
        if b" 200 " not in status:
            raise CommandError(f"A stream was refused: {status.decode().strip()}")
        await reader.readuntil(b"\r\n\r\n")
        return game, reader, writer

    async def _read(self, game: UUID, reader: Reader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    with self._news:
                        self._seen[game, int(line[4:])] += 1
                        self._news.notify_all()
        finally:
            writer.close()

    async def _close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
