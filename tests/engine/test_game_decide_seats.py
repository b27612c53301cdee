"""Opening a table, sitting down, getting up, coming back, and the game that counts for nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, cast

import pytest

from games.engine.commands import (
    Command,
    CreateGame,
    LeaveSeat,
    MakeBid,
    PlayCard,
    ReturnToSeat,
    RewindGame,
    TakeSeat,
    VoidGame,
)
from games.engine.events import (
    AutopilotOff,
    AutopilotOn,
    BidMade,
    CardPlayed,
    DealStarted,
    GameCreated,
    GameStarted,
    GameVoided,
    SeatLeft,
    SeatTaken,
)
from games.engine.game import LEVEL_AFTER_LEAVING, decide
from games.engine.ruleset import InvalidOption, Ruleset
from games.engine.state import Occupant
from tests.engine.table import GAME_ID, PEOPLE, SEED, Table, leading, seated

At = Callable[[], Table]


def waiting() -> Table:
    """A table with ana in N alone."""
    table = Table()
    table.when(CreateGame(seed=SEED))
    table.when(TakeSeat("N", player_id="ana", entropy="salt"))
    return table


def finished() -> Table:
    """A game of one deal, played to its end."""
    return leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}).play("AC 2C 3C 4C")


def void() -> Table:
    """A game that counts for nothing."""
    table = seated()
    table.when(VoidGame("a misprint"))
    return table


# Opening a table


def test_a_table_is_opened_with_all_options_resolved_and_a_commitment() -> None:
    (event,) = Table().when(CreateGame(seed=SEED, options={"tie": "extra_deal"}))
    assert event == GameCreated(
        ruleset="gamerules",
        options={**Ruleset().options(), "tie": "extra_deal"},
        visibility="public",
        turn_seconds=86400,
        sandbox=False,
        commitment=hashlib.sha256(bytes.fromhex(SEED)).hexdigest(),
        seed=SEED,
    )


def test_a_table_remembers_what_it_was_opened_with() -> None:
    table = Table()
    table.when(
        CreateGame(seed=SEED, ruleset="bab", visibility="private", turn_seconds=5, sandbox=True)
    )
    game = table.game
    assert (game.id, game.version, game.status) == (GAME_ID, 1, "waiting")
    assert (game.ruleset.name, game.visibility, game.turn_seconds) == ("bab", "private", 5)
    assert game.sandbox
    assert game.seed == SEED
    assert game.commitment == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert all(not occupant.present for occupant in game.seats.values())


def test_a_table_with_an_option_that_cannot_be_is_not_opened() -> None:
    with pytest.raises(InvalidOption):
        Table().when(CreateGame(seed=SEED, options={"hand_sizes": [14]}))
    with pytest.raises(KeyError):
        Table().when(CreateGame(seed=SEED, ruleset="whist"))


def test_what_is_no_command_is_a_fault_of_the_program() -> None:
    with pytest.raises(AssertionError):
        decide(Table().game, cast(Command, "pass"))


# Sitting down


def test_a_person_sits_down_with_entropy() -> None:
    table = waiting()
    assert table.events[-1] == SeatTaken("N", "ana", None, "salt")
    assert table.game.seats["N"] == Occupant("ana", None, "salt")


def test_a_bot_sits_down() -> None:
    table = waiting()
    assert table.when(TakeSeat("E", bot="expert")) == (SeatTaken("E", None, "expert", ""),)
    assert table.game.seats["E"].present


def test_the_game_starts_by_itself_when_the_fourth_sits_down() -> None:
    table = waiting()
    table.when(TakeSeat("E", player_id="boris"))
    assert len(table.when(TakeSeat("S", player_id="chie"))) == 1
    taken, started, deal = table.when(TakeSeat("W", bot="normal"))
    assert isinstance(taken, SeatTaken)
    assert isinstance(started, GameStarted)
    assert isinstance(deal, DealStarted)
    assert deal.dealer == started.first_dealer == table.game.first_dealer
    assert table.game.status == "active"


def test_four_bots_and_no_person_are_allowed() -> None:
    table = Table()
    table.when(CreateGame(seed=SEED))
    for seat in "NESW":
        table.when(TakeSeat(seat, bot="beginner"))
    assert table.game.status == "active"


@pytest.mark.parametrize("at", [waiting, seated, finished])
def test_sitting_down_on_ones_own_seat_again_is_no_event(at: At) -> None:
    table = at()
    assert table.when(TakeSeat("N", player_id="ana", entropy="other")) == ()


def test_a_seat_that_is_taken_is_refused_to_people_and_bots() -> None:
    table = waiting()
    for command in (TakeSeat("N", player_id="eve"), TakeSeat("N", bot="normal")):
        refusal = table.refuses(command)
        assert (refusal.code, refusal.legal, refusal.facts) == ("seat-taken", None, {"seat": "N"})
    assert seated().code(TakeSeat("N", player_id="eve")) == "seat-taken"


def test_nobody_sits_in_two_seats() -> None:
    table = waiting()
    assert table.code(TakeSeat("E", player_id="ana")) == "already-seated"
    table.when(TakeSeat("E", bot="normal"))
    assert table.code(TakeSeat("E", player_id="ana")) == "already-seated"
    assert seated().code(TakeSeat("S", player_id="ana")) == "already-seated"


def test_bots_of_one_level_sit_in_two_seats() -> None:
    table = waiting()
    table.when(TakeSeat("E", bot="normal"))
    table.when(TakeSeat("S", bot="normal"))
    assert table.code(TakeSeat("S", bot="normal")) == "seat-taken"


@pytest.mark.parametrize("at", [finished, void])
def test_nobody_sits_down_or_gets_up_once_the_game_is_over(at: At) -> None:
    table = at()
    assert table.code(TakeSeat("N", player_id="eve")) == "game-over"
    assert table.code(TakeSeat("E", player_id="ana")) == "game-over"
    assert table.code(TakeSeat("E", bot="normal")) == "game-over"
    assert table.code(LeaveSeat("N")) == "game-over"


# Getting up


def test_a_seat_left_before_the_start_is_empty_and_its_entropy_gone() -> None:
    table = waiting()
    assert table.when(LeaveSeat("N")) == (SeatLeft("N", None),)
    assert table.game.seats["N"] == Occupant()
    table.when(TakeSeat("N", player_id="eve"))
    assert table.game.seats["N"].entropy == ""


def test_leaving_an_empty_seat_is_no_event() -> None:
    assert waiting().when(LeaveSeat("E")) == ()


def test_a_seat_left_after_the_start_is_a_bots_for_good_and_its_entropy_stays() -> None:
    table = seated(E="fate")
    assert table.when(LeaveSeat("E")) == (SeatLeft("E", LEVEL_AFTER_LEAVING),)
    assert table.game.seats["E"] == Occupant(None, "normal", "fate", left=True)
    assert table.code(TakeSeat("E", player_id="boris")) == "seat-taken"


def test_a_bots_seat_cannot_be_left_after_the_start() -> None:
    table = seated()
    table.when(LeaveSeat("E"))
    assert table.when(LeaveSeat("E")) == ()


def test_a_bot_can_be_removed_before_the_start() -> None:
    table = waiting()
    table.when(TakeSeat("E", bot="expert"))
    assert table.when(LeaveSeat("E")) == (SeatLeft("E", None),)


def test_whoever_leaves_while_absent_takes_the_autopilot_along() -> None:
    table = seated()
    table.given(AutopilotOn("E"))
    table.when(LeaveSeat("E"))
    assert not table.game.seats["E"].autopilot


def test_entropy_of_the_last_occupants_before_the_start_makes_the_decks() -> None:
    table = Table()
    table.when(CreateGame(seed=SEED))
    table.when(TakeSeat("N", player_id="eve", entropy="gone"))
    table.when(LeaveSeat("N"))
    for seat, person in PEOPLE.items():
        table.when(TakeSeat(seat, player_id=person))
    assert table.deal.deck == seated().deal.deck
    assert table.deal.deck != seated(N="gone").deal.deck


# Being absent and coming back


def test_the_autopilots_first_move_says_that_it_is_on() -> None:
    table = leading("E", {"E": "AC 2D", "S": "2C 3D", "W": "3C 4D", "N": "4C 5D"})
    assert table.when(PlayCard("E", "AC", by="autopilot")) == (
        AutopilotOn("E"),
        CardPlayed("E", "AC"),
    )
    assert table.game.seats["E"].autopilot
    table.play("2C 3C 4C")
    events = table.when(PlayCard("E", "2D", by="autopilot"))
    assert events == (CardPlayed("E", "2D"),)


def test_a_players_own_move_brings_him_back_first() -> None:
    table = seated()
    seat = table.turn
    table.given(AutopilotOn(seat))
    assert table.when(MakeBid(seat, 3)) == (AutopilotOff(seat), BidMade(seat, 3))
    assert not table.game.seats[seat].autopilot


def test_a_refused_move_brings_nobody_back() -> None:
    table = seated()
    table.given(AutopilotOn(table.turn))
    table.refuses(MakeBid(table.turn, 0))
    table.refuses(PlayCard(table.turn, "AS"))
    assert table.game.seats[table.turn].autopilot


def test_an_autopilots_refused_move_marks_nobody_absent() -> None:
    table = seated()
    table.refuses(MakeBid(table.turn, 0, by="autopilot"))
    assert not table.game.seats[table.turn].autopilot


def test_a_bot_moves_without_any_autopilot() -> None:
    table = seated()
    table.when(LeaveSeat(table.turn))
    assert table.when(MakeBid(table.turn, 2, by="bot")) == (BidMade(table.deal.bids[0].seat, 2),)


def test_no_autopilot_goes_on_for_a_bot() -> None:
    table = seated()
    seat = table.turn
    table.when(LeaveSeat(seat))
    assert table.when(MakeBid(seat, 2, by="autopilot")) == (BidMade(seat, 2),)


def test_returning_takes_the_seat_back() -> None:
    table = seated()
    table.given(AutopilotOn("S"))
    assert table.when(ReturnToSeat("S")) == (AutopilotOff("S"),)
    assert table.when(ReturnToSeat("S")) == ()


def test_nobody_returns_to_a_game_that_is_over_or_not_begun() -> None:
    assert waiting().code(ReturnToSeat("N")) == "game-not-started"
    assert finished().code(ReturnToSeat("N")) == "game-over"
    assert void().code(ReturnToSeat("N")) == "game-over"


# Counting for nothing


@pytest.mark.parametrize("at", [waiting, seated, finished])
def test_a_game_that_counts_for_nothing_publishes_its_seed(at: At) -> None:
    table = at()
    assert table.when(VoidGame("cards seen")) == (GameVoided(SEED, "cards seen"),)
    assert table.game.status == "void"
    assert table.game.over
    assert table.game.to_act is None


def test_a_void_game_is_not_voided_twice() -> None:
    assert void().code(VoidGame("again")) == "game-over"


MOVES: list[Any] = [
    MakeBid("N", "pass"),
    MakeBid("N", 99),
    PlayCard("N", "AS"),
    PlayCard("N", "ZZ"),
    ReturnToSeat("N"),
    RewindGame(1, ""),
]


@pytest.mark.parametrize("command", MOVES)
def test_before_the_start_every_move_is_refused_as_too_early(command: Command) -> None:
    assert waiting().code(command) == "game-not-started"


@pytest.mark.parametrize("command", MOVES)
@pytest.mark.parametrize("at", [finished, void])
def test_case_31_after_the_end_every_bid_and_play_is_refused(at: At, command: Command) -> None:
    refusal = at().refuses(command)
    assert (refusal.code, refusal.legal) == ("game-over", None)
