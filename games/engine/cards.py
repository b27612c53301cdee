"""Cards: 52 in four suits and two different jokers, the bloopers.

A card is two characters, rank then suit (`"TD"`); the jokers are `"BB"` and `"LB"`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Card = str
Suit = str

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
BIG_BLOOPER: Final = "BB"
LITTLE_BLOOPER: Final = "LB"
JOKERS: Final = frozenset((BIG_BLOOPER, LITTLE_BLOOPER))

PACK: Final[tuple[Card, ...]] = (
    *(rank + suit for suit in SUITS for rank in RANKS),
    LITTLE_BLOOPER,
    BIG_BLOOPER,
)
"""The 54 cards in the order from which every shuffle starts."""

HEIGHT: Final[dict[Card, int]] = {
    **{rank + suit: RANKS.index(rank) + 2 for suit in SUITS for rank in RANKS},
    LITTLE_BLOOPER: 15,
    BIG_BLOOPER: 16,
}
"""How high a card stands in its own suit: 2 … 14, then the bloopers above every trump."""

_PLACE: Final = {card: place for place, card in enumerate(PACK)}


def parse_card(text: str) -> Card:
    """The card that a person wrote: either case, `10` for `T`.

    Raises ValueError when it is no card.
    """
    card = text.upper()
    if card.startswith("10"):
        card = "T" + card[2:]
    # The upper case of a letter outside ASCII can be one inside it: "\u017f" would be read as "S".
    if not text.isascii() or card not in _PLACE:
        raise ValueError(f"{text!r} is no card")
    return card


def is_trump(card: Card, trump: Suit | None) -> bool:
    """Whether the card is a trump: of the trump suit, or a joker, which belongs to it."""
    return card[1] == trump or card in JOKERS


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of the pack, so that a hand always reads the same way."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))
