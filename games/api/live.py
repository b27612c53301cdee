"""What streams and long polls read, in a few threads that all of them share.

A thread's database connection lasts; whoever only waits has neither.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import Error, close_old_connections
from django.http import HttpRequest

from games import selectors
from games.api.event_object import event_object
from games.api.shapes import LONGEST_WAIT
from games.engine.player_view import Viewer
from games.eventstore.store import read as read_events
from games.eventstore.stream import StoredEvent
from games.live.feed import Ask, Batch
from games.live.hub import Found, Hub
from games.live.slots import Slots
from games.live.stream import Stream
from games.live.waiting import Wait
from games.live.watcher import Claim, Notice
from games.selectors.disputes import Told, told_of
from players.api.later import leave
from players.selectors import live_tokens

logger = logging.getLogger(__name__)

T = TypeVar("T")

BATCH: Final = 200
"""So many events at most are read at a time."""
READERS: Final = ThreadPoolExecutor(2, thread_name_prefix="reader")
STREAMS: Final = Slots(10)
WAITS: Final = Slots(64)
"""Of one player in one process; whoever has more waits is answered at once."""


def stream(request: HttpRequest, claim: Claim, after: int) -> bool | None:
    """Have the front send the events after a version.

    False if the player has as many streams as he may have, None if there is no front.
    """
    if not STREAMS.take(claim.player):
        return False
    later = Stream(hub, claim, after, partial(STREAMS.give_back, claim.player))
    if not leave(request, later):
        later.release()
        return None
    return True


def wait(request: HttpRequest, claim: Claim, version: int, seconds: int) -> None:
    """Have the front ask again when the game has moved on from a version, or after a while."""
    if not seconds or not WAITS.take(claim.player):
        return
    give_back = partial(WAITS.give_back, claim.player)
    later = Wait(hub, claim, version, min(seconds, LONGEST_WAIT), give_back)
    if not leave(request, later):
        later.release()


class _Hubs(dict[asyncio.AbstractEventLoop, Hub]):
    """A process has one event loop, and so one hub; tests have many."""

    def __missing__(self, loop: asyncio.AbstractEventLoop) -> Hub:
        self.clear()
        hub = Hub(
            read=partial(_in_a_thread, read),
            look=partial(_in_a_thread, look),
            url=settings.REDIS_URL,
            heartbeat=settings.STREAM_HEARTBEAT,
        )
        self[loop] = hub
        hub.start()
        return hub


_hubs: Final = _Hubs()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs[asyncio.get_running_loop()]


def read(game: UUID, asks: Sequence[Ask]) -> list[Batch]:
    """The next events for each who asks: read once for all, and written once for each viewer."""
    watched = selectors.watched(game, {ask.player for ask in asks})
    version, over = watched.stream.version, watched.stream.game.over
    stored: dict[int, list[StoredEvent]] = {}
    batches: dict[tuple[Viewer, int], Batch] = {}

    def batch(viewer: Viewer, after: int) -> Batch:
        if after not in stored:
            stored[after] = read_events(game, after=after, upto=version, limit=BATCH)
        shown = [selectors.as_shown(event, watched.stream.game, viewer) for event in stored[after]]
        data = b"".join(_message(event, watched.names) for event in shown)
        last = shown[-1].version if shown else after
        return Batch(data, last, version, over)

    def answer(ask: Ask) -> Batch:
        viewer = watched.viewers.get(ask.player)
        if viewer is None:
            return Batch(b"", ask.after, version, gone=True)
        if (viewer, ask.after) not in batches:
            batches[viewer, ask.after] = batch(viewer, ask.after)
        return batches[viewer, ask.after]

    return [answer(ask) for ask in asks]


def look(games: Collection[UUID], claims: Collection[Claim], disputes: Collection[UUID]) -> Found:
    """At which versions games are, which of these claims do not hold any more, and what these
    disputes have come to.
    """
    tokens = live_tokens({claim.token for claim in claims})
    seen = {claim: (claim.game, claim.player) for claim in claims if not claim.by_invite}
    hidden = selectors.hidden_from(set(seen.values()))
    void = [c for c in claims if c.token not in tokens or seen.get(c) in hidden]
    notices = [_notice(dispute) for dispute in told_of(disputes)]
    return Found(selectors.versions_of(games), void, notices)


def _notice(told: Told) -> Notice:
    shown = json.dumps(told.facts, ensure_ascii=False, separators=(",", ":"))
    # Without an id, as it is no event: where a client goes on does not change.
    return Notice(told.game, told.players, f"event: dispute\ndata: {shown}\n\n".encode())


def _message(event: StoredEvent, names: Mapping[str, str]) -> bytes:
    shown = json.dumps(event_object(event, names), ensure_ascii=False, separators=(",", ":"))
    return f"id: {event.version}\nevent: {event.kind}\ndata: {shown}\n\n".encode()


async def _in_a_thread(job: Callable[..., T], *args: object) -> T | None:
    """What a job on the database gives; None if it gave up."""
    return await asyncio.get_running_loop().run_in_executor(READERS, _carefully, job, *args)


def _carefully(job: Callable[..., T], *args: object) -> T | None:
    close_old_connections()
    try:
        return job(*args)
    except Error as error:
        logger.warning("streams have to wait for the database: %s", error)
        return None
    except Exception:
        logger.exception("a job for streams failed")
        return None
    finally:
        close_old_connections()
