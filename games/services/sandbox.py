"""A sandbox game's own clock: real time and all its advances together."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import ngettext

from games import models
from games.eventstore.store import load
from games.eventstore.stream import Stream
from games.projections import PLAYERS_GRACE, look_at, timers
from games.services import machines
from games.services.acts import Act, locked, stale
from games.services.machines import Clock
from players.errors import Problem, invalid
from players.models import Player

FURTHEST: Final = 10_000_000_000
"""So many seconds at most is a game's clock ahead of real time: some three centuries."""


def advance_clock(
    *,
    player: Player,
    game_id: UUID,
    seconds: int,
    clock: Clock,
    if_match: Collection[int] | None = None,
) -> Act:
    """Put a sandbox game's clock forward, and carry out the time-out if that ends a player's turn.

    One time-out at most: whoever is next has his own time from then on. The advance itself is no
    event. Raises Problem `not-the-creator`, `invalid-request` when the clock would be too far
    ahead, `stale-version`, `not-a-sandbox`.
    """
    with transaction.atomic():
        # Of two advances at once the second waits here, and adds to what the first has made of it.
        row = locked(game_id)
        _require_movable(row, player, seconds, if_match)
        stream = load(game_id)
        _put_forward(row, stream, seconds, clock())
    if not _time_is_up(row, stream, clock()):
        return Act(row, stream, ())
    # Should this process die now, the sweep finds the turn; should both move, one of them does.
    done = machines.move(game_id, stream.version, clock=clock, wake=True)
    return Act(row, load(game_id), ()) if done is None else done


def _require_movable(
    row: models.Game, player: Player, seconds: int, if_match: Collection[int] | None
) -> None:
    if row.creator_id != player.pk:
        raise Problem("not-the-creator")
    left = FURTHEST - row.clock_offset
    if seconds > left:
        words = ngettext(
            "This game’s clock can go forward by {left} second more.",
            "This game’s clock can go forward by {left} seconds more.",
            left,
        )
        raise invalid("advance_seconds", words.format(left=left), code="max-value")
    if if_match is not None and row.version not in if_match:
        raise stale(row.pk, row.version)
    if not row.sandbox:
        raise Problem("not-a-sandbox")


def _put_forward(row: models.Game, stream: Stream, seconds: int, now: datetime) -> None:
    late_from = now + PLAYERS_GRACE if row.due_at is None else min(row.due_at, now + PLAYERS_GRACE)
    row.clock_offset += seconds
    fields = timers(row, stream, row.updated_at)
    if fields["due_at"] is not None:
        # What the clock has jumped over has only now become due, and is not late already.
        fields["due_at"] = max(fields["due_at"], late_from)
        fields["look_at"] = look_at(None, fields["due_at"], fields["warn_at"])
    models.Game.objects.filter(pk=row.pk).update(clock_offset=row.clock_offset, **fields)


def _time_is_up(row: models.Game, stream: Stream, now: datetime) -> bool:
    """Whether a player is to act and has no time left; bots in a sandbox move at once anyway."""
    seat, deadline = stream.game.to_act, stream.deadline
    if seat is None or deadline is None or stream.game.seats[seat].bot is not None:
        return False
    return now + timedelta(seconds=row.clock_offset) >= deadline
