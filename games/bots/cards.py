"""Cards as bits: how the bots lay a pack of 54 out in one integer.

Each plain suit takes 13 bits, the two upwards; the trump suit always takes bits 39 to 51 and the
jokers the two bits above it. So the trumps of a deal are the top bits of the pack, in their order
of strength, and "the stronger card of a suit" is "the greater integer".
"""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
SUIT: Final = (1 << 13) - 1
PACK: Final = (1 << 54) - 1
LITTLE: Final = 1 << 52
BIG: Final = 1 << 53
JOKERS: Final = LITTLE | BIG
SLOTS: Final = tuple(SUIT << 13 * slot for slot in range(4))
TRUMPS: Final = SLOTS[3] | JOKERS


def _suits_by_slot(trump: str | None) -> str:
    return SUITS if trump is None else SUITS.replace(trump, "") + trump


def _bits(trump: str | None) -> dict[str, int]:
    bits = {
        rank + suit: 1 << 13 * slot + position
        for slot, suit in enumerate(_suits_by_slot(trump))
        for position, rank in enumerate(RANKS)
    }
    return bits | {"LB": LITTLE, "BB": BIG}


BITS: Final[dict[str | None, dict[str, int]]] = {trump: _bits(trump) for trump in (None, *SUITS)}
NAMES: Final[dict[str | None, dict[int, str]]] = {
    trump: {bit: name for name, bit in bits.items()} for trump, bits in BITS.items()
}


def singles(cards: int) -> list[int]:
    """The cards of a set, one by one, the lowest bit first."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low)
        cards ^= low
    return found
