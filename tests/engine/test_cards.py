"""Cards as people write them and as they are ordered."""

from __future__ import annotations

import pytest

from games.engine.cards import HEIGHT, JOKERS, PACK, in_order, is_trump, parse_card


def test_the_pack_has_54_different_cards_in_the_order_of_the_shuffle() -> None:
    assert len(PACK) == len(set(PACK)) == 54
    assert PACK[:3] == ("2C", "3C", "4C")
    assert PACK[12:14] == ("AC", "2D")
    assert PACK[26] == "2H"
    assert PACK[39] == "2S"
    assert PACK[51:] == ("AS", "LB", "BB")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("TD", "TD"),
        ("td", "TD"),
        ("10D", "TD"),
        ("10d", "TD"),
        ("qS", "QS"),
        ("bb", "BB"),
        ("Lb", "LB"),
    ],
)
def test_a_card_is_read_in_either_case_and_10_for_t(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text",
    [
        *("", "Z", "ZZ", "1D", "10", "110D", "1010", "TDD", " TD", "TD ", "DT", "B", "BL", "JOKER"),
        *("2\u017f", "\u212aS", "\uff12\uff33", "2S\0", "2♠"),
    ],
)
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_card(text)


def test_every_card_is_read_as_it_is_written() -> None:
    assert [parse_card(card.lower()) for card in PACK] == list(PACK)


def test_bloopers_stand_above_the_ace_and_the_big_one_above_the_little() -> None:
    assert [HEIGHT[card] for card in ("2H", "9H", "TH", "JH", "QH", "KH", "AH")] == [
        *(2, 9, 10, 11, 12, 13, 14)
    ]
    assert HEIGHT["AH"] < HEIGHT["LB"] < HEIGHT["BB"]


def test_jokers_belong_to_the_trump_suit_even_without_one() -> None:
    assert is_trump("2H", "H")
    assert not is_trump("AS", "H")
    assert not is_trump("AS", None)
    assert all(is_trump(joker, trump) for joker in JOKERS for trump in ("H", None))


def test_hands_are_put_in_the_order_of_the_pack() -> None:
    assert in_order({"BB", "2S", "AC", "LB", "3C"}) == ("3C", "AC", "2S", "LB", "BB")
