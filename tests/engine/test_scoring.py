"""Each team on its own contract."""

from __future__ import annotations

import pytest

from games.engine.bidding import Contract
from games.engine.ruleset import PRESETS, Ruleset
from games.engine.scoring import points, winner

RULES = Ruleset()


def score(bid: int, taken: int, n: int, board: int = 0, rules: Ruleset = RULES) -> int:
    """The points of a team."""
    return points(Contract(bid, board), taken, n, rules)


@pytest.mark.parametrize(
    ("bid", "taken", "expected"),
    [(7, 9, 37), (7, 7, 35), (7, 6, -35), (7, 0, -35), (7, 13, 41), (0, 5, 5), (0, 0, 0)],
)
def test_case_25_numbers_made_and_missed_and_two_passes(
    bid: int, taken: int, expected: int
) -> None:
    assert score(bid, taken, 13) == expected


def test_case_26_a_board_is_all_or_nothing() -> None:
    assert score(13, 13, 13, board=1) == 130
    assert score(13, 12, 13, board=1) == -130
    assert score(6, 0, 6, board=1) == -60


@pytest.mark.parametrize(("n", "level", "stake"), [(5, 2, 100), (4, 3, 120), (3, 4, 120)])
def test_case_27_double_triple_and_quadruple_boards(n: int, level: int, stake: int) -> None:
    assert score(n, n, n, board=level) == stake
    assert all(score(n, taken, n, board=level) == -stake for taken in range(n))


def test_case_28_numbers_that_add_up_to_all_tricks_are_no_board() -> None:
    assert score(13, 13, 13) == 65
    assert score(22, 12, 12) == -110


def test_case_14_a_contract_over_the_hand_is_missed_whatever_happens() -> None:
    assert [score(8, taken, 5) for taken in range(6)] == [-40] * 6


def test_case_29_each_team_is_scored_on_its_own_contract() -> None:
    assert score(4, 3, 4, board=1) == -40
    assert score(1, 1, 4) == 5


def test_case_30_the_higher_total_wins_and_equal_totals_tie() -> None:
    assert winner({"NS": -15, "EW": -20}) == "NS"
    assert winner({"NS": -20, "EW": -15}) == "EW"
    assert winner({"NS": 1, "EW": 0}) == "NS"
    assert winner({"NS": 7, "EW": 7}) == "tie"
    assert winner({"NS": 0, "EW": 0}) == "tie"


def test_the_point_values_are_options() -> None:
    rules = Ruleset(points_per_trick=7, points_per_overtrick=3, board_points=11)
    assert score(2, 4, 6, rules=rules) == 20
    assert score(2, 1, 6, rules=rules) == -14
    assert score(6, 6, 6, board=2, rules=rules) == 132
    free = Ruleset(points_per_trick=0, points_per_overtrick=0, board_points=0)
    assert score(2, 1, 6, rules=free) == score(2, 4, 6, rules=free) == 0
    assert score(6, 5, 6, board=4, rules=free) == 0


@pytest.mark.parametrize(
    ("multiplier", "times"), [("linear", (1, 2, 3, 4)), ("doubling", (1, 2, 4, 8))]
)
def test_the_level_counts_linearly_or_doubling(multiplier: str, times: tuple[int, ...]) -> None:
    rules = Ruleset(board_multiplier=multiplier)
    assert [score(3, 3, 3, board, rules) for board in (1, 2, 3, 4)] == [30 * t for t in times]
    assert [score(3, 2, 3, board, rules) for board in (1, 2, 3, 4)] == [-30 * t for t in times]


def test_bab_scores_10_a_bid_trick_and_doubles_boards() -> None:
    assert score(4, 5, 6, rules=PRESETS["bab"]) == 41
    assert score(3, 3, 3, board=4, rules=PRESETS["bab"]) == 240
