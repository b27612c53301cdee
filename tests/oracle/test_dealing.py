"""Cases 1 to 6 of the rules, and what the options make of a turned-up joker."""

from __future__ import annotations

import pytest

from tests.oracle.arranging import arranged
from tests.oracle.cards import PACK, SEATS
from tests.oracle.deal import NaiveDeal
from tests.oracle.options import GAMERULES, PRESETS, wrong_options
from tests.oracle.rules import NaiveGame


@pytest.mark.parametrize(
    ("preset", "deals", "tricks"),
    [("gamerules", 25, 181), ("pagat", 26, 182), ("short", 14, 56), ("bab", 13, 91)],
)
def test_presets_have_their_deals_and_tricks(preset: str, deals: int, tricks: int) -> None:
    sizes = PRESETS[preset]["hand_sizes"]
    assert (len(sizes), sum(sizes)) == (deals, tricks)
    assert wrong_options(dict(PRESETS[preset])) == []


def test_pagat_deals_one_card_twice_in_the_middle() -> None:
    assert PRESETS["pagat"]["hand_sizes"][12:14] == [1, 1]


@pytest.mark.parametrize("n", range(1, 14))
def test_every_card_lies_somewhere_once(n: int) -> None:
    deal = NaiveDeal(GAMERULES, n, "N", PACK)
    assert [len(deal.hands[seat]) for seat in SEATS] == [n] * 4
    assert len(deal.table.stock) == 53 - 4 * n
    assert sorted(deal.every_card()) == sorted(PACK)


def test_cards_go_one_at_a_time_from_the_dealers_left() -> None:
    deal = NaiveDeal(GAMERULES, 2, "S", PACK)
    assert deal.hands == {
        "W": ["2C", "6C"],
        "N": ["3C", "7C"],
        "E": ["4C", "8C"],
        "S": ["5C", "9C"],
    }
    assert (deal.turn_up, deal.trump) == ("TC", "C")


def test_the_deal_goes_round_clockwise() -> None:
    game = NaiveGame({**GAMERULES, "hand_sizes": [1, 1, 1]}, "S", lambda k, a: PACK)
    dealers, bidders = [], []
    while (seat := game.turn()) is not None:
        if game.deal.phase() == "bid":
            if not game.deal.bids:
                dealers.append(game.deal.dealer)
            bidders.append(seat)
            game.bid(seat, "board")
        else:
            game.play(seat, game.legal()[0])
    assert dealers == ["S", "W", "N"]
    assert bidders[:4] == ["W", "N", "E", "S"]


def test_the_turn_up_is_trump_and_in_nobodys_hand() -> None:
    deal = arranged(13, {})
    assert deal.trump == "H"
    assert all("7H" not in hand for hand in deal.hands.values())


def test_the_holder_of_the_other_joker_exchanges_it() -> None:
    deal = arranged(8, {"E": "BB"}, turn_up="LB", stock="4C")
    assert deal.trump is None
    assert deal.replaced == {"seat": "E", "joker": "BB", "drawn": "4C"}
    assert len(deal.hands["E"]) == 8
    assert "4C" in deal.hands["E"]
    assert "BB" not in deal.hands["E"]
    assert sorted(deal.every_card()) == sorted(PACK)


@pytest.mark.parametrize("stock", ["BB", "4C BB"])
def test_no_exchange_while_the_other_joker_lies_in_the_stock(stock: str) -> None:
    deal = arranged(5, {}, turn_up="LB", stock=stock)
    assert deal.replaced is None
    assert all("BB" not in hand for hand in deal.hands.values())


def test_thirteen_cards_leave_one_card_to_exchange() -> None:
    deal = arranged(13, {"W": "LB"}, turn_up="BB", stock="4C")
    assert deal.replaced == {"seat": "W", "joker": "LB", "drawn": "4C"}
    assert deal.table.stock == []
    assert arranged(13, {}, turn_up="BB", stock="LB").replaced is None


@pytest.mark.parametrize(
    ("stock", "turn_up", "trump"), [("4C", "4C", "C"), ("BB 4C", "4C", "C"), ("9S BB", "9S", "S")]
)
def test_jokers_are_buried_until_a_suit_is_turned(stock: str, turn_up: str, trump: str) -> None:
    deal = arranged(5, {}, turn_up="LB", stock=stock, joker_turned_up="turn_next")
    assert (deal.turn_up, deal.trump, deal.replaced) == (turn_up, trump, None)
    assert sorted(deal.every_card()) == sorted(PACK)


def test_two_jokers_at_the_end_of_the_pack_leave_no_trump() -> None:
    deal = arranged(13, {}, turn_up="LB", stock="BB", joker_turned_up="turn_next")
    assert (deal.turn_up, deal.trump) == ("BB", None)


def test_the_other_joker_may_stay_as_the_only_trump() -> None:
    deal = arranged(5, {"E": "BB"}, turn_up="LB", joker_turned_up="keep_other")
    assert (deal.trump, deal.replaced) == (None, None)
    assert "BB" in deal.hands["E"]


@pytest.mark.parametrize("way", ["exchange", "turn_next", "keep_other"])
@pytest.mark.parametrize("turn_up", ["LB", "4C"])
def test_a_fixed_trump_does_not_mind_the_turn_up(way: str, turn_up: str) -> None:
    deal = arranged(5, {"E": "BB"}, turn_up=turn_up, joker_turned_up=way, fixed_trump="S")
    assert (deal.turn_up, deal.trump, deal.replaced) == (turn_up, "S", None)
    assert "BB" in deal.hands["E"]
