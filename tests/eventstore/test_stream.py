"""When a turn begins and when its time is up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.engine.commands import (
    Command,
    CreateGame,
    LeaveSeat,
    MakeBid,
    Mover,
    ReturnToSeat,
    RewindGame,
    TakeSeat,
)
from games.engine.evolve import evolve
from games.engine.game import decide
from games.engine.seats import LEFT_OF, SEATS, Seat
from games.engine.state import Game
from games.eventstore.stream import Stream, fold
from tests.engine.table import GAME_ID, PEOPLE

NOON = datetime(2026, 7, 31, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Clock:
    """A game of 60 seconds a turn in which something happens every minute."""

    def __init__(self, *bots: Seat, turn_seconds: int = 60) -> None:
        self.stream = Stream(Game(id=GAME_ID))
        self.acts = 0
        self.act(CreateGame(seed=bytes(32).hex(), turn_seconds=turn_seconds))
        for seat in SEATS:
            person = None if seat in bots else PEOPLE[seat]
            self.act(TakeSeat(seat, person, "expert" if seat in bots else None))

    @property
    def now(self) -> datetime:
        """The time of the last act."""
        return NOON + self.acts * MINUTE

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        assert self.stream.game.to_act is not None
        return self.stream.game.to_act

    def act(self, command: Command) -> None:
        """A minute later somebody does something."""
        self.acts += 1
        events = decide(self.stream.game, command)
        first = self.stream.version + 1
        game, began = fold(self.stream.game, list(enumerate(events, first)))
        turn = self.stream.turn_began if began is None else self.now
        self.stream = self.stream._replace(game=game, turn_began=turn)

    def passes(self, by: Mover = "player") -> None:
        """Whoever is to act passes."""
        self.act(MakeBid(self.seat, "pass", by))


def test_nobody_is_to_act_before_the_start() -> None:
    assert Stream(Game(id=GAME_ID)).deadline is None


def test_the_first_turn_begins_with_the_deal() -> None:
    clock = Clock()
    assert clock.stream.turn_began == clock.now
    assert clock.stream.deadline == clock.now + MINUTE


def test_every_move_begins_the_next_turn() -> None:
    clock = Clock()
    clock.passes()
    assert clock.stream.turn_began == clock.now
    assert clock.stream.deadline == clock.now + MINUTE


def test_a_bot_has_three_seconds() -> None:
    clock = Clock(*SEATS)
    assert clock.stream.deadline == clock.now + timedelta(seconds=3)


def test_the_autopilot_plays_and_the_turn_after_it_is_the_next_players() -> None:
    clock = Clock()
    absent = clock.seat
    clock.passes(by="autopilot")
    assert clock.seat == LEFT_OF[absent]
    assert clock.stream.deadline == clock.now + MINUTE


def test_an_absent_player_is_waited_for_ten_seconds() -> None:
    clock = Clock()
    absent = clock.seat
    clock.passes(by="autopilot")
    while clock.seat != absent:
        clock.passes()
    assert clock.stream.deadline == clock.now + timedelta(seconds=10)


def test_nor_longer_than_a_turn_lasts() -> None:
    clock = Clock(turn_seconds=6)
    absent = clock.seat
    clock.passes(by="autopilot")
    while clock.seat != absent:
        clock.passes()
    assert clock.stream.deadline == clock.now + timedelta(seconds=6)


def test_who_comes_back_in_his_turn_has_his_full_time() -> None:
    clock = Clock()
    absent = clock.seat
    clock.passes(by="autopilot")
    while clock.seat != absent:
        clock.passes()
    clock.act(ReturnToSeat(absent))
    assert clock.stream.turn_began == clock.now
    assert clock.stream.deadline == clock.now + MINUTE


def test_who_comes_back_in_anothers_turn_takes_nothing_from_him() -> None:
    clock = Clock()
    absent = clock.seat
    clock.passes(by="autopilot")
    began = clock.now
    clock.act(ReturnToSeat(absent))
    assert clock.stream.turn_began == began
    assert clock.stream.deadline == began + MINUTE


def test_the_bot_of_who_leaves_in_his_turn_has_three_seconds_from_then() -> None:
    clock = Clock()
    clock.act(LeaveSeat(clock.seat))
    assert clock.stream.deadline == clock.now + timedelta(seconds=3)


def test_who_leaves_in_anothers_turn_gives_him_no_time() -> None:
    clock = Clock()
    began = clock.now
    clock.act(LeaveSeat(LEFT_OF[clock.seat]))
    assert clock.stream.deadline == began + MINUTE


def test_a_turn_begins_anew_after_a_rewind() -> None:
    clock = Clock()
    clock.passes()
    clock.passes()
    clock.act(RewindGame(clock.stream.version - 1, "", None))
    assert clock.stream.deadline == clock.now + MINUTE


def test_a_closed_deal_may_be_left_out() -> None:
    clock = Clock()
    game = clock.stream.game
    (passed,) = decide(game, MakeBid(clock.seat, "pass"))
    later, began = fold(game, [(game.version + 100, passed)])
    assert later == evolve(game._replace(version=game.version + 99), passed)
    assert began == later.version == game.version + 100
