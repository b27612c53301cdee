"""Deals dealt and played on bits alone: thousands a second, for the fit and for trying ideas out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.bots.cards import JOKERS, PACK, TRUMPS, singles
from games.bots.table import Scale, Table


@dataclass(frozen=True, slots=True)
class Dealt:
    """Four hands as the bidding begins, and the cards nobody has seen turned up."""

    table: Table
    hands: tuple[int, int, int, int]
    turned: int
    live: int


def deal(rng: Random, size: int, *, suited: bool = True, scale: Scale | None = None) -> Dealt:
    """A random deal of `size` cards a hand, with a trump suit or, after a joker, without one."""
    if suited:
        trumps, turned = TRUMPS, 1 << 39 + rng.randrange(13)
        pack = PACK ^ turned
    else:
        trumps, turned = JOKERS, 0
        pack = PACK ^ JOKERS
    cards = singles(pack)
    rng.shuffle(cards)
    hands = (
        sum(cards[:size]),
        sum(cards[size : 2 * size]),
        sum(cards[2 * size : 3 * size]),
        sum(cards[3 * size : 4 * size]),
    )
    return Dealt(Table(size, trumps, scale=scale or Scale()), hands, turned, pack)
