"""Moves as a person chooses them: of the legal ones, by number or by name."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from games.cli.screen import JOKERS, Screen, in_order, names_of


class Wish(Enum):
    """What a person may want instead of moving."""

    HINT = "h"
    LAST_TRICK = "r"
    SCORES = "s"
    TABLE = "t"
    RULES = "rules"
    HELP = "?"


WISHES: Final[dict[str, Wish]] = {wish.value: wish for wish in Wish} | {
    "hint": Wish.HINT,
    "help": Wish.HELP,
}
LETTERS: Final = "h for a hint, ? for more"


def ask_bid(screen: Screen, game: dict[str, Any]) -> Wish | str | int:
    """A bid, or something else that is wanted first. It must be the person's turn to bid."""
    size, legal = game["deal"]["hand_size"], game["turn"]["legal"]
    answers: dict[str, Wish | str | int] = {**WISHES, **{str(bid): bid for bid in legal}}
    answers |= {bid[0]: bid for bid in ("pass", "board") if bid in legal}
    choice = _offered(legal, size)
    if size > 1:
        screen.say(f"How many of the {size} tricks will you take? Your partner's bid is added.")
    else:
        screen.say("Will your side take the only trick? Then bid board.")
    sorry = f"Please bid {choice}; {LETTERS}."
    return screen.ask(f"Your bid: {choice} ({LETTERS})?", answers, sorry)


def ask_card(screen: Screen, game: dict[str, Any]) -> Wish | str:
    """A card, or something else that is wanted first. It must be the person's turn to play."""
    legal = in_order(game["turn"]["legal"])
    answers: dict[str, Wish | str] = {**WISHES}
    for number, card in enumerate(legal, 1):
        answers |= dict.fromkeys((str(number), *names_of(card)), card)
    shown = [
        part
        for number, card in enumerate(legal, 1)
        for part in (f"  {number}) ", screen.card(card), _called(card))
    ]
    screen.say("You may play:", *shown)
    sorry = f"Please type the number or the name of a card that you may play; {LETTERS}."
    return screen.ask(f"Your card ({LETTERS}):", answers, sorry)


def _offered(legal: list[str | int], size: int) -> str:
    """pass, 1 to 12 or board (all 13)"""
    numbers = [bid for bid in legal if isinstance(bid, int)]
    words = [str(bid) for bid in numbers]
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        words = [f"{numbers[0]} to {numbers[-1]}"]
    if "pass" in legal:
        words.insert(0, "pass")
    if "board" in legal:
        words.append(f"board (all {size})" if size > 1 else "board")
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _called(card: str) -> str:
    return f" ({JOKERS[card]})" if card in JOKERS else ""
