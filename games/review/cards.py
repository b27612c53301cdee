"""Cards as a page draws them: what stands on them, what they are called, how they lie in a hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, Literal, NamedTuple

from games.engine.cards import HEIGHT, JOKERS, Card, Suit
from games.review import words

Mark = Literal["", "legal", "barred", "made", "won"]
"""Whether the card may be played now or may not, was played with this event, or took the trick."""

# Red and black in turn, as people sort their hands.
_COLOURS: Final = "SHCD"


class CardShown(NamedTuple):
    """A card to draw: `suit` is `J` for a joker."""

    code: str
    rank: str
    suit: str
    name: str
    mark: Mark = ""


def shown(card: Card, mark: Mark = "") -> CardShown:
    """How a card is drawn."""
    if card in JOKERS:
        return CardShown(card, card[0], "J", words.card(card), mark)
    rank = "10" if card[0] == "T" else card[0]
    return CardShown(card, rank, card[1], words.card(card), mark)


def hand_shown(
    hand: Iterable[Card], trump: Suit | None, legal: Collection[object] | None
) -> list[CardShown]:
    """A hand in the order in which people hold it, trumps first, high cards before low ones.

    With `legal`, for the hand that is to play, each card says whether it may be.
    """
    return [shown(card, _mark(card, legal)) for card in in_hand_order(hand, trump)]


def in_hand_order(hand: Iterable[Card], trump: Suit | None) -> list[Card]:
    """Trumps first, then the other suits, red and black in turn; high before low."""
    start = 0 if trump is None else _COLOURS.index(trump)
    suits = _COLOURS[start:] + _COLOURS[:start]

    def place(card: Card) -> tuple[int, int]:
        return (0 if card in JOKERS else suits.index(card[1]), -HEIGHT[card])

    return sorted(hand, key=place)


def _mark(card: Card, legal: Collection[object] | None) -> Mark:
    if legal is None:
        return ""
    return "legal" if card in legal else "barred"
