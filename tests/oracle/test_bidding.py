"""Cases 7 to 15 of the rules, and the options about bids."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.arranging import arranged, make_bid
from tests.oracle.cards import PACK
from tests.oracle.options import GAMERULES, Options
from tests.oracle.refusals import bid_refusal, card_refusal
from tests.oracle.rules import NaiveGame
from tests.oracle.scoring import Bid, contracts_of


def game_of(n: int, **departures: Any) -> NaiveGame:
    options: Options = {**GAMERULES, "hand_sizes": [n, n], **departures}  # type: ignore[typeddict-item]
    return NaiveGame(options, "N", lambda number, attempt: PACK)


def bid_all(game: NaiveGame, *bids: Bid) -> None:
    for bid in bids:
        game.bid(game.turn() or "", bid)


@pytest.mark.parametrize(
    ("n", "numbers"), [(1, []), (2, [1]), (6, [1, 2, 3, 4, 5]), (13, list(range(1, 13)))]
)
def test_numbers_stop_one_below_the_hand(n: int, numbers: list[int]) -> None:
    assert arranged(n, {}).legal_bids() == ["pass", *numbers, "board"]


OUT_OF_RANGE: tuple[object, ...] = (13, 0, -1, 2.5, "x", "3", 10**30, "")
OF_THE_WRONG_TYPE: tuple[object, ...] = (None, True, False, [1], {}, "pa\0ss")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        *[(value, "illegal-bid") for value in OUT_OF_RANGE],
        *[(value, "invalid-request") for value in OF_THE_WRONG_TYPE],
        *[(1, None), (12, None), ("pass", None), ("PASS", None), ("Board", None)],
    ],
)
def test_what_is_no_bid_is_refused_with_its_code(value: object, code: str | None) -> None:
    assert bid_refusal(game_of(13), "E", value) == code


def test_one_cannot_be_bid_on_one_card() -> None:
    assert bid_refusal(game_of(1), "E", 1) == "illegal-bid"


def test_bids_need_not_rise() -> None:
    deal = arranged(6, {}, (5, 2, 5, 1))
    assert [bid for _, bid in deal.bids] == [5, 2, 5, 1]


def test_a_partner_raises_a_board() -> None:
    deal = arranged(6, {}, ("board", "pass", "board", "pass"))
    assert deal.level("W") == 2
    assert deal.contracts()["EW"] == {"tricks": 6, "board": 2}
    assert deal.contracts()["NS"] == {"tricks": 0, "board": 0}


def test_a_bid_at_the_wrong_moment_is_refused() -> None:
    game = game_of(13)
    assert bid_refusal(None, "E", 1) == "game-not-started"
    assert bid_refusal(game, "S", 1) == "not-your-turn"
    assert card_refusal(game, "E", "2C") == "wrong-phase"
    bid_all(game, 3)
    assert bid_refusal(game, "E", 1) == "not-your-turn"
    bid_all(game, "pass", "pass", "pass")
    assert bid_refusal(game, "E", 1) == "wrong-phase"
    assert bid_refusal(game, "E", None) == "invalid-request"


@pytest.mark.parametrize(
    ("all_pass", "dealers"), [("next_dealer", "NESWN"), ("same_dealer", "NNNNN")]
)
def test_four_passes_deal_again(all_pass: str, dealers: str) -> None:
    game = game_of(9, all_pass=all_pass)
    for attempt, dealer in enumerate(dealers, start=1):
        assert (game.number, game.attempt, game.deal.dealer) == (1, attempt, dealer)
        assert game.deal.hand_size == 9
        bid_all(game, "pass", "pass", "pass", "pass")
    assert game.results == []


def test_three_passes_and_a_number_start_the_play() -> None:
    assert arranged(5, {}, ("pass", "pass", "pass", 1)).phase() == "play"


def test_a_sum_over_the_hand_stands() -> None:
    assert arranged(5, {}, (4, "pass", 4, "pass")).contracts()["EW"]["tricks"] == 8


@pytest.mark.parametrize(
    ("bids", "leader"),
    [
        ((3, 5, 2, 4), "S"),
        ((4, 2, 4, 1), "E"),
        (("board", "pass", "board", "pass"), "W"),
        ((5, "board", 5, "pass"), "S"),
        (("board", 5, 5, 5), "E"),
        (("pass", "pass", "pass", 1), "N"),
        (("board", "board", "board", "board"), "N"),
    ],
)
def test_the_highest_bid_leads(bids: tuple[Bid, ...], leader: str) -> None:
    assert arranged(6, {}, bids).turn() == leader


def test_the_whole_hand_may_be_a_number() -> None:
    assert arranged(3, {}, bid_n_as_number=True).legal_bids() == ["pass", 1, 2, 3, "board"]
    assert arranged(1, {}, bid_n_as_number=True).legal_bids() == ["pass", 1, "board"]


def test_a_sum_over_the_hand_may_be_refused() -> None:
    deal = arranged(5, {}, (4, "board"), bid_sum_over_hand="refuse")
    assert deal.legal_bids() == ["pass", 1, "board"]
    make_bid(deal, "pass")
    assert deal.legal_bids() == ["pass", 1, 2, 3, 4, "board"]


def test_a_sum_over_the_hand_may_be_capped() -> None:
    options: Options = {**GAMERULES, "bid_sum_over_hand": "cap"}
    bids: list[tuple[str, Bid]] = [("E", 4), ("S", 2), ("W", 4), ("N", 2)]
    wanted = {"EW": {"tricks": 5, "board": 0}, "NS": {"tricks": 4, "board": 0}}
    assert contracts_of(options, 5, bids) == wanted


def test_a_partners_board_may_be_final() -> None:
    deal = arranged(3, {}, ("board", "board"), partner_may_raise_board=False)
    assert deal.legal_bids() == ["pass", 1, 2]
    deal = arranged(3, {}, ("board", "pass", "pass"), partner_may_raise_board=False)
    assert deal.legal_bids() == ["pass", 1, 2, "board"]
