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

from django.db.models import Q, QuerySet

from games import metrics, models, tasks
from games.bots.choice import Choice, Reason
from games.bots.choose import choose, level_named
from games.engine.commands import MakeBid, Mover, PlayCard
from games.engine.player_view import PlayerView, player_view
from games.engine.state import Game, Occupant
from games.eventstore.actors import Actor, ActorKind
from games.eventstore.store import load
from games.eventstore.stream import Stream
from games.models import Lane
from games.projections import PLAYERS_GRACE, lane
from games.services.acts import Act, Order, act
from players.errors import Problem

logger = logging.getLogger(__name__)

AUTOPILOT_LEVEL: Final = "normal"
"""How well the autopilot plays for an absent player."""
THINKING: Final = 0.8
"""So many seconds at most a bot thinks about a card."""
MOVES_A_TASK: Final = 4
"""After so many bots' moves in a row, a trick, a worker turns to other games."""
LEASE: Final = timedelta(seconds=4)
"""So long a claimed turn is left to whoever claimed it: longer than a bot thinks, and short enough
that the turn is still made in time if its claimant dies."""

FIRST_LEGAL: Final = "first-legal/1"
"""The policy of a move that no bot has found."""

Clock = Callable[[], datetime]
"""Tells the real time; asked anew for every move, because thinking takes some."""


class _Mover(NamedTuple):
    by: Mover
    level: str
    cause: str


class _Turn(NamedTuple):
    stream: Stream
    mover: _Mover


def play_on(
    game_id: UUID,
    version: int,
    *,
    clock: Clock,
    most: int = MOVES_A_TASK,
    claimed: bool = False,
) -> int:
    """Move for whoever is due at this version, and for the bots that follow; how many moves.

    Does nothing if the game has moved on, if nobody is due, or if somebody else has claimed a slow
    turn, unless it is this caller who has: safe to run twice or late. A slow turn that follows,
    and what is still to do after `most` quick ones, is left to another task.
    """
    turn = _turn_at(game_id, version, clock(), claimed)
    for moves in range(most):
        done = None if turn is None else _make(turn, clock)
        if done is None:
            return moves
        game = done.stream.game
        mover = _bot_to_move(game)
        if mover is None:
            return moves + 1
        if lane(game) == Lane.SLOW:
            break
        turn = _Turn(done.stream, mover)
    tasks.wake(game)
    return moves + 1


def move(game_id: UUID, version: int, *, clock: Clock, wake: bool = False) -> Act | None:
    """One move for the seat to act at this version, by its bot or its absent player's autopilot.

    None if the game has moved on, if the seat's player still has time, or if somebody else thinks
    about a slow turn. With `wake` a worker is told when a bot is next.
    """
    turn = _turn_at(game_id, version, clock(), claimed=False)
    return None if turn is None else _make(turn, clock, wake=wake)


def free(now: datetime) -> Q:
    """Which games nobody has claimed, or not lately enough."""
    return Q(leased_until__isnull=True) | Q(leased_until__lte=now)


def _turn_at(game_id: UUID, version: int, now: datetime, claimed: bool) -> _Turn | None:
    """The turn that a machine is to make at this version, if there is one."""
    here = models.Game.objects.filter(pk=game_id, version=version, status="active")
    row = here.values_list("clock_offset", "turn_lane").first()
    if row is None:
        return None
    offset, turn_lane = row
    # Two who think for long about one turn would take the time from two other games.
    if turn_lane == Lane.SLOW and not (claimed or _claim(here, now)):
        return None
    stream = load(game_id)
    if stream.version != version:
        return None
    mover = _bot_to_move(stream.game) or _autopilot_due(stream, now + timedelta(seconds=offset))
    return None if mover is None else _Turn(stream, mover)


def _claim(here: QuerySet[models.Game], now: datetime) -> bool:
    return here.filter(free(now)).update(leased_until=now + LEASE) == 1


def _bot_to_move(game: Game) -> _Mover | None:
    occupant = game.seats[game.to_act] if game.to_act is not None else None
    if occupant is None or occupant.bot is None:
        return None
    return _Mover("bot", occupant.bot, "left" if occupant.left else "bot-seat")


def _autopilot_due(stream: Stream, game_time: datetime) -> _Mover | None:
    if stream.deadline is None:
        return None
    # In a sandbox time goes forward because somebody wants to see what follows.
    grace = timedelta(0) if stream.game.sandbox else PLAYERS_GRACE
    if game_time < stream.deadline + grace:
        return None
    return _Mover("autopilot", AUTOPILOT_LEVEL, "timed-out")


def _make(turn: _Turn, clock: Clock, *, wake: bool = False) -> Act | None:
    """Think, and write the move if the game still stands where it did."""
    stream = turn.stream
    order = _choose(stream.game, turn.mover)
    game_id = UUID(stream.game.id)
    try:
        return act(
            game_id,
            lambda _: order,
            # The time is that after the thinking, which is not taken from whoever is next.
            now=clock(),
            if_match=(stream.version,),
            known=stream,
            wake=wake,
        )
    except Problem as problem:
        if problem.code != "stale-version":
            raise
        logger.info("moved on game=%s version=%s", game_id, stream.version)
        return None


def _choose(game: Game, mover: _Mover) -> Order:
    seat = game.to_act
    assert seat is not None
    choice = _choice(player_view(game, seat), mover.level, _seed(game))
    actor = _actor(game.seats[seat], mover, choice.policy)
    if choice.card is not None:
        return PlayCard(seat, choice.card, mover.by), actor
    assert choice.bid is not None
    return MakeBid(seat, choice.bid, mover.by), actor


def _choice(view: PlayerView, level: str, seed: str) -> Choice:
    try:
        with metrics.DECISIONS.labels(level).time():
            return choose(
                view,
                level_named(level),
                seed,
                budget_seconds=THINKING,
                clock=time.perf_counter,
            )
    except Exception:
        # A fault in a bot must not be the end of a game.
        logger.exception(
            "no choice of a bot's game=%s version=%s seat=%s", view.id, view.version, view.you
        )
        return first_legal(view)


def first_legal(view: PlayerView) -> Choice:
    """The move when all wit fails: the first card that may be played, the least number of tricks.

    Not a pass: four who only pass would never come to an end.
    """
    turn = view.turn
    assert turn is not None
    assert turn.legal
    move, reason = turn.legal[0], Reason("only-legal")
    if turn.action == "play":
        return Choice("play", FIRST_LEGAL, reason, card=str(move))
    number = next((bid for bid in turn.legal if isinstance(bid, int)), move)
    return Choice("bid", FIRST_LEGAL, reason, bid=number)


def _actor(occupant: Occupant, mover: _Mover, policy: str) -> Actor:
    kind: ActorKind = "bot" if mover.by == "bot" else "autopilot"
    return Actor(kind, occupant.player_id, mover.level, policy, mover.cause)


def _seed(game: Game) -> str:
    """A text that nobody can foresee and that is the same whenever this turn is thought about."""
    message = f"backalley-bot-1|{game.id}|{game.version}"
    return hmac.digest(bytes.fromhex(game.seed), message.encode(), "sha256").hex()
