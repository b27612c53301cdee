"""What may be led, what must follow, which rule a wrong card breaks, who wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import PACK
from games.engine.events import CardPlayed
from games.engine.ruleset import Ruleset
from games.engine.seats import SEATS, clockwise_from
from games.engine.trick import (
    Trick,
    legal_follows,
    legal_leads,
    why_illegal,
    winner_of,
)
from tests.engine.table import cards, leading

RULES = Ruleset()


def trick(text: str, leader: str = "N") -> Trick:
    """The cards of a line, played in turn."""
    plays = zip(clockwise_from(leader), cards(text), strict=False)
    return Trick(1, leader, tuple(CardPlayed(seat, card) for seat, card in plays))


def leads(
    hand: str,
    *,
    trump: str | None = "H",
    broken: bool = False,
    exempt: bool = False,
    rules: Ruleset = RULES,
) -> set[str]:
    """The legal leads from this hand."""
    found = legal_leads(cards(hand), trump, broken=broken, exempt=exempt, ruleset=rules)
    return set(found)


def follows(
    led: str, hand: str, *, seat: str = "E", trump: str | None = "H", rules: Ruleset = RULES
) -> set[str]:
    """The legal cards of `seat` when N has led `led`."""
    return set(legal_follows(cards(hand), trick(led), seat, trump, rules))


def wins(text: str, *, leader: str = "N", trump: str | None = "H") -> str:
    """Who takes these four cards."""
    return winner_of(trick(text, leader).plays, trump)


# Leading


def test_case_16_trump_may_not_be_led_first_but_from_nothing_but_trumps_or_by_a_board() -> None:
    assert leading("E", {"E": "AH KH LB 3C"}).legal == {"3C"}
    assert leading("E", {"E": "AH 5H LB"}).legal == {"AH", "5H", "LB"}
    assert leading("E", {"E": "BB AH 3C"}, bid="board").legal == {"BB", "AH", "3C"}


def test_case_16_the_partner_of_a_board_is_not_exempt() -> None:
    table = leading("E", {"E": "3C AH", "S": "2D 5D", "W": "AC KH", "N": "2C 4C"}, bid="board")
    table.play("3C 5D AC 2C")
    assert table.turn == "W"
    assert table.legal == {"KH"}, "nothing but trumps"
    table = leading(
        "E", {"E": "3C AH 9D", "S": "2D 5D 6D", "W": "AC KH 7S", "N": "2C 4C 5C"}, bid="board"
    )
    table.play("3C 5D AC 2C")
    assert table.turn == "W"
    assert table.legal == {"7S"}


def test_case_17_the_ruffer_leads_anything_once_trump_is_broken() -> None:
    table = leading("E", {"E": "5C 3S", "S": "9C 8C", "W": "2H 4D", "N": "6H BB"}, turn_up="7H")
    table.play("5C 9C 2H 6H")
    assert table.turn == "N"
    assert table.legal == {"BB"}
    table = leading(
        "E", {"E": "5C 3S 4S", "S": "9C 8C 7C", "W": "2H 4D 5D", "N": "6H BB AS"}, turn_up="7H"
    )
    table.play("5C 9C 2H 6H")
    assert table.turn == "N"
    assert table.legal == {"BB", "AS"}


def test_case_18_a_joker_discarded_breaks_trump_with_the_end_of_the_trick() -> None:
    hands = {"E": "5C 3S 4S", "S": "LB 8D 7D", "W": "6C 4D 5D", "N": "7C KH AS"}
    table = leading("E", hands, turn_up="7H")
    table.play("5C LB")
    assert not table.deal.trump_broken
    table.play("6C 7C")
    assert table.deal.trump_broken
    assert table.turn == "S"


def test_case_23_jokers_may_not_be_led_before_trump_is_broken() -> None:
    assert leads("LB BB 4S") == {"4S"}
    assert leading("E", {"E": "LB BB 4S"}).legal == {"4S"}


def test_anything_may_be_led_once_trump_is_broken() -> None:
    assert leads("LB AH 4S", broken=True) == {"LB", "AH", "4S"}


def test_an_exempt_leader_may_lead_anything_at_once() -> None:
    assert leads("LB AH 4S", exempt=True) == {"LB", "AH", "4S"}


def test_without_a_trump_suit_everything_may_be_led() -> None:
    assert leads("AH 4S 2C", trump=None) == {"AH", "4S", "2C"}


def test_the_only_trump_of_keep_other_may_not_be_led_unbroken() -> None:
    assert leads("BB AH 4S", trump=None) == {"AH", "4S"}
    assert leads("BB", trump=None) == {"BB"}
    assert leads("BB AH", trump=None, broken=True) == {"BB", "AH"}


def test_free_lifts_the_ban_on_leading_trump() -> None:
    assert leads("LB AH 4S", rules=Ruleset(trump_lead="free")) == {"LB", "AH", "4S"}


def test_only_when_only_trump_never_ends_the_ban_but_for_a_board() -> None:
    rules = Ruleset(trump_lead="only_when_only_trump")
    assert leads("LB AH 4S", broken=True, rules=rules) == {"4S"}
    assert leads("LB AH", broken=True, rules=rules) == {"LB", "AH"}
    assert leads("LB AH 4S", exempt=True, rules=rules) == {"LB", "AH", "4S"}


BOARDED = {"E": "AC AH 3S", "S": "2C 2D 3D", "W": "3C 4D 5D", "N": "4C 6D 7D"}


def test_a_board_leads_trump_at_once() -> None:
    table = leading("E", BOARDED, bid="board")
    assert table.legal == {"AC", "AH", "3S"}


def test_the_boards_exemption_may_begin_with_the_second_trick() -> None:
    table = leading("E", BOARDED, bid="board", board_leads_trump_at_once=False)
    assert table.legal == {"AC", "3S"}
    table.play("AC 2C 3C 4C")
    assert table.turn == "E"
    assert table.legal == {"AH", "3S"}


def test_board_lead_team_lets_the_partner_lead_trump() -> None:
    hands = {"E": "3C AH 9D", "S": "2D 5D 6D", "W": "AC KH 7S", "N": "2C 4C 5C"}
    table = leading("E", hands, bid="board", board_lead="team").play("3C 5D AC 2C")
    assert table.turn == "W"
    assert table.legal == {"KH", "7S"}


# Following


def test_case_19_follow_suit_if_you_can_and_jokers_are_trumps() -> None:
    assert follows("5C", "KC AH BB") == {"KC"}
    assert follows("5C", "AH BB 2S") == {"AH", "BB", "2S"}


def test_case_20_a_trump_asks_for_trumps_and_jokers_are_trumps() -> None:
    assert follows("4H", "BB 9S") == {"BB"}
    assert follows("4H", "KH LB 2S") == {"KH", "LB"}
    assert follows("4H", "9S 2C") == {"9S", "2C"}


@pytest.mark.parametrize("seat", ["E", "S", "W"])
def test_case_21_the_big_blooper_asks_everybody_for_the_highest_trump(seat: str) -> None:
    assert follows("BB", "LB AH 3H 2C", seat=seat) == {"LB"}
    assert follows("BB", "KH 3H AS", seat=seat) == {"KH"}
    assert follows("BB", "AS 2C", seat=seat) == {"AS", "2C"}


@pytest.mark.parametrize("seat", ["E", "S", "W"])
def test_case_22_the_little_blooper_asks_everybody_for_the_lowest_trump(seat: str) -> None:
    assert follows("LB", "KH QH AS", seat=seat) == {"QH"}
    assert follows("LB", "BB 2H 9C", seat=seat) == {"2H"}
    assert follows("LB", "BB 9C", seat=seat) == {"BB"}
    assert follows("LB", "9C 8S", seat=seat) == {"9C", "8S"}


def test_case_22_a_big_blooper_forced_out_by_the_little_one_wins() -> None:
    assert wins("LB BB 3H 4H") == "E"


def test_a_joker_played_but_not_led_has_no_effect() -> None:
    led = trick("4H BB")
    assert set(legal_follows(cards("AH 3H LB 2C"), led, "S", "H", RULES)) == {"AH", "3H", "LB"}
    led = trick("4C LB")
    assert set(legal_follows(cards("AH 3H 2C"), led, "S", "H", RULES)) == {"2C"}


@pytest.mark.parametrize("joker", ["BB", "LB"])
def test_a_bloopers_lead_may_bind_the_opponents_only(joker: str) -> None:
    rules = Ruleset(big_blooper_lead="opponents", little_blooper_lead="opponents")
    bound = {"KH"} if joker == "BB" else {"3H"}
    assert follows(joker, "KH 3H 2C", seat="S", rules=rules) == {"KH", "3H"}
    assert follows(joker, "KH 3H 2C", seat="E", rules=rules) == bound
    assert follows(joker, "KH 3H 2C", seat="W", rules=rules) == bound
    assert follows(joker, "2C", seat="S", rules=rules) == {"2C"}


@pytest.mark.parametrize("seat", ["E", "S", "W"])
@pytest.mark.parametrize("joker", ["BB", "LB"])
def test_a_bloopers_lead_may_bind_nobody(joker: str, seat: str) -> None:
    rules = Ruleset(big_blooper_lead="none", little_blooper_lead="none")
    assert follows(joker, "KH 3H 2C", seat=seat, rules=rules) == {"KH", "3H"}
    assert follows(joker, "2C", seat=seat, rules=rules) == {"2C"}


def test_each_bloopers_option_is_its_own() -> None:
    big = Ruleset(big_blooper_lead="none")
    assert follows("BB", "KH 3H", rules=big) == {"KH", "3H"}
    assert follows("LB", "KH 3H", rules=big) == {"3H"}
    little = Ruleset(little_blooper_lead="none")
    assert follows("BB", "KH 3H", rules=little) == {"KH"}
    assert follows("LB", "KH 3H", rules=little) == {"KH", "3H"}


def test_the_only_trump_of_keep_other_led_leaves_the_others_free() -> None:
    assert follows("BB", "AS 2C", trump=None) == {"AS", "2C"}
    assert follows("LB", "AS 2C", trump=None) == {"AS", "2C"}


def test_without_a_trump_suit_hearts_are_followed_like_any_suit() -> None:
    assert follows("4H", "AH 2S", trump=None) == {"AH"}
    assert follows("4H", "BB 2S", trump=None) == {"BB", "2S"}


# Which rule a card breaks


@pytest.mark.parametrize(
    ("played", "card", "code"),
    [
        ("", "AH", "trump-not-broken"),
        ("", "BB", "trump-not-broken"),
        ("5C", "AH", "must-follow-suit"),
        ("5C", "BB", "must-follow-suit"),
        ("5C", "2S", "must-follow-suit"),
        ("4H", "2S", "must-follow-suit"),
        ("BB", "2S", "must-follow-suit"),
        ("LB", "2S", "must-follow-suit"),
        ("BB", "3H", "must-play-highest-trump"),
        ("LB", "AH", "must-play-lowest-trump"),
        ("LB", "BB", "must-play-lowest-trump"),
    ],
)
def test_a_wrong_card_breaks_one_rule(played: str, card: str, code: str) -> None:
    assert why_illegal(card, trick(played), "H") == code


# Winning


def test_case_24_trump_beats_the_suit_led_and_a_discard_never_wins() -> None:
    assert wins("7S 9S 2H AS") == "S"
    assert wins("5D AC KS JD", leader="E") == "N"
    assert wins("2S AD KC QD") == "N"


@pytest.mark.parametrize(
    ("played", "trump", "winner"),
    [
        ("9C TC 8C 7C", None, "E"),
        ("9C 2C AH AS", None, "N"),
        ("2H 3H 4H AH", "H", "W"),
        ("AH LB BB KH", "H", "S"),
        ("AH LB KH QH", "H", "E"),
        ("AC LB BB 2H", "H", "S"),
        ("AC KC BB LB", None, "S"),
        ("2C LB AC KC", None, "E"),
        ("BB AH LB 2H", "H", "N"),
        ("2C AD AS AH", "S", "S"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    played: str, trump: str | None, winner: str
) -> None:
    assert wins(played, trump=trump) == winner


@given(
    st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True),
    st.sampled_from([*"CDHS", None]),
    st.sampled_from(SEATS),
)
def test_of_any_four_cards_the_documented_order_says_which_wins(
    four: list[str], trump: str | None, leader: str
) -> None:
    suited = "23456789TJQKA"
    trumps = [f"{rank}{trump}" for rank in suited if trump] + ["LB", "BB"]
    led = [f"{rank}{four[0][1]}" for rank in suited]
    # The jokers have no rank in a suit of their own: where one is led it is a trump.
    order = trumps if not set(four).isdisjoint(trumps) else led
    best = max((card for card in four if card in order), key=order.index)

    assert (
        wins(" ".join(four), leader=leader, trump=trump)
        == dict(zip(four, clockwise_from(leader), strict=True))[best]
    )


def test_a_trick_knows_whether_a_trump_lies_in_it() -> None:
    assert not trick("").holds_trump("H")
    assert not trick("2C AD").holds_trump("H")
    assert trick("2C 2H").holds_trump("H")
    assert trick("2C LB").holds_trump(None)
