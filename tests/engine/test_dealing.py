"""Dealing, the turn-up, and what a joker turned up does under each option."""

from __future__ import annotations

import pytest

from games.engine.cards import PACK
from games.engine.dealing import Dealt, Replaced, deal_out
from games.engine.ruleset import Ruleset
from games.engine.seats import SEATS
from tests.engine.table import dealt, stacked

RULES = Ruleset()
TURN_NEXT = Ruleset(joker_turned_up="turn_next")
KEEP_OTHER = Ruleset(joker_turned_up="keep_other")


def everything(table: Dealt) -> list[str]:
    """All cards of a deal, wherever they lie."""
    held = [card for hand in table.hands.values() for card in hand]
    return [*held, table.turn_up, *table.stock, *table.discards]


@pytest.mark.parametrize("rules", [RULES, TURN_NEXT, KEEP_OTHER])
@pytest.mark.parametrize("n", range(1, 14))
def test_case_2_hands_turn_up_and_stock_are_the_54_cards(n: int, rules: Ruleset) -> None:
    table = deal_out(PACK, n, "N", rules)
    assert [len(table.hands[seat]) for seat in SEATS] == [n] * 4
    assert sorted(everything(table)) == sorted(PACK)
    if PACK[4 * n] not in ("BB", "LB"):
        assert len(table.stock) == 53 - 4 * n
        assert table.discards == ()


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left_then_the_turn_up() -> None:
    table = deal_out(PACK, 3, "E", RULES)
    assert table.hands == {
        "S": ("2C", "6C", "TC"),
        "W": ("3C", "7C", "JC"),
        "N": ("4C", "8C", "QC"),
        "E": ("5C", "9C", "KC"),
    }
    assert table.turn_up == "AC"
    assert table.stock == PACK[13:]


def test_case_4_the_suit_of_the_turn_up_is_trump_and_it_is_in_nobodys_hand() -> None:
    table = deal_out(stacked({"N": "AS KS QS"}, turn_up="7H"), 3, "N", RULES)
    assert (table.turn_up, table.trump) == ("7H", "H")
    assert all("7H" not in hand for hand in table.hands.values())
    assert "7H" not in table.stock
    assert table.replaced is None


def test_case_5_the_holder_of_the_other_joker_exchanges_it_for_the_top_of_the_stock() -> None:
    deck = stacked({"E": "BB 2C 3C 5C 6C 7C 8C 9C"}, turn_up="LB", stock="4C 2S")
    table = deal_out(deck, 8, "N", RULES)
    assert table.trump is None
    assert set(table.hands["E"]) == {"4C", "2C", "3C", "5C", "6C", "7C", "8C", "9C"}
    assert table.replaced == Replaced("E", "BB", "4C")
    assert table.discards == ("BB",)
    assert table.stock[0] == "2S"
    assert sorted(everything(table)) == sorted(PACK)


def test_case_5_works_the_other_way_round_and_for_the_dealer_too() -> None:
    table = deal_out(stacked({"N": "LB 3C"}, turn_up="BB", stock="AS"), 2, "N", RULES)
    assert table.hands["N"] == ("AS", "3C")
    assert table.replaced == Replaced("N", "LB", "AS")


@pytest.mark.parametrize("stock", ["BB", "4C BB", "4C 5C 6C 7C BB"])
def test_case_6_no_exchange_when_the_other_joker_is_in_the_stock(stock: str) -> None:
    deck = stacked({"N": "AS KS QS JS TS"}, turn_up="LB", stock=stock)
    table = deal_out(deck, 5, "N", RULES)
    assert table.trump is None
    assert table.replaced is None
    assert table.discards == ()
    assert all("BB" not in hand for hand in table.hands.values())
    assert "BB" in table.stock


def test_at_13_the_holder_of_the_other_joker_gets_the_one_card_of_the_stock() -> None:
    hand = "BB KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    table = deal_out(stacked({"W": hand}, turn_up="LB", stock="AD"), 13, "N", RULES)
    assert table.replaced == Replaced("W", "BB", "AD")
    assert table.stock == ()
    assert "BB" not in table.hands["W"]


def test_at_13_nobody_exchanges_when_the_one_card_of_the_stock_is_the_other_joker() -> None:
    hand = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    table = deal_out(stacked({"W": hand}, turn_up="BB", stock="LB"), 13, "N", RULES)
    assert (table.trump, table.replaced, table.stock) == (None, None, ("LB",))


def test_no_joker_is_ever_in_a_hand_without_a_trump_suit_by_default() -> None:
    for joker, other in (("BB", "LB"), ("LB", "BB")):
        for place in range(53):
            rest = [card for card in PACK if card not in (joker, other)]
            rest.insert(place, other)
            deck = (*rest[:20], joker, *rest[20:])
            table = deal_out(deck, 5, "S", RULES)
            assert table.trump is None
            assert not any({"BB", "LB"} & set(hand) for hand in table.hands.values())


def test_turn_next_buries_a_joker_and_turns_the_next_card() -> None:
    deck = stacked({"N": "BB 3C"}, turn_up="LB", stock="9D AS")
    table = deal_out(deck, 2, "N", TURN_NEXT)
    assert (table.turn_up, table.trump) == ("9D", "D")
    assert table.discards == ("LB",)
    assert table.stock[0] == "AS"
    assert "BB" in table.hands["N"]
    assert table.replaced is None


def test_turn_next_buries_both_jokers_if_they_come_in_a_row() -> None:
    table = deal_out(stacked({"N": "3C"}, turn_up="BB", stock="LB 9D"), 1, "N", TURN_NEXT)
    assert (table.turn_up, table.trump, table.discards) == ("9D", "D", ("BB", "LB"))


def test_turn_next_at_13_makes_the_last_card_trump() -> None:
    hand = "BB KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    table = deal_out(stacked({"W": hand}, turn_up="LB", stock="AD"), 13, "N", TURN_NEXT)
    assert (table.turn_up, table.trump, table.stock) == ("AD", "D", ())


def test_turn_next_with_no_card_left_means_no_trump() -> None:
    hand = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    table = deal_out(stacked({"W": hand}, turn_up="BB", stock="LB"), 13, "N", TURN_NEXT)
    assert (table.turn_up, table.trump) == ("LB", None)
    assert table.discards == ("BB",)
    assert sorted(everything(table)) == sorted(PACK)


def test_keep_other_leaves_the_other_joker_in_its_hand_as_the_only_trump() -> None:
    table = deal_out(stacked({"E": "BB 3C"}, turn_up="LB", stock="4C"), 2, "N", KEEP_OTHER)
    assert table.trump is None
    assert table.hands["E"] == ("BB", "3C")
    assert (table.replaced, table.discards) == (None, ())


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize("joker_turned_up", ["exchange", "turn_next", "keep_other"])
@pytest.mark.parametrize("turn_up", ["7S", "LB"])
def test_a_fixed_trump_is_trump_whatever_is_turned_up(
    suit: str, joker_turned_up: str, turn_up: str
) -> None:
    rules = Ruleset(fixed_trump=suit, joker_turned_up=joker_turned_up)
    table = deal_out(stacked({"E": "BB 3C"}, turn_up=turn_up, stock="4C"), 2, "N", rules)
    assert (table.turn_up, table.trump) == (turn_up, suit)
    assert "BB" in table.hands["E"]
    assert table.replaced is None


def test_the_exchange_comes_before_the_bidding_and_stands_in_the_event() -> None:
    table = dealt({"E": "BB 3C"}, turn_up="LB", stock="4C")
    assert table.deal.phase == "bid"
    assert table.deal.hands["E"] == {"4C", "3C"}
    assert table.deal.replaced == Replaced("E", "BB", "4C")
