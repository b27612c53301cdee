"""Cases 16 to 24 of the rules, and the options about leads and jokers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.arranging import arranged, legal, play
from tests.oracle.deal import NaiveDeal
from tests.oracle.scoring import Bid

NUMBER: tuple[Bid, ...] = (1, "pass", "pass", "pass")
BOARD: tuple[Bid, ...] = ("board", "pass", "pass", "pass")


def lead_from(hand: str, bids: tuple[Bid, ...] = NUMBER, **departures: Any) -> NaiveDeal:
    """North to lead the first trick from this hand."""
    n = len(hand.split())
    return arranged(n, {"N": hand}, bids, dealer="W", **departures)


def follow(led: str, hand: str, **departures: Any) -> NaiveDeal:
    """East to follow a card that North led by right of a board."""
    deal = arranged(len(hand.split()), {"N": led, "E": hand}, BOARD, dealer="W", **departures)
    play(deal, led)
    return deal


@pytest.mark.parametrize(
    ("hand", "bids", "answer"),
    [
        ("AH KH LB 3C", NUMBER, "3C"),
        ("AH 5H LB", NUMBER, "5H AH LB"),
        ("BB AH 3C", BOARD, "3C AH BB"),
        ("LB BB 4S", NUMBER, "4S"),
        ("AH 3C", ("board", "pass", 1, "pass"), "3C AH"),
    ],
)
def test_who_may_lead_trump(hand: str, bids: tuple[Bid, ...], answer: str) -> None:
    assert legal(lead_from(hand, bids)) == answer


def test_a_board_that_was_raised_still_frees_its_bidder() -> None:
    hands = {"N": "AC 8H 2S", "E": "3C 5D 6D", "S": "2C 7D 8D", "W": "4C 9D TD"}
    deal = arranged(3, hands, ("board", "pass", "board", "pass"), dealer="W")
    play(deal, "2C 4C AC 3C")
    assert deal.turn() == "N"
    assert legal(deal) == "8H 2S"


def test_ruffs_break_trump() -> None:
    hands = {"E": "5C AS KS", "S": "9C AD KD", "W": "2H 2D 3D", "N": "6H 2S 8H"}
    deal = arranged(3, hands, NUMBER)
    play(deal, "5C 9C 2H")
    assert not deal.trump_broken
    play(deal, "6H")
    assert deal.trump_broken
    assert deal.turn() == "N"
    assert legal(deal) == "8H 2S"


def test_a_discarded_joker_breaks_trump() -> None:
    deal = arranged(2, {"E": "5C AS", "S": "LB AD", "W": "9C 3D", "N": "TC 8H"}, NUMBER)
    play(deal, "5C LB 9C TC")
    assert deal.trump_broken
    assert deal.turn() == "S"


@pytest.mark.parametrize(
    ("led", "hand", "answer"),
    [
        ("5C", "KC AH BB", "KC"),
        ("5C", "AH BB 2S", "AH 2S BB"),
        ("4H", "BB 9S", "BB"),
        ("4H", "KH LB 2S", "KH LB"),
        ("BB", "LB AH 3H 2C", "LB"),
        ("BB", "KH 3H AS", "KH"),
        ("BB", "AS 2C", "2C AS"),
        ("LB", "KH QH AS", "QH"),
        ("LB", "BB 2H 9C", "2H"),
        ("LB", "BB 9C 8C", "BB"),
        ("LB", "AS 2C", "2C AS"),
    ],
)
def test_what_may_follow(led: str, hand: str, answer: str) -> None:
    assert legal(follow(led, hand)) == answer


def test_the_leaders_partner_is_bound_by_a_joker_too() -> None:
    deal = arranged(3, {"N": "BB", "E": "2S 3S 4S", "S": "KH 3H AS"}, BOARD, dealer="W")
    play(deal, "BB 2S")
    assert legal(deal) == "KH"


def test_a_joker_that_is_not_led_binds_nobody() -> None:
    hands = {"N": "4H", "E": "BB 2S 3S", "S": "KH 3H AS"}
    deal = arranged(3, hands, BOARD, dealer="W")
    play(deal, "4H BB")
    assert legal(deal) == "3H KH"


def test_the_big_blooper_takes_a_little_one_that_was_led() -> None:
    deal = arranged(1, {"N": "LB", "E": "BB", "S": "AH", "W": "KH"}, BOARD, dealer="W")
    play(deal, "LB BB AH KH")
    assert deal.tricks_taken() == {"NS": 0, "EW": 1}


def test_who_takes_a_trick() -> None:
    deal = arranged(13, {})
    winner = deal.winner_of
    assert winner([("N", "7S"), ("E", "9S"), ("S", "2H"), ("W", "AS")]) == "S"
    assert winner([("E", "5D"), ("S", "AC"), ("W", "KS"), ("N", "JD")]) == "N"
    assert winner([("N", "2S"), ("E", "AD"), ("S", "KC"), ("W", "QD")]) == "N"
    assert winner([("N", "9S"), ("E", "TS"), ("S", "JS"), ("W", "AD")]) == "S"
    assert winner([("N", "AH"), ("E", "2H"), ("S", "LB"), ("W", "KH")]) == "S"


@pytest.mark.parametrize(
    ("led", "hand", "card", "code"),
    [
        ("5C", "KC AH BB", "AH", "must-follow-suit"),
        ("5C", "KC AH BB", "2C", "card-not-in-hand"),
        ("BB", "KH 3H AS", "3H", "must-play-highest-trump"),
        ("BB", "KH 3H AS", "AS", "must-follow-suit"),
        ("LB", "KH QH AS", "KH", "must-play-lowest-trump"),
        ("LB", "KH QH AS", "AS", "must-follow-suit"),
    ],
)
def test_a_refused_card_has_its_code(led: str, hand: str, card: str, code: str) -> None:
    assert follow(led, hand).why_not("E", card) == code


def test_a_refused_lead_has_its_code() -> None:
    deal = lead_from("AH KH LB 3C")
    assert deal.why_not("N", "AH") == deal.why_not("N", "LB") == "trump-not-broken"
    assert deal.why_not("N", "4D") == "card-not-in-hand"


@pytest.mark.parametrize(
    ("option", "joker"), [("big_blooper_lead", "BB"), ("little_blooper_lead", "LB")]
)
def test_a_led_joker_may_bind_fewer(option: str, joker: str) -> None:
    forced = "KH" if joker == "BB" else "3H"
    for whom, opponent, partner in [
        ("all", forced, forced),
        ("opponents", forced, "3H KH"),
        ("none", "3H KH", "3H KH"),
    ]:
        assert legal(follow(joker, "KH 3H AS", **{option: whom})) == opponent
        hands = {"N": joker, "E": "2S 3S 4S", "S": "KH 3H AS"}
        deal = arranged(3, hands, BOARD, dealer="W", **{option: whom})
        play(deal, f"{joker} 2S")
        assert legal(deal) == partner


def test_trump_may_be_led_freely() -> None:
    assert legal(lead_from("AH 3C", trump_lead="free")) == "3C AH"


@pytest.mark.parametrize(
    ("way", "answer"), [("when_broken", "8H 2S"), ("only_when_only_trump", "2S")]
)
def test_broken_trump_may_still_not_be_led(way: str, answer: str) -> None:
    hands = {"E": "5C AS KS", "S": "9C AD KD", "W": "2H 2D 3D", "N": "6H 2S 8H"}
    deal = arranged(3, hands, NUMBER, trump_lead=way)
    play(deal, "5C 9C 2H 6H")
    assert deal.trump_broken
    assert legal(deal) == answer


@pytest.mark.parametrize("way", ["when_broken", "free", "only_when_only_trump"])
def test_the_board_bidder_leads_trump_under_every_rule(way: str) -> None:
    assert legal(lead_from("AH 3C", BOARD, trump_lead=way)) == "3C AH"


def test_the_exemption_may_begin_with_the_second_trick() -> None:
    hands = {"N": "AC 8H 2S", "E": "3C 5D 6D", "S": "2C 7D 8D", "W": "4C 9H 9D"}
    deal = arranged(3, hands, BOARD, dealer="W", board_leads_trump_at_once=False)
    assert legal(deal) == "AC 2S"
    play(deal, "AC 3C 2C 4C")
    assert legal(deal) == "8H 2S"


@pytest.mark.parametrize(("board_lead", "answer"), [("bidder", "2S"), ("team", "8H 2S")])
def test_the_exemption_may_reach_the_partner(board_lead: str, answer: str) -> None:
    hands = {"N": "2C 3D 4D", "E": "3C 5D 6D", "S": "AC 8H 2S", "W": "4C 9H 9D"}
    deal = arranged(3, hands, BOARD, dealer="W", board_lead=board_lead)
    play(deal, "2C 3C AC 4C")
    assert deal.turn() == "S"
    assert legal(deal) == answer


def test_an_only_joker_is_trump_for_leading_breaking_and_winning() -> None:
    keep: dict[str, Any] = {"turn_up": "LB", "joker_turned_up": "keep_other"}
    assert legal(lead_from("BB AS", **keep)) == "AS"
    deal = lead_from("BB AS", **keep)
    play(deal, "AS 2C 4C 6C")
    assert legal(deal) == "BB"
    assert legal(follow("BB", "AS KH", **keep)) == "KH AS"
    hands = {"N": "AS 2C", "E": "2S 5D", "S": "BB 3D", "W": "KS 4D"}
    deal = arranged(2, hands, NUMBER, dealer="W", **keep)
    play(deal, "AS 2S BB KS")
    assert deal.trump_broken
    assert deal.turn() == "S"


def test_no_trump_leaves_every_lead_free() -> None:
    assert legal(lead_from("AH 3C", turn_up="LB", stock="BB")) == "3C AH"
