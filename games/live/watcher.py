"""Somebody who waits for what happens in a game."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from games import clock


class Claim(NamedTuple):
    """By which token who watches which game; `expires_at` is the token's.

    Who has an invite may see the game whoever he is.
    """

    game: UUID
    player: UUID
    token: UUID
    expires_at: datetime | None = None
    by_invite: bool = False


class Notice(NamedTuple):
    """What is told to some players of a game as it happens, once or never: no version has it."""

    game: UUID
    players: frozenset[UUID]
    data: bytes


class Watcher:
    """Sleeps until there is something to do; `ended` once the claim no longer holds, the client
    has gone, or the process is to end.
    """

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.ended = False
        self._waker: asyncio.Future[None] | None = None
        self._woken = False

    def wake(self) -> None:
        """Something has happened."""
        self._woken = True
        if self._waker is not None and not self._waker.done():
            self._waker.set_result(None)

    def notice(self, data: bytes) -> None:
        """Something beside the game's events has happened, for this watcher to know."""

    def end(self) -> None:
        """There is nothing more to be waited for."""
        self.ended = True
        self.wake()

    async def sleep(self, until: float) -> None:
        """Wait to be woken, until this time of the loop at most; the token's expiry ends it."""
        loop = asyncio.get_running_loop()
        expiry = self._expiry(loop.time())
        if not self._woken:
            self._waker = loop.create_future()
            timer = loop.call_at(min(until, expiry), self._time_is_up)
            try:
                await self._waker
            finally:
                timer.cancel()
                self._waker = None
        self._woken = False
        if loop.time() >= expiry:
            self.ended = True

    def _time_is_up(self) -> None:
        if self._waker is not None and not self._waker.done():
            self._waker.set_result(None)

    def _expiry(self, now: float) -> float:
        if self.claim.expires_at is None:
            return float("inf")
        return now + (self.claim.expires_at - clock.now()).total_seconds()
