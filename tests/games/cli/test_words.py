"""What is said of the rarer events."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from games.cli.screen import Screen
from games.cli.words import Words

CONTRACTS = {"NS": {"tricks": 4, "board": 2}, "EW": {"tricks": 0, "board": 0}}
SCORED = {
    "tricks": {"NS": 3, "EW": 1},
    "points": {"NS": -80, "EW": 1},
    "scores": {"NS": 5, "EW": 6},
}
DEAL = {"number": 3, "attempt": 2, "hand_size": 1, "dealer": "E", "turn_up": "LB", "trump": None}


def said(kind: str, **data: Any) -> list[str]:
    words = Words(Screen(Console(file=StringIO())), "S")
    return [str(line) for line in words.event({"type": kind, "data": data})]


def test_boards_have_their_level() -> None:
    assert said("bid-made", seat="E", bid="board", level=2) == ["  East bids double board."]
    assert said("bid-made", seat="S", bid="board", level=4) == ["  You bid quadruple board."]
    assert said("deal-scored", number=3, contracts=CONTRACTS, **SCORED) == [
        "Deal 3 is over:",
        "  You and North: contract double board, all 4; took 3: -80, 5 in all",
        "  East and West: no contract; took 1: +1, 6 in all",
    ]


@pytest.mark.parametrize(
    ("replaced", "line"),
    [
        ({"seat": "E", "joker": "BB"}, "East lays Big Blooper aside for a card of the stock."),
        (
            {"seat": "S", "joker": "BB", "drawn": "TD"},
            "You lay Big Blooper aside for 10♦ of the stock.",
        ),
    ],
)
def test_a_joker_laid_aside(replaced: dict[str, str], line: str) -> None:
    assert said("deal-started", **DEAL, replaced=replaced) == [
        "",
        "Deal 3, dealt again: 1 card each, trump none (turned up: LB); East deals.",
        line,
    ]


def test_who_comes_and_goes() -> None:
    assert said("seat-taken", seat="E") == ["East: the seat is taken."]
    assert said("seat-left", seat="E", bot="normal") == [
        "East leaves the table; a normal bot plays on."
    ]
    assert said("seat-left", seat="S", bot=None) == ["You leave the table."]


def test_what_the_staff_did_is_told_and_what_needs_no_words_is_not() -> None:
    assert said("game-rewound", note="a wrong card") == ["The game was set back: a wrong card"]
    assert said("game-created") == []


@pytest.mark.parametrize(
    ("you", "status", "winner", "line"),
    [
        ("E", "finished", "EW", "The game is over, and you win: 6 to 5."),
        ("N", "finished", "EW", "The game is over, and you lose: 5 to 6."),
        (None, "finished", "EW", "The game is over: East and West won. 5 to 6."),
        ("N", "finished", "tie", "The game is over, and it is a tie: 5 to 6."),
        ("N", "void", None, "This game was voided."),
    ],
)
def test_how_a_game_ended(you: str | None, status: str, winner: str | None, line: str) -> None:
    words = Words(Screen(Console(file=StringIO())), you)
    game = {"status": status, "winner": winner, "scores": {"NS": 5, "EW": 6}}

    assert words.end(game) == line
