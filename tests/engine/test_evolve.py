"""Each event applied to a state: what changes, and that the version goes up by one."""

from __future__ import annotations

from typing import cast

import pytest

from games.engine.bidding import Contract
from games.engine.events import (
    AutopilotOff,
    AutopilotOn,
    DealPassedOut,
    DealScored,
    Event,
    GameCreated,
    GameFinished,
    GameStarted,
    GameVoided,
    SeatLeft,
    SeatTaken,
)
from games.engine.evolve import evolve
from games.engine.game import replay
from games.engine.ruleset import PRESETS
from games.engine.state import Game, Occupant
from tests.engine.table import GAME_ID, SEED, dealt, seated

NEW = Game(id=GAME_ID)
SCORED = DealScored(
    number=1,
    attempt=3,
    contracts={"NS": Contract(4, 0), "EW": Contract(0, 0)},
    tricks={"NS": 9, "EW": 4},
    points={"NS": 25, "EW": 4},
    scores={"NS": 25, "EW": 4},
)


def created(ruleset: str = "short", **options: object) -> GameCreated:
    """A table opened with options as they were stored."""
    stored = {**PRESETS[ruleset].options(), **options}
    return GameCreated(ruleset, stored, "private", 60, True, "c0", SEED)


def test_every_event_is_one_version() -> None:
    table = seated()
    assert table.game.version == len(table.events)
    for version in range(len(table.events) + 1):
        assert replay(GAME_ID, table.events[:version]).version == version


def test_evolve_leaves_the_state_before_it_as_it_was() -> None:
    table = seated().bid("pass")
    before = table.game
    copy = replay(GAME_ID, table.events)
    table.bid(3)
    assert before == copy
    assert before != table.game


def test_a_game_created_has_the_stored_options_not_todays_preset() -> None:
    game = evolve(NEW, created("short", board_points=77, hand_sizes=[3]))
    assert game.ruleset.name == "short"
    assert game.ruleset.board_points == 77
    assert game.ruleset.hand_sizes == (3,)
    assert game.ruleset.joker_turned_up == "turn_next"
    assert (game.visibility, game.turn_seconds, game.sandbox) == ("private", 60, True)
    assert (game.commitment, game.seed) == ("c0", SEED)


def test_seats_are_taken_and_left() -> None:
    game = evolve(NEW, SeatTaken("S", "chie", None, "x"))
    assert game.seats["S"] == Occupant("chie", None, "x")
    assert NEW.seats["S"] == Occupant()
    assert evolve(game, SeatLeft("S", None)).seats["S"] == Occupant()
    assert evolve(game, SeatLeft("S", "normal")).seats["S"] == Occupant(
        None, "normal", "x", left=True
    )


def test_a_game_started_is_active_with_a_first_dealer_and_no_deal_yet() -> None:
    game = evolve(NEW, GameStarted("W"))
    assert (game.status, game.first_dealer, game.deal, game.to_act) == ("active", "W", None, None)


def test_autopilot_goes_on_and_off_without_changing_who_sits() -> None:
    game = evolve(evolve(NEW, SeatTaken("S", "chie", None, "x")), AutopilotOn("S"))
    assert game.seats["S"] == Occupant("chie", None, "x", autopilot=True)
    assert evolve(game, AutopilotOff("S")).seats["S"] == Occupant("chie", None, "x")


def test_a_deal_started_counts_its_attempt() -> None:
    table = dealt({"N": "AS"}, number=3, attempt=7)
    assert table.game.attempts == {1: 1, 3: 7}
    assert table.deal.version == table.game.version
    assert table.deal.phase == "bid"


def test_a_deal_passed_out_is_done() -> None:
    table = dealt({"N": "AS"}).bid("pass", "pass", "pass")
    game = evolve(table.game, DealPassedOut(1, 1))
    assert game.deal is not None
    assert game.deal.phase == "done"


def test_a_deal_scored_is_done_and_its_result_stands() -> None:
    game = evolve(dealt({"N": "AS KS"}).game, SCORED)
    assert game.deal is not None
    assert game.deal.phase == "done"
    assert game.results == (SCORED,)
    assert game.scores == {"NS": 25, "EW": 4}
    assert game.attempts[1] == 3


def test_a_score_counts_without_the_cards_of_its_deal() -> None:
    game = evolve(evolve(NEW, created(hand_sizes=[2, 5])), SCORED)
    assert game.deal is None
    assert (game.scores, game.results, game.attempts) == (SCORED.scores, (SCORED,), {1: 3})


def test_the_end_has_scores_and_a_winner() -> None:
    game = evolve(NEW, GameFinished({"NS": 3, "EW": 9}, "EW", SEED))
    assert (game.status, game.scores, game.winner) == ("finished", {"NS": 3, "EW": 9}, "EW")
    assert game.over


def test_a_void_game_is_over() -> None:
    game = evolve(NEW, GameVoided(SEED, "why"))
    assert (game.status, game.over) == ("void", True)


def test_what_is_no_event_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError, match="'card-played' is no event"):
        evolve(NEW, cast(Event, "card-played"))


def test_the_hand_size_beyond_the_list_is_that_of_the_extra_deal() -> None:
    game = evolve(NEW, created(hand_sizes=[2, 5]))
    assert [game.ruleset.hand_size(number) for number in (1, 2, 3)] == [2, 5, 13]
