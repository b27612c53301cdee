"""A long poll: the answer that nothing is new is held back until something is, for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from games.live.hub import Hub
from games.live.watcher import Claim, Watcher
from players.api.later import Client


class Wait(Watcher):
    """Waits for the game to move on from a version."""

    def __init__(
        self,
        hub: Callable[[], Hub],
        claim: Claim,
        version: int,
        seconds: float,
        release: Callable[[], None],
    ) -> None:
        super().__init__(claim)
        self.version = version
        self.seconds = seconds
        self._hub = hub
        self._release = release

    async def carry_on(self, client: Client) -> None:
        """Ask the operation again when the game has moved on, and at the end of the time."""
        until = asyncio.get_running_loop().time() + self.seconds
        version = self.version
        with self._hub().watching(self) as feed:
            while asyncio.get_running_loop().time() < until and not self.ended:
                if feed.version <= version:
                    await self.sleep(until)
                    continue
                version = feed.version
                if not await self._is_still_the_same(client):
                    break
            else:
                await self._is_still_the_same(client)
        await client.answer()

    async def _is_still_the_same(self, client: Client) -> bool:
        # Who names several versions may have the next one, too.
        another = await client.ask_again()
        if another is not None:
            another.release()
        return another is not None

    def stop(self) -> None:
        self.end()

    def release(self) -> None:
        self._release()
