"""A game's events for one client, as Server-Sent Events: every version once, none missing.

Where the client stands is one number. What is behind the game's version is read from the log when
he is ready for it; news only say that there is something to read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from games.live.feed import Ask, Feed
from games.live.hub import POLL, Hub
from games.live.watcher import Claim, Watcher
from players.api.later import Client

HEARTBEAT: Final = b":\n\n"


class Stream(Watcher):
    """Begins after a version."""

    def __init__(
        self, hub: Callable[[], Hub], claim: Claim, after: int, release: Callable[[], None]
    ) -> None:
        super().__init__(claim)
        self.after = after
        self._notices: list[bytes] = []
        self._hub = hub
        self._release = release

    async def carry_on(self, client: Client) -> None:
        """Send what there is and what comes, until the game is over or the claim has ended."""
        hub = self._hub()
        with hub.watching(self) as feed:
            await client.start()
            await self._follow(client, feed, hub.heartbeat)
        await client.end()

    async def _follow(self, client: Client, feed: Feed, heartbeat: float) -> None:
        loop = asyncio.get_running_loop()
        beat = loop.time() + heartbeat
        while not self.ended:
            await self._send_notices(client)
            if feed.version > self.after:
                await self._send_next(client, feed)
            else:
                await self.sleep(beat)
            if loop.time() >= beat and not self.ended:
                await client.send(HEARTBEAT)
                beat = max(beat + heartbeat, loop.time())

    def notice(self, data: bytes) -> None:
        self._notices.append(data)
        self.wake()

    async def _send_notices(self, client: Client) -> None:
        notices, self._notices = self._notices, []
        if notices:
            await client.send(b"".join(notices))

    async def _send_next(self, client: Client, feed: Feed) -> None:
        batch = await feed.read(Ask(self.claim.player, self.after))
        if self.ended:
            return
        if batch is None:
            await self.sleep(asyncio.get_running_loop().time() + POLL)
            return
        if batch.data:
            await client.send(batch.data)
        self.after = max(self.after, batch.last)
        if batch.gone or (batch.over and self.after >= batch.version):
            self.end()

    def stop(self) -> None:
        self.end()

    def release(self) -> None:
        self._release()
