"""The terminal: lines out, answers in, cards in the colours of their suits."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

from rich.console import Console, RenderableType
from rich.status import Status
from rich.text import Text

try:
    import termios
except ImportError:  # There is none on Windows.
    termios = None  # type: ignore[assignment]

T = TypeVar("T")


class Suit(NamedTuple):
    """How a suit is shown."""

    sign: str
    name: str
    style: str


SUITS: Final[Mapping[str, Suit]] = {
    "S": Suit("♠", "spades", "bold bright_blue"),
    "H": Suit("♥", "hearts", "bold red"),
    "C": Suit("♣", "clubs", "bold green"),
    "D": Suit("♦", "diamonds", "bold yellow"),
}
"""In the order in which a hand is sorted."""
JOKERS: Final[Mapping[str, str]] = {"BB": "Big Blooper", "LB": "Little Blooper"}
RANKS: Final = "AKQJT98765432"


class Leave(Exception):
    """The person wants to leave, or his input has ended."""


class Screen:
    """What a person sees and types. Without Unicode on his terminal suits are letters."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._troubles: set[str] = set()
        self._signs = console.encoding.lower().startswith("utf")

    def say(self, *parts: str | Text) -> None:
        """A line. Whoever wrote it, it moves no cursor and colours nothing by itself."""
        line = Text()
        for part in parts:
            line.append_text(_harmless(part) if isinstance(part, str) else part)
        self._console.print(line, highlight=False)

    def trouble(self, what: str) -> None:
        """A line about something that is tried again: said once until the next question."""
        if what not in self._troubles:
            self._troubles.add(what)
            self.say(what)

    def show(self, picture: RenderableType) -> None:
        """A table or another picture."""
        self._console.print(picture, highlight=False)

    def waiting(self, what: str) -> Status:
        """Say what we wait for while a block lasts; only where it can be wiped out again."""
        return self._console.status(_harmless(what))

    def ask(self, question: str | Text, answers: Mapping[str, T], sorry: str) -> T:
        """What one of these answers means, asked until it is one.

        Answers are lower-case and without spaces; one that is "" is the Enter key. Raises Leave for
        `q` and at the end of the input.
        """
        if self._troubles:
            self._troubles.clear()
            _forget_typed()
        while True:
            try:
                said = self._console.input(Text.assemble(question, " "))
            except EOFError:
                raise Leave from None
            if not self._console.is_terminal:
                self.say(said)
            said = "".join(said.split()).lower()
            if said in answers:
                return answers[said]
            if said in ("q", "quit", "exit"):
                raise Leave
            self.say(sorry)

    def suit(self, letter: str) -> Text:
        """A suit's sign and name."""
        suit = SUITS[letter]
        return Text(f"{suit.sign} {suit.name}" if self._signs else suit.name, suit.style)

    def card(self, card: str) -> Text:
        """A card as people write it: Q♠, 10♥, BB."""
        if card in JOKERS:
            return Text(card, "bold magenta")
        return Text(f"{_rank(card)}{self._sign(card[1])}", SUITS[card[1]].style)

    def hand(self, cards: Iterable[str]) -> Text:
        """Cards by suit: ♠ A Q 3   ♥ 10 2   Jokers BB."""
        cards = in_order(cards)
        groups = []
        if jokers := [card for card in cards if card in JOKERS]:
            groups.append(Text(f"Jokers {' '.join(jokers)}", "bold magenta"))
        for letter, suit in SUITS.items():
            if own := [_rank(card) for card in cards if card not in JOKERS and card[1] == letter]:
                groups.append(Text(f"{self._sign(letter)} {' '.join(own)}", suit.style))
        return Text("   ").join(groups)

    def _sign(self, letter: str) -> str:
        return SUITS[letter].sign if self._signs else letter


def in_order(cards: Iterable[str]) -> list[str]:
    """Jokers, then suit by suit, from high to low."""
    suits = list(SUITS)

    def place(card: str) -> tuple[int, int]:
        if card in JOKERS:
            return -1, list(JOKERS).index(card)
        return suits.index(card[1]), RANKS.index(card[0])

    return sorted(cards, key=place)


def names_of(card: str) -> set[str]:
    """What a person may type for a card: qs, sq, q♠; 10h as well as th; bb, bigblooper."""
    if card in JOKERS:
        return {card.lower(), JOKERS[card].replace(" ", "").lower()}
    ranks, suits = {card[0], _rank(card)}, {card[1], SUITS[card[1]].sign}
    return {name.lower() for r in ranks for s in suits for name in (r + s, s + r)}


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


def _forget_typed() -> None:
    """What was typed while nothing was asked is no answer to what is asked next."""
    if termios is not None and sys.stdin.isatty():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _harmless(text: str) -> Text:
    return Text("".join(sign for sign in text if sign.isprintable()))
