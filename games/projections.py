"""Events to rows: the read models are made of a stream and of nothing else, so they can be rebuilt.

What no event knows stays untouched: the creator's account, the invite, a sandbox's clock.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Final

from games import models
from games.engine.seats import SEATS, Seat
from games.engine.state import Game
from games.eventstore.store import read
from games.eventstore.stream import Stream
from games.performances import performances
from players.database import Statement

SEATING_KINDS: Final = frozenset(("seat-taken", "seat-left", "autopilot-on", "autopilot-off"))
"""The events that change the seats' rows; the others leave them alone."""
ENDING_KINDS: Final = frozenset(("game-finished", "game-voided"))
"""The events that change how players have fared."""
ALL_KINDS: Final = SEATING_KINDS | ENDING_KINDS
"""With these all rows of a game are made anew."""
SLOW_LEVELS: Final = frozenset(("expert",))
"""The levels that think for so long that the others must not wait behind them."""
BOT_GRACE: Final = timedelta(seconds=1)
"""A bot's turn is due this long after it began: the sweep only moves what no worker has."""
PLAYERS_GRACE: Final = timedelta(seconds=1.5)
"""A move that reached the server in time has this long to be written before the autopilot's."""
WAITING: Final = timedelta(days=7)
"""A game that waits for players is given up when nothing has happened for so long."""
WARNING_SECONDS: Final = (3, 3600)
"""The least and the most that is left of a turn when its player is warned; else a tenth of it."""


def game_fields(row: models.Game, stream: Stream, at: datetime) -> dict[str, Any]:
    """The columns of the game's row as this stream has them; `at` is the time of its last event."""
    game = stream.game
    seat, deal = game.to_act, game.deal
    return {
        "status": game.status,
        "version": game.version,
        "updated_at": at,
        "turn_seat": seat,
        "turn_action": deal.phase if seat is not None and deal is not None else None,
        **timers(row, stream, at),
        "score_ns": game.scores["NS"],
        "score_ew": game.scores["EW"],
        "winner": game.winner,
    }


def timers(row: models.Game, stream: Stream, at: datetime) -> dict[str, Any]:
    """The columns that tell when something is to be done for this game, and by whom.

    `row` still is what it was before, but for `clock_offset` when a sandbox's clock was moved: a
    turn of which the player was warned stays so.
    """
    offset = timedelta(seconds=row.clock_offset)
    seat, deadline = stream.game.to_act, stream.deadline
    due, warning = _due(stream, seat, deadline, at), _warning(stream.game, seat, deadline)
    same_turn = (row.turn_seat, row.deadline) == (seat, deadline)
    if same_turn and row.warn_at is None:
        warning = None
    due_at = None if due is None else due - offset
    warn_at = None if warning is None else warning - offset
    return {
        "deadline": deadline,
        "due_at": due_at,
        "turn_lane": None if due is None else lane(stream.game),
        "leased_until": None,
        "warn_at": warn_at,
        "look_at": look_at(row.look_at, due_at, warn_at),
    }


def look_at(
    before: datetime | None, due_at: datetime | None, warn_at: datetime | None
) -> datetime | None:
    """When the sweep has to look at a game: it stays what it was before, unless that is too late.

    So an ordinary move, which puts a game's times off, touches no index of its row.
    """
    if due_at is None:
        return None
    times = (due_at, warn_at, before)
    return min(time for time in times if time is not None)


def lane(game: Game) -> models.Lane:
    """Who moves for the seat to act when nobody has; the autopilot, too, is quick."""
    seat = game.to_act
    slow = seat is not None and game.seats[seat].bot in SLOW_LEVELS
    return models.Lane.SLOW if slow else models.Lane.QUICK


def _due(
    stream: Stream, seat: Seat | None, deadline: datetime | None, at: datetime
) -> datetime | None:
    """When a machine is to act if nobody has, in the game's own time."""
    game, began = stream.game, stream.turn_began
    if game.status == "waiting":
        return at + WAITING
    if seat is None or began is None or deadline is None:
        return None
    if game.seats[seat].bot is None:
        return deadline + PLAYERS_GRACE
    return began if game.sandbox else began + BOT_GRACE


def _warning(game: Game, seat: Seat | None, deadline: datetime | None) -> datetime | None:
    """When the player to act is to be warned of his deadline, in the game's own time."""
    if seat is None or deadline is None:
        return None
    occupant = game.seats[seat]
    if occupant.player_id is None or occupant.autopilot:
        return None
    least, most = WARNING_SECONDS
    seconds = min(max(game.turn_seconds / 10, least), most, game.turn_seconds / 2)
    return deadline - timedelta(seconds=seconds)


def row_update(row: models.Game, fields: Mapping[str, Any]) -> Statement:
    """What brings the game's own row there: it is carried out with the writing of the events."""
    # In the database's own words: made anew for every move, the query would take twice its time.
    columns = ", ".join([f"{name} = %s" for name in fields])
    return Statement(f"UPDATE games_game SET {columns} WHERE id = %s", (*fields.values(), row.pk))


def project(
    row: models.Game, stream: Stream, fields: Mapping[str, Any], kinds: Collection[str]
) -> None:
    """Bring a game's other rows to the stream after an act in which events of these kinds happened,
    and the game's own, as it is at hand, to these fields.
    """
    if row.status != fields["status"]:
        models.Participant.objects.filter(game=row).update(status=fields["status"])
    for name, value in fields.items():
        setattr(row, name, value)
    if not SEATING_KINDS.isdisjoint(kinds):
        project_seats(row, stream)
    if not ENDING_KINDS.isdisjoint(kinds):
        project_performances(row, stream)


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


def project_performances(row: models.Game, stream: Stream) -> None:
    """Make the rows of how each player fared what the log says."""
    models.Performance.objects.filter(participant__game=row).delete()
    models.Performance.objects.bulk_create(
        models.Performance(participant_id=person, **columns)
        for person, columns in performance_fields(stream).items()
    )


def performance_fields(stream: Stream) -> dict[str, dict[str, Any]]:
    """How each participant fared, as the columns of his row: nobody if the game does not count."""
    game = stream.game
    if game.status != "finished" or game.sandbox:
        return {}
    if all(held.bot is not None and not held.left for held in game.seats.values()):
        # Nobody to tell of, so there is no need to read it all.
        return {}
    found = performances(game, read(game.id, upto=stream.version))
    return {person: asdict(fared) for person, fared in found.items()}
