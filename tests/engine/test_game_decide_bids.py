"""Bidding commands: accepted, or refused with a code, what is legal, and the facts."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.engine.bidding import BidValue
from games.engine.commands import MakeBid, PlayCard
from games.engine.events import BidMade
from tests.engine.table import dealt

THIRTEEN = {"N": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"}


@pytest.mark.parametrize("bid", ["pass", *range(1, 13), "board"])
def test_case_7_every_legal_bid_at_13_is_accepted(bid: BidValue) -> None:
    level = 1 if bid == "board" else None
    assert dealt(THIRTEEN).when(MakeBid("E", bid)) == (BidMade("E", bid, level),)


@pytest.mark.parametrize(
    "bid",
    [
        *(13, 0, -1, 14, 10**40, 2.5, 2.0, float("nan"), "x", "", "3", "Pass", "BOARD", b"pass"),
        *(None, True, False, (), ("pass",), [1], {}, {"bid": 1}),
    ],
)
def test_case_7_anything_else_at_13_is_refused(bid: Any) -> None:
    table = dealt(THIRTEEN)
    refusal = table.refuses(MakeBid("E", cast(BidValue, bid)))
    assert refusal.code == "illegal-bid"
    assert refusal.legal == ("pass", *range(1, 13), "board")
    assert refusal.facts["hand_size"] == 13
    assert refusal.facts["bid"] is bid


@pytest.mark.parametrize("bid", [0, 1, 2])
def test_case_8_at_1_a_number_is_refused(bid: int) -> None:
    table = dealt({"N": "AS"})
    refusal = table.refuses(MakeBid("E", bid))
    assert (refusal.code, refusal.legal) == ("illegal-bid", ("pass", "board"))


def test_case_8_at_2_a_1_is_accepted_and_a_2_refused() -> None:
    table = dealt({"N": "AS KS"})
    assert table.code(MakeBid("E", 2)) == "illegal-bid"
    assert table.when(MakeBid("E", 1)) == (BidMade("E", 1),)


def test_case_9_bids_that_do_not_rise_are_accepted() -> None:
    table = dealt({"N": "AS KS QS JS TS 9S"}).bid(5, 2, 5, 1)
    assert [made.bid for made in table.deal.bids] == [5, 2, 5, 1]


def test_case_10_the_level_of_a_board_stands_in_its_event() -> None:
    table = dealt({"N": "AS KS QS"}).bid("board", "pass")
    assert table.when(MakeBid("W", "board")) == (BidMade("W", "board", 2),)
    assert table.when(MakeBid("N", "board")) == (BidMade("N", "board", 3),)


def test_case_11_a_bid_out_of_turn_is_refused() -> None:
    table = dealt(THIRTEEN)
    for seat in ("N", "S", "W"):
        refusal = table.refuses(MakeBid(seat, 3))
        assert (refusal.code, refusal.legal) == ("not-your-turn", None)
        assert refusal.facts == {"turn": "E"}


def test_case_11_a_second_bid_by_the_same_player_is_refused() -> None:
    table = dealt(THIRTEEN).bid(3)
    assert table.code(MakeBid("E", 4)) == "not-your-turn"


@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
def test_case_11_a_bid_during_the_play_is_refused(seat: str) -> None:
    table = dealt(THIRTEEN).bid(3, 4, 5, 6)
    refusal = table.refuses(MakeBid(seat, 3))
    assert (refusal.code, refusal.facts) == ("wrong-phase", {"phase": "play"})


@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
@pytest.mark.parametrize("card", ["AS", "2C", "ZZ"])
def test_a_card_during_the_bidding_is_refused_whoever_plays_it(seat: str, card: str) -> None:
    refusal = dealt(THIRTEEN).refuses(PlayCard(seat, card))
    assert (refusal.code, refusal.legal, refusal.facts) == ("wrong-phase", None, {"phase": "bid"})


def test_out_of_turn_comes_before_an_illegal_bid() -> None:
    assert dealt(THIRTEEN).code(MakeBid("S", 99)) == "not-your-turn"


def test_the_wrong_phase_comes_before_out_of_turn_and_an_illegal_bid() -> None:
    table = dealt(THIRTEEN).bid(3, 4, 5, 6)
    assert table.turn == "N"
    assert table.code(MakeBid("E", 99)) == "wrong-phase"


def test_options_widen_and_narrow_what_is_refused() -> None:
    hand = {"N": "AS KS QS"}
    assert dealt(hand, bid_n_as_number=True).when(MakeBid("E", 3)) == (BidMade("E", 3),)
    strict = dealt(hand, bid_sum_over_hand="refuse").bid(2, "pass")
    refusal = strict.refuses(MakeBid("W", 2))
    assert (refusal.code, refusal.legal) == ("illegal-bid", ("pass", 1, "board"))
    single = dealt(hand, partner_may_raise_board=False).bid("board", "pass")
    refusal = single.refuses(MakeBid("W", "board"))
    assert (refusal.code, refusal.legal) == ("illegal-bid", ("pass", 1, 2))
