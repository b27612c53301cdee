"""Playing commands: accepted, or refused with a code, what is legal, and the facts."""

from __future__ import annotations

import pytest

from games.engine.commands import PlayCard
from games.engine.events import CardPlayed, DealScored, GameFinished
from tests.engine.table import Table, leading

HANDS = {"E": "5C AH 3S", "S": "9C 8D KH", "W": "KC QC 4D", "N": "6C 7C BB"}


def table() -> Table:
    """E is to lead from 5C AH 3S; hearts are trump, 2H is turned up."""
    return leading("E", HANDS)


def test_a_legal_card_is_played() -> None:
    assert table().when(PlayCard("E", "5C")) == (CardPlayed("E", "5C"),)


def test_the_fourth_card_of_a_trick_names_its_winner() -> None:
    assert table().play("5C 9C KC").when(PlayCard("N", "6C")) == (CardPlayed("N", "6C", "W"),)


@pytest.mark.parametrize(
    "card",
    ["9C", "KC", "6C", "2H", "TD", "LB", "ZZ", ""],
    ids=["left's", "partner's", "right's", "turn-up", "stock", "joker in stock", "none", "empty"],
)
def test_a_card_that_is_not_in_the_hand_is_refused_alike_wherever_it_lies(card: str) -> None:
    refusal = table().refuses(PlayCard("E", card))
    assert refusal.code == "card-not-in-hand"
    assert refusal.legal == ("5C", "3S")
    assert refusal.facts == {"card": card}
    assert refusal.args == ("card-not-in-hand",)


def test_a_card_played_before_is_refused_in_the_same_words() -> None:
    played = table().play("5C 9C KC 7C QC")
    assert played.turn == "N"
    refusal = played.refuses(PlayCard("N", "7C"))
    assert (refusal.code, refusal.legal) == ("card-not-in-hand", ("6C",))
    assert refusal.facts == {"card": "7C"}
    other = played.refuses(PlayCard("N", "TD"))
    assert (other.code, other.legal, set(other.facts)) == (refusal.code, refusal.legal, {"card"})


def test_an_exchanged_joker_is_not_in_the_hand_any_more() -> None:
    exchanged = leading("E", {"E": "BB 3C", "S": "4C 5C"}, turn_up="LB")
    assert exchanged.code(PlayCard("E", "BB")) == "card-not-in-hand"


def test_trump_led_too_early_is_refused() -> None:
    refusal = table().refuses(PlayCard("E", "AH"))
    assert (refusal.code, refusal.legal) == ("trump-not-broken", ("5C", "3S"))
    assert refusal.facts == {"card": "AH"}


def test_not_following_suit_is_refused() -> None:
    led = table().play("5C")
    for card in ("8D", "KH"):
        refusal = led.refuses(PlayCard("S", card))
        assert (refusal.code, refusal.legal) == ("must-follow-suit", ("9C",))


def test_a_joker_does_not_follow_a_plain_suit() -> None:
    led = table().play("5C 9C KC")
    refusal = led.refuses(PlayCard("N", "BB"))
    assert (refusal.code, refusal.legal) == ("must-follow-suit", ("6C", "7C"))


def joker_led(joker: str) -> Table:
    """E has led a joker as the bidder of a board; S is next, with two hearts and a spade."""
    hands = {"E": f"{joker} 3S 4S", "S": "KH 3H 2S", "W": "4H 4D 5D", "N": "6D 7D 8D"}
    return leading("E", hands, bid="board").play(joker)


def test_the_big_blooper_led_asks_for_the_highest_trump() -> None:
    led = joker_led("BB")
    refusal = led.refuses(PlayCard("S", "3H"))
    assert (refusal.code, refusal.legal) == ("must-play-highest-trump", ("KH",))
    assert led.code(PlayCard("S", "2S")) == "must-follow-suit"
    assert led.code(PlayCard("S", "4H")) == "card-not-in-hand"


def test_the_little_blooper_led_asks_for_the_lowest_trump() -> None:
    led = joker_led("LB")
    refusal = led.refuses(PlayCard("S", "KH"))
    assert (refusal.code, refusal.legal) == ("must-play-lowest-trump", ("3H",))
    assert led.code(PlayCard("S", "2S")) == "must-follow-suit"


def test_case_21_the_leaders_partner_is_bound_and_who_has_no_trump_is_free() -> None:
    led = joker_led("BB").play("KH")
    assert led.code(PlayCard("W", "4D")) == "must-follow-suit"
    led.play("4H")
    assert led.legal == {"6D", "7D", "8D"}


def test_a_card_out_of_turn_is_refused_whatever_it_is() -> None:
    for seat in ("N", "S", "W"):
        for card in ("5C", "AH", "9C", "ZZ"):
            refusal = table().refuses(PlayCard(seat, card))
            assert (refusal.code, refusal.legal) == ("not-your-turn", None)
            assert refusal.facts == {"turn": "E"}


def test_a_second_card_by_the_same_player_is_refused() -> None:
    assert table().play("5C").code(PlayCard("E", "3S")) == "not-your-turn"


def test_case_24_a_whole_deal_of_tricks_goes_to_the_right_players() -> None:
    hands = {"N": "7S JD AD", "E": "9S 5D 2S", "S": "2H AC KC", "W": "AS KS QD"}
    deal = leading("N", hands, turn_up="8H")
    deal.play("7S 9S 2H AS")
    assert (deal.turn, deal.deal.trump_broken) == ("S", True)
    deal.play("AC KS JD 5D")
    assert deal.turn == "S"
    events = deal.play("KC QD AD").when(PlayCard("E", "2S"))
    assert events[0] == CardPlayed("E", "2S", "S")
    assert isinstance(events[1], DealScored)
    assert events[1].tricks == {"NS": 3, "EW": 0}
    assert isinstance(events[2], GameFinished)


def test_the_card_played_last_scores_the_deal_and_deals_the_next_in_one_act() -> None:
    deal = leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}, hand_sizes=[1, 2])
    played, scored, started = deal.play("AC 2C 3C").when(PlayCard("N", "4C"))
    assert played == CardPlayed("N", "4C", "E")
    assert (scored.__class__.__name__, started.__class__.__name__) == ("DealScored", "DealStarted")
    assert deal.deal.number == 2
    assert deal.game.status == "active"
