"""How long each seat has to act, and with which events a turn begins."""

from __future__ import annotations

import pytest

from games.engine.absence import AUTOPILOT_SECONDS, BOT_SECONDS, begins_turn, seconds_to_act
from games.engine.commands import LeaveSeat, MakeBid, PlayCard, ReturnToSeat, RewindGame, VoidGame
from games.engine.events import AutopilotOff, AutopilotOn, Event
from games.engine.state import Game
from tests.engine.table import GAME_ID, Table, leading, seated


def with_time(seconds: int) -> Table:
    """A game just started, with so many seconds a turn."""
    table = seated()
    table.game = table.game._replace(turn_seconds=seconds)
    return table


def beginnings(game: Game, events: tuple[Event, ...]) -> list[bool]:
    """Whether a turn begins with each event of an act that led to `game`."""
    return [begins_turn(game, event) for event in events]


def test_nobody_has_to_act_before_the_start_or_after_the_end() -> None:
    assert seconds_to_act(Game(id=GAME_ID, turn_seconds=60)) is None
    table = with_time(60)
    table.when(VoidGame("why"))
    assert seconds_to_act(table.game) is None


def test_a_player_has_the_time_of_the_game() -> None:
    assert seconds_to_act(with_time(86400).game) == 86400
    assert seconds_to_act(with_time(5).game) == 5


@pytest.mark.parametrize(("seconds", "expected"), [(86400, 10), (11, 10), (10, 10), (9, 9), (1, 1)])
def test_a_player_on_autopilot_has_ten_seconds_at_most(seconds: int, expected: int) -> None:
    table = with_time(seconds)
    table.given(AutopilotOn(table.turn))
    assert seconds_to_act(table.game) == expected
    assert AUTOPILOT_SECONDS == 10


def test_the_autopilot_of_another_seat_changes_nothing() -> None:
    table = with_time(60)
    table.given(*(AutopilotOn(seat) for seat in "NESW" if seat != table.turn))
    assert seconds_to_act(table.game) == 60


def test_a_bot_has_three_seconds() -> None:
    table = with_time(60)
    table.when(LeaveSeat(table.turn))
    assert seconds_to_act(table.game) == BOT_SECONDS == 3


def test_a_turn_begins_with_each_bid_card_and_deal() -> None:
    table = seated()
    assert begins_turn(table.game, table.events[-1])
    assert beginnings(table.game, table.when(MakeBid(table.turn, 3))) == [True]
    table = leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}, hand_sizes=[1, 1])
    table.play("AC 2C 3C")
    events = table.when(PlayCard("N", "4C"))
    assert beginnings(table.game, events) == [True, False, True]


def test_a_turn_begins_with_a_rewind() -> None:
    table = seated().bid(1)
    assert beginnings(table.game, table.when(RewindGame(table.game.version, ""))) == [True]


def test_a_turn_begins_anew_for_whoever_comes_back_during_it() -> None:
    table = seated()
    acting = table.turn
    table.given(AutopilotOn(acting))
    assert not begins_turn(table.game, table.events[-1])
    assert beginnings(table.game, table.when(ReturnToSeat(acting))) == [True]


def test_a_turn_goes_on_while_others_come_back_or_leave() -> None:
    table = seated()
    other = next(seat for seat in "NESW" if seat != table.turn)
    table.given(AutopilotOn(other))
    assert not begins_turn(table.game, AutopilotOff(other))
    table.given(AutopilotOff(other))
    assert beginnings(table.game, table.when(LeaveSeat(other))) == [False]


def test_a_bots_turn_begins_when_the_player_whose_turn_it_is_leaves() -> None:
    table = seated()
    assert beginnings(table.game, table.when(LeaveSeat(table.turn))) == [True]
