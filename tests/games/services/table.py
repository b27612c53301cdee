"""A table played at through the services, every act held against the log and the rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from games import models, projections
from games.engine.player_view import player_view
from games.engine.seats import SEATS, Seat
from games.engine.state import Game
from games.eventstore.store import load, load_whole, read
from games.eventstore.stream import Stream
from games.projections import game_fields, row_update
from games.services import machines, moves, tables
from games.services.acts import Act
from players.database import tell
from players.models import Player

People = Mapping[Seat, Player]
NOON: Final = datetime(2026, 7, 31, 12, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)


def verify_projection(done: Act) -> Act:
    """The act, once the rows are found to say what its log says, and the act what both say."""
    row = models.Game.objects.get(pk=done.row.pk)
    stream = load_whole(row.pk)
    assert done.stream == stream == load(row.pk)
    if done.written:
        assert list(done.written) == read(row.pk, after=stream.version - len(done.written))
    assert stream.at is not None
    fields = game_fields(row, stream, stream.at)
    assert {name: getattr(row, name) for name in fields} == fields
    assert {name: getattr(done.row, name) for name in fields} == fields
    game = stream.game
    assert (row.version, row.status, row.turn_seat) == (game.version, game.status, game.to_act)
    assert (row.score_ns, row.score_ew) == (game.scores["NS"], game.scores["EW"])
    assert seat_rows(row) == {
        seat: (occupant.player_id, occupant.bot, occupant.autopilot)
        for seat, occupant in game.seats.items()
    }
    people = models.Participant.objects.filter(game=row)
    listed = set(people.values_list("status", "public"))
    assert listed <= {(game.status, game.visibility == "public")}
    return done


def project(row: models.Game, stream: Stream, kinds: Collection[str]) -> None:
    """Bring the game's rows to a stream, as an act does in which events of these kinds happen."""
    assert stream.at is not None
    fields = game_fields(row, stream, stream.at)
    tell(*row_update(row, fields))
    projections.project(row, stream, fields, kinds)


def seat_rows(row: models.Game) -> dict[Seat, tuple[str | None, str | None, bool]]:
    """What the seats' rows say: person, bot, autopilot."""
    return {
        held.seat: (
            None if held.participant_id is None else str(held.participant_id),
            held.bot,
            held.autopilot,
        )
        for held in models.Seat.objects.filter(game=row)
    }


class Table:
    """A game, its people, and the time, which passes by a second with every act."""

    def __init__(self, people: People, creator: Player, **wish: Any) -> None:
        self.people = people
        self.now = NOON
        self.keep(tables.create_game(player=creator, now=self.now, **wish))

    def keep(self, done: Act) -> Act:
        """Note what was done, once it is verified."""
        self.done = verify_projection(done)
        self.row = models.Game.objects.get(pk=done.row.pk)
        return done

    @property
    def game(self) -> Game:
        return self.done.stream.game

    @property
    def version(self) -> int:
        return self.game.version

    @property
    def turn(self) -> Seat:
        """The seat that is to act."""
        assert self.game.to_act is not None
        return self.game.to_act

    @property
    def kinds(self) -> list[str]:
        """What the last act wrote."""
        return [event.kind for event in self.done.written]

    def clock(self) -> datetime:
        """The time, for services that ask for it."""
        return self.now

    def later(self, seconds: float = 1) -> datetime:
        """The time after so many seconds more."""
        self.now += seconds * SECOND
        return self.now

    def sit(self, seat: Seat, player: Player, **more: Any) -> Act:
        return self.keep(
            tables.take_seat(
                player=player, game_id=self.row.pk, seat=seat, now=self.later(), **more
            )
        )

    def leave(self, seat: Seat, player: Player, **more: Any) -> Act:
        return self.keep(
            tables.leave_seat(
                player=player, game_id=self.row.pk, seat=seat, now=self.later(), **more
            )
        )

    def seat_bot(self, seat: Seat, player: Player, level: str = "normal") -> Act:
        return self.keep(
            tables.seat_bot(
                player=player, game_id=self.row.pk, seat=seat, level=level, now=self.later()
            )
        )

    def come_back(self, seat: Seat) -> Act:
        return self.keep(
            moves.return_to_seat(player=self.people[seat], game_id=self.row.pk, now=self.later())
        )

    def move(self, **more: Any) -> Act:
        """Whoever is to act bids 1, or board where no number may be, or plays a legal card."""
        seat, player = self.turn, self.people[self.turn]
        turn = player_view(self.game, seat).turn
        assert turn is not None
        assert turn.legal is not None
        facts = {"player": player, "game_id": self.row.pk, "now": self.later(), **more}
        if turn.action == "bid":
            return self.keep(moves.bid(bid=1 if 1 in turn.legal else "board", **facts))
        return self.keep(moves.play(card=str(turn.legal[0]), **facts))

    def machine(self) -> Act | None:
        """A machine moves if it may."""
        done = machines.move(self.row.pk, self.version, clock=self.clock)
        return None if done is None else self.keep(done)

    def run_out(self) -> None:
        """So much time passes that the present turn is overdue, for the sweep too."""
        row = models.Game.objects.get(pk=self.row.pk)
        assert row.due_at is not None
        self.now = row.due_at

    def reload(self) -> None:
        """Look at what somebody else did meanwhile."""
        row = models.Game.objects.get(pk=self.row.pk)
        self.keep(Act(row, load(row.pk), ()))


def seated(people: People, **wish: Any) -> Table:
    """A running game of ana, boris, chie and dipa in N, E, S and W."""
    table = Table(people, people["N"], **wish)
    for seat in SEATS[1:]:
        table.sit(seat, people[seat])
    return table


def bots_only(creator: Player, **wish: Any) -> Table:
    """A running game of four bots that nobody sits at."""
    return Table({}, creator, seat=None, bots=dict.fromkeys(SEATS, "normal"), **wish)
