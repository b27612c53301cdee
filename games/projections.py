"""Events to rows: the read models are made of a stream and of nothing else, so they can be rebuilt.

What no event knows stays untouched: the creator's account, the invite, a sandbox's clock.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from games import models
from games.engine.seats import SEATS
from games.eventstore.stream import Stream

SEATING_KINDS: Final = frozenset(("seat-taken", "seat-left", "autopilot-on", "autopilot-off"))
"""The events that change the seats' rows; the others leave them alone."""
BOT_GRACE: Final = timedelta(seconds=1)
"""A bot's turn is due this long after it began: the sweep only moves what no worker has."""
PLAYERS_GRACE: Final = timedelta(seconds=0.5)
"""A move that reached the server in time has this long to be written before the autopilot's."""


def game_fields(row: models.Game, stream: Stream, at: datetime) -> dict[str, Any]:
    """The columns of the game's row as this stream has them; `at` is the time of its last event."""
    game, deadline = stream.game, stream.deadline
    seat, deal = game.to_act, game.deal
    due = _due(stream)
    offset = timedelta(seconds=row.clock_offset)
    return {
        "status": game.status,
        "version": game.version,
        "updated_at": at,
        "turn_seat": seat,
        "turn_action": deal.phase if seat is not None and deal is not None else None,
        "deadline": deadline,
        "due_at": None if due is None else due - offset,
        "leased_until": None,
        "score_ns": game.scores["NS"],
        "score_ew": game.scores["EW"],
        "winner": game.winner,
    }


def _due(stream: Stream) -> datetime | None:
    """When a machine is to move if nobody has, in the game's own time."""
    game, began, deadline = stream.game, stream.turn_began, stream.deadline
    if game.to_act is None or began is None or deadline is None:
        return None
    if game.seats[game.to_act].bot is None:
        return deadline + PLAYERS_GRACE
    return began if game.sandbox else began + BOT_GRACE


def project(row: models.Game, stream: Stream, at: datetime, kinds: Collection[str]) -> None:
    """Bring a game's rows to the stream after an act in which events of these kinds happened."""
    fields = game_fields(row, stream, at)
    models.Game.objects.filter(pk=row.pk).update(**fields)
    for name, value in fields.items():
        setattr(row, name, value)
    if not SEATING_KINDS.isdisjoint(kinds):
        project_seats(row, stream)


def project_seats(row: models.Game, stream: Stream) -> None:
    """Make the four seats' rows what the stream says."""
    rows = [
        models.Seat(
            game=row,
            seat=seat,
            participant_id=stream.game.seats[seat].player_id,
            bot=stream.game.seats[seat].bot,
            autopilot=stream.game.seats[seat].autopilot,
        )
        for seat in SEATS
    ]
    models.Seat.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["game", "seat"],
        update_fields=["participant", "bot", "autopilot"],
    )
