from __future__ import annotations

import os
from io import BytesIO, StringIO, TextIOWrapper
from threading import Timer

import pytest
from rich.console import Console

from games.cli.screen import RANKS, SUITS, Screen, in_order, names_of


def colourful() -> tuple[Screen, StringIO]:
    file = StringIO()
    return Screen(Console(file=file, force_terminal=True, color_system="standard")), file


def test_a_hand_lies_by_suit_from_high_to_low() -> None:
    hand = ["2C", "TD", "LB", "QS", "AH", "AS", "BB", "JC"]

    assert in_order(hand) == ["BB", "LB", "AS", "QS", "AH", "JC", "2C", "TD"]
    screen = Screen(Console(file=StringIO()))
    assert screen.hand(hand).plain == "Jokers BB LB   ♠ A Q   ♥ A   ♣ J 2   ♦ 10"


def test_every_suit_has_a_colour_of_its_own_unless_none_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = ["AS", "AH", "AC", "AD", "BB"]

    def colours() -> set[str]:
        screen, file = colourful()
        for card in cards:
            screen.say(screen.card(card))
        return {line.partition("m")[0] for line in file.getvalue().splitlines()}

    assert len(colours()) == len(cards)
    monkeypatch.setenv("NO_COLOR", "1")
    assert len(colours()) < len(cards)


def test_without_unicode_suits_are_letters() -> None:
    raw = BytesIO()
    with TextIOWrapper(raw, "ascii", write_through=True) as file:
        screen = Screen(Console(file=file))
        screen.say(screen.card("TH"), " ", screen.hand(["AS", "2D"]), " ", screen.suit("C"))
        assert raw.getvalue() == b"10H S A   D 2 clubs\n"


def test_no_two_cards_have_a_name_in_common() -> None:
    cards = ["BB", "LB", *(rank + suit for rank in RANKS for suit in SUITS)]
    names = [name for card in cards for name in names_of(card)]

    assert len(names) == len(set(names))
    assert {"th", "10h", "h10", "10♥"} <= names_of("TH")
    assert not any(name.isdecimal() for name in names)


def test_a_text_of_others_moves_no_cursor() -> None:
    screen, file = colourful()
    screen.say("come \x1b[2J\x07here [bold]")

    assert file.getvalue() == "come [2Jhere [bold]\n"


def test_a_trouble_is_told_once_until_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, file = colourful()
    for _ in range(3):
        screen.trouble("Trying again ...")
    assert file.getvalue().count("Trying again ...") == 1
    monkeypatch.setattr("sys.stdin", StringIO("1\n"))
    assert screen.ask("Which?", {"1": 1}, "") == 1
    screen.trouble("Trying again ...")
    assert file.getvalue().count("Trying again ...") == 2


@pytest.mark.parametrize(("troubled", "taken"), [(True, "later"), (False, "before")])
def test_what_was_typed_while_the_service_was_away_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, troubled: bool, taken: str
) -> None:
    keyboard, terminal = os.openpty()
    screen = Screen(Console(file=StringIO()))
    with open(terminal, encoding="ascii") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        os.write(keyboard, b"before\n")
        if troubled:
            screen.trouble("Trying again ...")
        typing = Timer(0.5, os.write, (keyboard, b"later\n"))
        typing.start()
        answers = {"before": "before", "later": "later"}
        assert screen.ask("Which?", answers, "") == taken
        typing.join()
    os.close(keyboard)
