"""The read models of a game held against its log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

from games import models
from games.engine.seats import SEATS
from games.eventstore.stream import Stream
from games.projections import game_fields, performance_fields

Held = tuple[UUID | None, str | None, bool]
"""What a seat's row says: participant, bot, autopilot."""


class Sitting(NamedTuple):
    """What a participant's row says: whether he ever sat, and of his game."""

    sat: bool
    status: str
    public: bool


class Kept(NamedTuple):
    """A game's rows: its own, its seats', its participants', whose they are, and how they fared."""

    row: models.Game
    seats: Mapping[str, Held]
    people: Mapping[UUID, Sitting]
    accounts: Mapping[UUID, UUID]
    performances: Mapping[str, dict[str, Any]]


class Difference(NamedTuple):
    """What is not as the log makes it: of the game's row a column, of another the whole row.

    `key` names the column, the seat, or the participant.
    """

    of: Literal["game", "seat", "participant", "performance"]
    key: str
    found: Any
    wanted: Any

    def __str__(self) -> str:
        return self.key if self.of == "game" else f"{self.of} {self.key}"


def kept(game_id: UUID) -> Kept:
    """The rows as they are. Raises Game.DoesNotExist."""
    row = models.Game.objects.get(pk=game_id)
    seats = models.Seat.objects.filter(game_id=game_id)
    people = list(models.Participant.objects.filter(game_id=game_id))
    return Kept(
        row=row,
        seats={s.seat: (s.participant_id, s.bot, s.autopilot) for s in seats},
        people={one.pk: Sitting(one.sat, one.status, one.public) for one in people},
        accounts={one.pk: one.player_id for one in people},
        performances=_performances(game_id),
    )


def _performances(game_id: UUID) -> dict[str, dict[str, Any]]:
    fared = models.Performance.objects.filter(participant__game_id=game_id).values()
    return {
        str(columns["participant_id"]): {k: v for k, v in columns.items() if k != "participant_id"}
        for columns in fared
    }


def differences(
    held: Kept, stream: Stream, opened: datetime, opener: str | None, sat: frozenset[str]
) -> list[Difference]:
    """Where the rows are not what the stream makes; it was opened then and by this participant, and
    these have sat in it.

    What no event knows is not looked at: the invite, a sandbox's clock, who has claimed a turn, and
    whether a player was warned of his deadline.
    """
    row = held.row
    wanted = wanted_fields(row, stream, opened)
    creator = None if opener is None else held.accounts.get(UUID(opener))
    if creator is not None:
        wanted["creator_id"] = creator
    found = {name: getattr(row, name) for name in wanted}
    return [
        *(
            Difference("game", name, found[name], wanted[name])
            for name in wanted
            if found[name] != wanted[name]
        ),
        *_seats(held, stream),
        *_people(held, stream, sat),
        *_fared(held, stream),
    ]


def wanted_fields(row: models.Game, stream: Stream, opened: datetime) -> dict[str, Any]:
    """The columns of the game's row as its log makes them."""
    game = stream.game
    assert stream.at is not None
    fields = game_fields(row, stream, stream.at)
    del fields["leased_until"], fields["look_at"]
    if _put_off(row, fields):
        fields["due_at"] = row.due_at
    return fields | {
        "visibility": game.visibility,
        "sandbox": game.sandbox,
        "ruleset": game.ruleset.name,
        "options": game.ruleset.departures(),
        "turn_seconds": game.turn_seconds,
        "created_at": opened,
    }


def _put_off(row: models.Game, fields: Mapping[str, Any]) -> bool:
    """Whether a sandbox's clock jumped over what was due, which then became due only thereafter."""
    if not row.sandbox or row.due_at is None or fields["due_at"] is None:
        return False
    return row.clock_offset > 0 and bool(row.due_at > fields["due_at"])


def _seats(held: Kept, stream: Stream) -> Iterator[Difference]:
    for seat in SEATS:
        occupant = stream.game.seats[seat]
        person = None if occupant.player_id is None else UUID(occupant.player_id)
        wanted = (person, occupant.bot, occupant.autopilot)
        found = held.seats.get(seat)
        if found != wanted:
            yield Difference("seat", seat, found, wanted)


def _people(held: Kept, stream: Stream, sat: frozenset[str]) -> Iterator[Difference]:
    game, ever = stream.game, {UUID(person) for person in sat}
    for person in sorted(held.people.keys() | ever):
        wanted = Sitting(person in ever, game.status, game.visibility == "public")
        found = held.people.get(person)
        if found != wanted:
            yield Difference("participant", str(person), found, wanted)


def _fared(held: Kept, stream: Stream) -> Iterator[Difference]:
    wanted, found = performance_fields(stream), held.performances
    for person in sorted(wanted.keys() | found.keys()):
        if found.get(person) != wanted.get(person):
            yield Difference("performance", person, found.get(person), wanted.get(person))
