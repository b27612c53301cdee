"""The heuristic card in positions that a card player would call plain."""

from __future__ import annotations

from games.bots.cardplay import follow, lead
from games.bots.cards import BITS, PACK, TRUMPS
from games.bots.table import Table

BIT = BITS["S"]
TABLE = Table(13)


def cards(names: str) -> int:
    """A set of cards by their names."""
    return sum(BIT[name] for name in names.split())


def led(hand: str, *, foes: int = 0, partner: int = 0, gone: str = "") -> int:
    """The card led from a hand with trump broken; spades are trump."""
    own = cards(hand)
    unseen = PACK & ~own & ~cards(gone)
    return lead(TABLE, own, unseen, 0, foes, partner)


def played(hand: str, trick: str, *, gone: str = "") -> int:
    """The card played to the cards of a trick; spades are trump."""
    own, before = cards(hand), [BIT[name] for name in trick.split()]
    legal = TABLE.legal_follows(own, before[0], len(before) == 2)
    at = TABLE.winner(before)
    unseen = PACK & ~own & ~sum(before) & ~cards(gone)
    contending = TABLE.suit_of[before[0]] | TRUMPS
    partner_wins = len(before) - at == 2
    return follow(TABLE, legal, unseen, 0, contending, before[at], partner_wins, len(before))


def test_a_master_trump_draws_trumps() -> None:
    assert led("BB 4S AC 3D") == BIT["BB"]


def test_an_ace_is_cashed_before_a_low_card_is_led() -> None:
    assert led("AC 5C 2D 4S") == BIT["AC"]


def test_an_ace_is_not_led_into_a_known_ruff() -> None:
    assert led("AC KD 2D", foes=TABLE.suit_of[BIT["AC"]]) == BIT["2D"]


def test_a_singleton_is_led_for_a_ruff() -> None:
    assert led("7C 2D 5D 4S") == BIT["7C"]


def test_the_suit_that_the_partner_ruffs_is_led() -> None:
    assert led("7C 9C 2D 3D", partner=TABLE.suit_of[BIT["7C"]]) == BIT["7C"]


def test_fourth_hand_wins_as_cheaply_as_it_can() -> None:
    assert played("AC JC 4C", "TC 9C 2C") == BIT["JC"]


def test_fourth_hand_leaves_the_trick_to_the_partner() -> None:
    assert played("AC JC 4C", "2C TC 9C") == BIT["4C"]


def test_third_hand_plays_high() -> None:
    assert played("KC 9C 4C", "5C 8C") == BIT["KC"]


def test_third_hand_plays_the_lowest_of_touching_cards() -> None:
    assert played("KC QC 4C", "5C 8C") == BIT["QC"]


def test_third_hand_does_not_overtake_a_master_of_the_partner() -> None:
    assert played("KC 9C", "AC 8C") == BIT["9C"]


def test_second_hand_plays_low_without_the_master() -> None:
    assert played("KC 4C", "9C") == BIT["4C"]


def test_a_ruff_is_low() -> None:
    assert played("AS 3S 9D", "KC 4C 2C") == BIT["3S"]


def test_an_overruff_is_just_high_enough() -> None:
    assert played("AS JS 3S 9D", "KC 4C 9S") == BIT["JS"]


def test_the_lowest_plain_card_is_thrown_away() -> None:
    assert played("9D 3H 4S", "KC AC 2C", gone="BB") in (BIT["4S"], BIT["3H"])
    assert played("9D 3H", "KC AC 2C") == BIT["3H"]
