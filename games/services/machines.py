"""Moves that no person makes: bots in their seats, and the autopilot when a player's time is up.

Thinking happens without any lock, at the version it was asked at; the move is written only if the
game still stands there. So a turn may be thought about twice, but is moved once.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import Error, connection, transaction
from django.db.models import Q

from games import models, tasks
from games.bots.choose import choose, level_named
from games.engine.commands import MakeBid, Mover, PlayCard
from games.engine.player_view import player_view
from games.engine.state import Game, Occupant
from games.eventstore.actors import Actor, ActorKind
from games.eventstore.store import load
from games.eventstore.stream import Stream
from games.services.acts import Act, Order, act
from players.errors import Problem

logger = logging.getLogger(__name__)

AUTOPILOT_LEVEL: Final = "normal"
"""How well the autopilot plays for an absent player."""
THINKING: Final = 1.0
"""So many seconds at most a bot thinks about a card."""
MOVES_A_TASK: Final = 16
"""After so many bots' moves in a row a worker turns to other games."""
LEASE: Final = timedelta(seconds=10)
"""So long a claimed turn is left to whoever claimed it."""
CLAIMS_A_SWEEP: Final = 50
"""After so many turns the sweep comes up for air: it may have been asked to end."""

Clock = Callable[[], datetime]
"""Tells the real time; asked anew for every move, because thinking takes some."""


class _Mover(NamedTuple):
    by: Mover
    level: str
    cause: str


def play_on(game_id: UUID, version: int, *, clock: Clock) -> int:
    """Move for whoever is due at this version, and for the bots that follow; how many moves.

    Does nothing if the game has moved on, or if nobody is due: safe to run twice or late.
    """
    for moves in range(MOVES_A_TASK):
        done = move(game_id, version, clock=clock)
        if done is None:
            return moves
        version = done.stream.version
        if not _bot_is_next(done.stream.game):
            return moves + 1
    tasks.wake(game_id, version)
    return MOVES_A_TASK


def move(game_id: UUID, version: int, *, clock: Clock) -> Act | None:
    """One move for the seat to act at this version, by its bot or its absent player's autopilot.

    None if the game has moved on, or if the seat's player still has time.
    """
    row = models.Game.objects.filter(pk=game_id, version=version, status="active").first()
    if row is None:
        return None
    stream = load(game_id)
    mover = _due_mover(stream, clock() + timedelta(seconds=row.clock_offset))
    if stream.version != version or mover is None:
        return None
    order = _choose(stream.game, mover)
    try:
        # The time is that after the thinking, which is not taken from whoever is next.
        return act(game_id, lambda _: order, now=clock(), if_match=(version,), wake=False)
    except Problem as problem:
        if problem.code != "stale-version":
            raise
        logger.info("moved on game=%s version=%s", game_id, version)
        return None


def sweep(*, clock: Clock) -> int:
    """Claim the turns that are due, one after another, and move for them; how many.

    Any number of sweepers may run: each skips what another holds, and a lease that nobody used
    runs out, so a turn is found again if its claimant dies. A game for which a move fails waits
    for that too, and the others do not wait for it. Raises Error when the database is away.
    """
    for claimed in range(CLAIMS_A_SWEEP):
        turn = _claim(clock())
        if turn is None:
            return claimed
        _move_claimed(*turn, clock)
    return CLAIMS_A_SWEEP


def _claim(now: datetime) -> tuple[UUID, int] | None:
    free = Q(leased_until__isnull=True) | Q(leased_until__lte=now)
    with transaction.atomic():
        due = (
            models.Game.objects.select_for_update(skip_locked=True, no_key=True)
            .filter(free, due_at__lte=now)
            .order_by("due_at")
            .values_list("id", "version")
            .first()
        )
        if due is not None:
            models.Game.objects.filter(pk=due[0]).update(leased_until=now + LEASE)
    return due


def _move_claimed(game_id: UUID, version: int, clock: Clock) -> None:
    try:
        play_on(game_id, version, clock=clock)
    except Exception as error:
        if isinstance(error, Error) and not connection.is_usable():
            raise
        logger.exception("no move game=%s version=%s", game_id, version)


def _bot_is_next(game: Game) -> bool:
    seat = game.to_act
    return seat is not None and game.seats[seat].bot is not None


def _due_mover(stream: Stream, game_time: datetime) -> _Mover | None:
    seat = stream.game.to_act
    if seat is None or stream.deadline is None:
        return None
    occupant = stream.game.seats[seat]
    if occupant.bot is not None:
        return _Mover("bot", occupant.bot, "left" if occupant.left else "bot-seat")
    if game_time >= stream.deadline:
        return _Mover("autopilot", AUTOPILOT_LEVEL, "timed-out")
    return None


def _choose(game: Game, mover: _Mover) -> Order:
    seat = game.to_act
    assert seat is not None
    choice = choose(
        player_view(game, seat),
        level_named(mover.level),
        _seed(game),
        budget_seconds=THINKING,
        clock=time.perf_counter,
    )
    actor = _actor(game.seats[seat], mover, choice.policy)
    if choice.card is not None:
        return PlayCard(seat, choice.card, mover.by), actor
    assert choice.bid is not None
    return MakeBid(seat, choice.bid, mover.by), actor


def _actor(occupant: Occupant, mover: _Mover, policy: str) -> Actor:
    kind: ActorKind = "bot" if mover.by == "bot" else "autopilot"
    return Actor(kind, occupant.player_id, mover.level, policy, mover.cause)


def _seed(game: Game) -> str:
    """A text that nobody can foresee and that is the same whenever this turn is thought about."""
    message = f"backalley-bot-1|{game.id}|{game.version}"
    return hmac.digest(bytes.fromhex(game.seed), message.encode(), "sha256").hex()
