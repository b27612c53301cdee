"""One way in: lock the game, load its stream, decide, append, project, commit, then announce.

The primary key (game, version) of the log settles every race; the lock on the game's row only
makes the loser wait for the winner, so that he is told what has happened meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games import metrics, models, selectors, tasks
from games.engine.commands import Command
from games.engine.events import (
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    GameFinished,
    GameStarted,
)
from games.engine.evolve import evolve
from games.engine.game import decide
from games.engine.refusals import Refusal
from games.engine.state import Game
from games.eventstore.actors import SYSTEM, Actor
from games.eventstore.store import Conflict, Entry, append, load
from games.eventstore.stream import StoredEvent, Stream
from games.projections import game_fields, project, row_update
from games.selectors.rows import locked_with_stream, row_of
from games.services import outbox, ratings
from players import news
from players.database import Statement
from players.errors import Problem
from players.news import News

logger = logging.getLogger(__name__)

Order = tuple[Command, Actor]
"""A command and who gives it."""

_LOST_RACES: Final = frozenset(("not-your-turn", "wrong-phase", "game-over", "card-not-in-hand"))
"""Refusals that may come of somebody else's having been faster: they say who moved last."""
_OF_ITSELF: Final = (GameStarted, DealStarted, DealPassedOut, DealScored, GameFinished)


class Act(NamedTuple):
    """What an act has made: the game's row, its stream, and the events it wrote, maybe none."""

    row: models.Game
    stream: Stream
    written: tuple[StoredEvent, ...]


def act(
    game_id: UUID,
    propose: Callable[[Game], Order | list[Order]],
    *,
    now: datetime,
    if_match: Collection[int] | None = None,
    known: Stream | None = None,
    wake: bool = True,
) -> Act:
    """Carry out one command on a game, or several that are one act.

    `propose` is asked for them with the present state in hand, under the game's lock. `if_match`
    are the versions at which the caller wants it done; `now` is real time. `known` saves reading
    the stream if the game still stands where it does. With `wake` a worker is told when a bot is
    next. Raises Problem (`not-found`, `stale-version`) and Refusal; of those that may come of a
    lost race each says at which version the game is and who moved last.
    """
    try:
        with transaction.atomic():
            row, stream = _as_it_stands(game_id, known)
            if if_match is not None and row.version not in if_match:
                raise stale(game_id, row.version, told_by="worker" if known else "if-match")
            proposed = propose(stream.game)
            orders = proposed if isinstance(proposed, list) else [proposed]
            return carry_out(row, stream, orders, now=now, wake=wake)
    except Refusal as refusal:
        if refusal.code in _LOST_RACES:
            refusal.facts |= {"version": row.version, "last_move": _last_move(game_id, row.version)}
        raise
    except Conflict:
        present = models.Game.objects.values_list("version", flat=True).get(pk=game_id)
        raise stale(game_id, present, told_by="log") from None


def _as_it_stands(game_id: UUID, known: Stream | None) -> tuple[models.Game, Stream]:
    """The row, locked, and the stream. Raises Problem `not-found`."""
    if known is not None:
        row = locked(game_id)
        # Nothing in a log ever changes: at the same version it is the same stream.
        return row, known if known.version == row.version else load(game_id)
    found = locked_with_stream(game_id)
    if found is None:
        raise Problem("not-found")
    return found


def stale(game_id: UUID, version: int, *, told_by: str = "if-match") -> Problem:
    """The refusal of a write for another version than the present one, which it tells."""
    metrics.CONFLICTS.labels(told_by).inc()
    return Problem("stale-version", version=version, last_move=_last_move(game_id, version))


def _last_move(game_id: UUID, version: int) -> dict[str, Any] | None:
    """The last bid or card up to a version, as far as everybody may know it."""
    event = selectors.last_move(game_id, version)
    if event is None:
        return None
    return {
        "version": event.version,
        "type": event.kind,
        "seat": event.data["seat"],
        "actor": {"kind": event.actor.kind},
    }


def locked(game_id: UUID) -> models.Game:
    """The game's row, which nobody else changes until the transaction ends.

    Raises Problem `not-found`.
    """
    row = row_of(game_id, lock=True)
    if row is None:
        raise Problem("not-found")
    return row


def carry_out(
    row: models.Game, stream: Stream, orders: Sequence[Order], *, now: datetime, wake: bool = True
) -> Act:
    """Decide, append and project within the caller's transaction.

    Raises Refusal, and Conflict when another writer was faster.
    """
    entries = _decided(stream.game, orders)
    if not entries:
        return Act(row, stream, ())
    # The clocks of several machines differ, but a game's time never runs backwards.
    at = max(now + timedelta(seconds=row.clock_offset), row.updated_at)
    events = [event for event, _ in entries]
    stake = ratings.at_stake(stream.game, events)
    if stake is not None:
        at = stake.held.time_for(at)
    fields: dict[str, Any] = {}

    def row_too(after: Stream) -> Statement:
        fields.update(game_fields(row, after, at))
        return row_update(row, fields)

    stream, written = append(stream, stream.version, entries, at=at, beside=row_too)
    project(row, stream, fields, {event.kind for event in written})
    if stake is not None:
        stake.settle(at)
    told = outbox.tidings_of(stream, events, written)
    seated = outbox.seated(stream.game)
    outbox.post(row.pk, told, seated=seated, listened_to=row.listened_to, now=now)
    transaction.on_commit(lambda: _announce(row, stream, written, wake), robust=True)
    return Act(row, stream, tuple(written))


def _decided(game: Game, orders: Sequence[Order]) -> list[Entry]:
    entries: list[Entry] = []
    for command, actor in orders:
        try:
            events = decide(game, command)
        except Refusal as refusal:
            name = type(command).__name__
            logger.info(
                "refused game=%s version=%s command=%s code=%s",
                game.id,
                game.version,
                name,
                refusal.code,
            )
            raise
        # The log makes the last state itself; only a further order asks for one here.
        if len(orders) > 1:
            for event in events:
                game = evolve(game, event)
        entries += [(event, _author(event, actor)) for event in events]
    return entries


def _author(event: Event, actor: Actor) -> Actor:
    return SYSTEM if isinstance(event, _OF_ITSELF) else actor


def _announce(row: models.Game, stream: Stream, written: list[StoredEvent], wake: bool) -> None:
    first = written[0]
    logger.info(
        "accepted game=%s version=%s seat=%s actor=%s events=%s",
        row.pk,
        stream.version,
        first.data.get("seat"),
        first.actor.kind,
        ",".join(event.kind for event in written),
    )
    for event in written:
        if event.kind in selectors.MOVES:
            metrics.MOVES.labels(event.actor.kind).inc()
    news.tell(News("game", row.pk, stream.version))
    seat = stream.game.to_act
    if wake and seat is not None and stream.game.seats[seat].bot is not None:
        tasks.wake(stream.game)
