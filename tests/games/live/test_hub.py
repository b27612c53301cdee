"""Who is woken by what, and who reads: without servers, the clock's seconds made short"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import clock
from games.live.feed import Ask, Batch
from games.live.hub import Found, Hub
from games.live.slots import Slots
from games.live.stream import HEARTBEAT, Stream
from games.live.watcher import Claim, Notice, Watcher
from players.news import News

GAME, PLAYER = uuid4(), uuid4()


class Log:
    """Games as lists of what happened, each read noted."""

    def __init__(self) -> None:
        self.version = 0
        self.over = False
        self.away = False
        self.gone = False
        self.reads: list[list[Ask]] = []
        self.looks = 0
        self.void: set[Claim] = set()

    async def read(self, game: UUID, asks: Sequence[Ask]) -> list[Batch] | None:
        self.reads.append(list(asks))
        await asyncio.sleep(0.01)
        return None if self.away else [self._batch(ask.after) for ask in asks]

    async def look(
        self, games: Collection[UUID], claims: Collection[Claim], disputes: Collection[UUID]
    ) -> Found | None:
        self.looks += 1
        await asyncio.sleep(0)
        if self.away:
            return None
        notices = [
            Notice(GAME, frozenset([PLAYER]), b"<%s>" % str(one).encode()) for one in disputes
        ]
        return Found(dict.fromkeys(games, self.version), self.void & set(claims), notices)

    def _batch(self, after: int) -> Batch:
        last = min(after + 3, self.version)
        data = b"".join(b"%d " % version for version in range(after + 1, last + 1))
        return Batch(b"" if self.gone else data, last, self.version, self.over, self.gone)


class Reader:
    """A client that takes what it is sent, or does not."""

    def __init__(self) -> None:
        self.received = b""
        self.begun = self.done = False
        self.takes = asyncio.Event()
        self.takes.set()

    async def start(self) -> None:
        self.begun = True

    async def send(self, data: bytes) -> None:
        await self.takes.wait()
        self.received += data

    async def end(self) -> None:
        self.done = True

    async def ask_again(self) -> None:
        raise AssertionError("a stream asks once")

    async def answer(self) -> None:
        raise AssertionError("a stream has begun to answer")

    @property
    def versions(self) -> list[int]:
        return [int(word) for word in self.received.replace(HEARTBEAT, b"").split()]


class Table:
    """A hub on a log, told of news by hand."""

    def __init__(self, log: Log, heartbeat: float) -> None:
        self.log = log
        # Nobody listens there: all news come by hand, and all else by looking.
        url = "unix:///nowhere/valkey.sock"
        self.hub = Hub(read=log.read, look=log.look, url=url, heartbeat=heartbeat)
        self.hub.start()
        self.hub.subscribed = True
        self.streams: list[Stream] = []
        self.tasks: list[asyncio.Task[None]] = []

    def follow(self, after: int = 0, claim: Claim | None = None) -> Reader:
        reader = Reader()
        claim = claim or Claim(GAME, PLAYER, uuid4())
        stream = Stream(lambda: self.hub, claim, after, lambda: None)
        self.streams.append(stream)
        self.tasks.append(asyncio.create_task(stream.carry_on(reader)))
        return reader

    def happen(self, events: int = 1) -> None:
        self.log.version += events
        self.hub._hear(News("game", GAME, self.log.version))

    async def close(self) -> None:
        await self.hub.stop()
        await asyncio.gather(*self.tasks)


@asynccontextmanager
async def table(heartbeat: float = 30.0) -> AsyncIterator[Table]:
    table = Table(Log(), heartbeat)
    yield table
    await table.close()


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


async def until(there: Callable[[], object]) -> None:
    """Wait for what is sure to come."""
    while not there():
        await asyncio.sleep(0.005)


async def settle(seconds: float = 0.1) -> None:
    await asyncio.sleep(seconds)


def test_news_are_read_from_the_log_and_sent() -> None:
    async def test() -> None:
        async with table() as here:
            reader = here.follow()
            await settle()
            here.happen()
            await settle()
            here.happen(8)
            await until(lambda: reader.versions == list(range(1, 10)))

    run(test())


def test_what_happened_before_somebody_came_is_looked_for() -> None:
    async def test() -> None:
        async with table() as here:
            here.log.version = 7
            reader = here.follow(after=5)
            await until(lambda: reader.versions == [6, 7])

    run(test())


def test_a_crowd_is_served_by_one_read() -> None:
    async def test() -> None:
        async with table() as here:
            readers = [here.follow() for _ in range(200)]
            await settle()
            here.happen()
            await until(lambda: [reader.versions for reader in readers] == [[1]] * 200)
            assert [len(asks) for asks in here.log.reads] == [200]

    run(test())


def test_news_of_what_is_known_and_of_other_games_cause_nothing() -> None:
    async def test() -> None:
        async with table() as here:
            here.follow()
            here.happen()
            await settle()
            reads = len(here.log.reads)
            here.hub._hear(News("game", GAME, 1))
            here.hub._hear(News("game", uuid4(), 99))
            await settle()
            assert len(here.log.reads) == reads

    run(test())


def test_news_of_a_version_that_never_was_cause_one_read() -> None:
    async def test() -> None:
        async with table() as here:
            reader = here.follow()
            here.happen(2)
            await settle()
            reads = len(here.log.reads)
            here.hub._hear(News("game", GAME, 1000))
            await settle()
            assert len(here.log.reads) == reads + 1
            here.happen()
            await until(lambda: reader.versions == [1, 2, 3])

    run(test())


def test_a_slow_client_keeps_nobody_waiting_and_reads_the_rest_later() -> None:
    async def test() -> None:
        async with table() as here:
            slow, quick = here.follow(), here.follow()
            await settle()
            slow.takes.clear()
            for _ in range(20):
                here.happen()
                await settle(0.01)
            await until(lambda: quick.versions == list(range(1, 21)))
            assert slow.versions == []
            slow.takes.set()
            await until(lambda: slow.versions == quick.versions)

    run(test())


def test_a_stream_ends_after_the_last_event() -> None:
    async def test() -> None:
        async with table() as here:
            reader = here.follow()
            here.happen(2)
            await settle()
            assert not reader.done
            here.log.over = True
            here.happen(5)
            await until(lambda: reader.done)
            assert reader.versions == list(range(1, 8))
            assert here.hub.feeds == {}

    run(test())


@pytest.mark.parametrize("topic", ["token", "player"])
def test_whose_token_is_revoked_is_cut_off(topic: Any) -> None:
    async def test() -> None:
        async with table() as here:
            mine = Claim(GAME, uuid4(), uuid4())
            reader, other = here.follow(claim=mine), here.follow()
            await settle()
            here.hub._hear(News(topic, mine.token if topic == "token" else mine.player))
            here.happen()
            await until(lambda: reader.done and other.versions == [1])
            assert reader.versions == []

    run(test())


def test_nothing_more_is_sent_to_whoever_is_cut_off_while_it_is_read() -> None:
    async def test() -> None:
        async with table() as here:
            mine = Claim(GAME, uuid4(), uuid4())
            reader = here.follow(claim=mine)
            await settle()
            here.happen()
            await settle(0.005)
            here.hub._hear(News("token", mine.token))
            await until(lambda: reader.done)
            assert reader.versions == []

    run(test())


def test_a_heartbeat_finds_what_nobody_told() -> None:
    async def test() -> None:
        async with table(heartbeat=0.2) as here:
            mine = Claim(GAME, uuid4(), uuid4())
            reader, cut_off = here.follow(), here.follow(claim=mine)
            await settle()
            here.log.version = 4
            here.log.void.add(mine)
            await until(lambda: reader.versions == [1, 2, 3, 4] and cut_off.done)
            await until(lambda: reader.received.count(HEARTBEAT) >= 2)

    run(test())


def test_whoever_may_not_see_the_game_any_more_is_cut_off() -> None:
    async def test() -> None:
        async with table() as here:
            reader = here.follow()
            await settle()
            here.log.gone = True
            here.happen()
            await until(lambda: reader.done)
            assert reader.received == b""

    run(test())


def test_a_token_ends_when_it_expires() -> None:
    async def test() -> None:
        async with table() as here:
            soon = clock.now() + timedelta(seconds=0.5)
            reader = here.follow(claim=Claim(GAME, PLAYER, uuid4(), soon))
            await until(lambda: reader.done)
            assert clock.now() >= soon

    run(test())


def test_streams_wait_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.hub.POLL", 0.05)
    monkeypatch.setattr("games.live.stream.POLL", 0.05)

    async def test() -> None:
        async with table() as here:
            reader = here.follow()
            await settle()
            here.log.away = True
            here.happen(2)
            await settle()
            assert (reader.done, reader.versions) == (False, [])
            here.log.away = False
            await until(lambda: reader.versions == [1, 2])

    run(test())


def test_while_nobody_tells_the_news_they_are_looked_for_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.live.hub.POLL", 0.05)

    async def test() -> None:
        async with table() as here:
            reader = here.follow()
            await settle()
            here.hub.subscribed = False
            here.log.version = 3
            await until(lambda: reader.versions == [1, 2, 3])

    run(test())


def test_a_watcher_that_is_woken_before_it_sleeps_does_not_sleep() -> None:
    async def test() -> None:
        watcher = Watcher(Claim(GAME, PLAYER, uuid4()))
        watcher.wake()
        began = asyncio.get_running_loop().time()
        await watcher.sleep(began + 20)
        assert asyncio.get_running_loop().time() - began < 10
        await watcher.sleep(began + 0.05)
        assert not watcher.ended

    run(test())


def test_a_place_that_is_given_back_can_be_taken_again() -> None:
    slots = Slots(2)
    assert [slots.take(PLAYER) for _ in range(3)] == [True, True, False]
    assert slots.take(GAME)
    slots.give_back(PLAYER)
    assert [slots.take(PLAYER) for _ in range(2)] == [True, False]
    assert slots.taken() == 3


def test_disputes_are_told_to_the_players_of_the_game_who_listen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.live.hub.POLL", 0.05)

    async def test() -> None:
        async with table() as here:
            player, other = here.follow(), here.follow(claim=Claim(GAME, uuid4(), uuid4()))
            elsewhere = here.follow(claim=Claim(uuid4(), PLAYER, uuid4()))
            await settle()
            here.log.away = True
            dispute = uuid4()
            here.hub._hear(News("dispute", dispute))
            await settle()
            here.log.away = False
            await until(lambda: player.received)
            assert player.received == b"<%s>" % str(dispute).encode()
            here.happen()
            await until(lambda: other.versions == [1])
            await settle()
            assert b"<" not in other.received + elsewhere.received

    run(test())
