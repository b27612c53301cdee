"""Cases 25 to 31 of the rules, and how a game ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.cards import PACK
from tests.oracle.options import BAB, GAMERULES, Options
from tests.oracle.refusals import bid_refusal, card_refusal
from tests.oracle.rules import NaiveGame
from tests.oracle.scoring import Bid, contracts_of, points_for


def points(n: int, taken: int, first: Bid, second: Bid, *, level: int = 1) -> int:
    """The points of East and West for their two bids, their first board being at `level`."""
    others: list[tuple[str, Bid]] = [("N", "board"), ("S", "board"), ("W", "board")]
    bids = [*others[: level - 1], ("E", first), ("W", second)]
    return points_for(GAMERULES, n, contracts_of(GAMERULES, n, bids)["EW"], taken)


@pytest.mark.parametrize(
    ("n", "first", "second", "taken", "score"),
    [
        (13, 4, 3, 9, 37),
        (13, 4, 3, 7, 35),
        (13, 4, 3, 6, -35),
        (13, "pass", "pass", 5, 5),
        (13, "pass", "pass", 0, 0),
        (13, "board", 5, 13, 130),
        (13, "board", 5, 12, -130),
        (6, "board", "pass", 0, -60),
        (5, 4, 4, 5, -40),
        (13, 6, 7, 13, 65),
        (12, 11, 11, 12, -110),
        (4, "pass", 1, 1, 5),
        (4, "board", "pass", 3, -40),
        (5, "board", "board", 5, 100),
        (5, "board", "board", 4, -100),
    ],
)
def test_a_deal_is_scored(n: int, first: Bid, second: Bid, taken: int, score: int) -> None:
    assert points(n, taken, first, second) == score


@pytest.mark.parametrize(("level", "n", "stake"), [(2, 5, 100), (3, 4, 120), (4, 3, 120)])
def test_boards_multiply(level: int, n: int, stake: int) -> None:
    if level == 4:
        contract = {"tricks": n, "board": 4}
        assert points_for(GAMERULES, n, contract, n) == stake
        assert points_for(GAMERULES, n, contract, n - 1) == -stake
    else:
        assert points(n, n, "board", "pass", level=level) == stake
        assert points(n, 0, "board", "pass", level=level) == -stake


@pytest.mark.parametrize(("level", "times"), [(1, 1), (2, 2), (3, 4), (4, 8)])
def test_boards_may_double(level: int, times: int) -> None:
    assert points_for(BAB, 3, {"tricks": 3, "board": level}, 3) == 30 * times


def test_a_capped_contract_can_be_made() -> None:
    contract = contracts_of(BAB, 5, [("E", 4), ("W", 4)])["EW"]
    assert points_for(BAB, 5, contract, 5) == 50


def ended(ns: int, ew: int, **departures: Any) -> NaiveGame:
    """A game whose last deal has just been scored."""
    options: Options = {**GAMERULES, "hand_sizes": [2], **departures}  # type: ignore[typeddict-item]
    game = NaiveGame(options, "N", lambda number, attempt: PACK)
    game.results.append({"points": {"NS": ns, "EW": ew}})
    game.next_deal_or_end()
    return game


@pytest.mark.parametrize(
    ("ns", "ew", "winner"), [(-15, -20, "NS"), (-20, -15, "EW"), (7, 7, "tie"), (0, 1, "EW")]
)
def test_the_higher_total_wins(ns: int, ew: int, winner: str) -> None:
    assert ended(ns, ew).winner == winner


def test_a_tie_may_be_played_off_once() -> None:
    game = ended(7, 7, tie="extra_deal")
    assert game.winner is None
    assert (game.number, game.attempt, game.deal.hand_size, game.deal.dealer) == (2, 1, 13, "E")
    game.results.append({"points": {"NS": 4, "EW": 4}})
    game.next_deal_or_end()
    assert game.winner == "tie"


def test_no_extra_deal_without_a_tie() -> None:
    assert ended(7, 8, tie="extra_deal").winner == "EW"


def test_everything_is_refused_after_the_end() -> None:
    options: Options = {**GAMERULES, "hand_sizes": [1]}
    game = NaiveGame(options, "N", lambda number, attempt: PACK)
    for seat in "ESWN":
        game.bid(seat, "board")
    while (turn := game.turn()) is not None:
        game.play(turn, game.legal()[0])
    assert game.winner is not None
    for seat in "NESW":
        assert bid_refusal(game, seat, "pass") == "game-over"
        assert card_refusal(game, seat, "2C") == "game-over"
        assert card_refusal(game, seat, "ZZ") == "invalid-request"
