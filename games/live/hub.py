"""What one process knows of the games that are watched in it, and who is to be woken by which news.

It has one subscription to the news. What that misses, a look into the database finds: after every
new subscription, every few seconds while there is none, and with every heartbeat.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from typing import Final, NamedTuple
from uuid import UUID

from games.live.feed import Feed, Read
from games.live.subscription import listen
from games.live.watcher import Claim, Notice, Watcher
from players.news import News

logger = logging.getLogger(__name__)

POLL: Final = 2.0
"""Seconds between two looks while nobody tells the news."""


class Found(NamedTuple):
    """What a look has found: the games' versions, the claims that do not hold any more, and what
    is to be told of disputes.
    """

    versions: Mapping[UUID, int]
    void: Collection[Claim]
    notices: Collection[Notice] = ()


Look = Callable[[Collection[UUID], Collection[Claim], Collection[UUID]], Awaitable[Found | None]]
"""Looks up the versions of games, whether claims still hold, and disputes; None while that cannot
be."""


class Hub:
    """The feeds of one event loop."""

    def __init__(self, *, read: Read, look: Look, url: str, heartbeat: float) -> None:
        self.feeds: dict[UUID, Feed] = {}
        self.heartbeat = heartbeat
        self.subscribed = False
        self._read = read
        self._look = look
        self._url = url
        self._to_look_at: set[UUID] = set()
        self._disputes: set[UUID] = set()
        self._claims_too = False
        self._looking = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen, in the running loop."""
        jobs = (listen(self._url, self._hear, self._on_subscription), self._pulse(), self._looks())
        self._tasks = [asyncio.create_task(job) for job in jobs]

    async def stop(self) -> None:
        """Listen no more; whoever still watches ends."""
        for feed in self.feeds.values():
            for watcher in feed.watchers:
                watcher.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @contextlib.contextmanager
    def watching(self, watcher: Watcher) -> Iterator[Feed]:
        """Have a watcher woken by all that concerns him, from now on.

        What happened before he came is looked for, since nobody may have told it here.
        """
        game = watcher.claim.game
        feed = self.feeds.setdefault(game, Feed(game, self._read))
        feed.watchers.add(watcher)
        self._look_at([game])
        try:
            yield feed
        finally:
            feed.watchers.discard(watcher)
            if not feed.watchers and self.feeds.get(game) is feed:
                del self.feeds[game]

    def _hear(self, news: News) -> None:
        if news.topic == "game":
            feed = self.feeds.get(news.id)
            if feed is not None:
                feed.moved_on(news.version)
            return
        if news.topic == "dispute":
            if self.feeds:
                self._disputes.add(news.id)
                self._looking.set()
            return
        for watcher in self._watchers():
            claim = watcher.claim
            if news.id in (claim.token, claim.player):
                watcher.end()

    def _on_subscription(self, there: bool) -> None:
        self.subscribed = there
        if there:
            self._look_at(self.feeds, claims_too=True)

    def _watchers(self) -> list[Watcher]:
        return [watcher for feed in self.feeds.values() for watcher in feed.watchers]

    def _look_at(self, games: Collection[UUID], *, claims_too: bool = False) -> None:
        self._to_look_at.update(games)
        self._claims_too |= claims_too
        self._looking.set()

    async def _pulse(self) -> None:
        """Look at everything with each heartbeat, and more often while nobody tells the news."""
        silence = 0.0
        while True:
            step = min(POLL, self.heartbeat)
            await asyncio.sleep(step)
            silence += step
            if self.feeds and (silence >= self.heartbeat or not self.subscribed):
                silence = 0.0
                self._look_at(self.feeds, claims_too=True)

    async def _looks(self) -> None:
        while True:
            await self._looking.wait()
            self._looking.clear()
            games, self._to_look_at = self._to_look_at, set()
            disputes, self._disputes = self._disputes, set()
            watchers = self._watchers() if self._claims_too else []
            self._claims_too = False
            found = await self._look(games, [watcher.claim for watcher in watchers], disputes)
            if found is None:
                self._disputes |= disputes
                await asyncio.sleep(min(POLL, self.heartbeat))
                self._look_at(games, claims_too=bool(watchers))
                continue
            self._take_in(found, watchers)

    def _take_in(self, found: Found, watchers: list[Watcher]) -> None:
        for game, version in found.versions.items():
            if game in self.feeds:
                self.feeds[game].moved_on(version)
        for notice in found.notices:
            feed = self.feeds.get(notice.game)
            for watcher in feed.watchers if feed else ():
                if watcher.claim.player in notice.players:
                    watcher.notice(notice.data)
        void = set(found.void)
        for watcher in watchers:
            if watcher.claim in void:
                watcher.end()
