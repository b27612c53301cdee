"""Deals dealt and played on bits alone: thousands a second, for the fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.bots.cards import JOKERS, PACK, TRUMPS, singles
from games.bots.playout import finish
from games.bots.position import ALL_TRICKS, BidSeen
from games.bots.table import Scale, Table


@dataclass(frozen=True, slots=True)
class Dealt:
    """Four hands as the bidding begins, and the cards nobody has seen turned up."""

    table: Table
    hands: tuple[int, int, int, int]
    turned: int
    live: int


Bids = Callable[[Dealt, int, Sequence[BidSeen]], int]
"""What a seat bids after the bids made: 0 for pass, a number, or `ALL_TRICKS`."""


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


def leader_of(bids: Sequence[BidSeen]) -> int:
    """Who leads to the first trick: the last board, else the earliest of the highest numbers."""
    boards = [made.seat for made in bids if made.bid == ALL_TRICKS]
    return boards[-1] if boards else max(bids, key=lambda made: made.bid).seat


def contract_of(bids: Sequence[BidSeen], team: int) -> tuple[int, int]:
    """The sum of a team's numbers and its highest board level."""
    own = [made for made in bids if made.seat & 1 == team]
    numbers = sum(made.bid for made in own if made.bid != ALL_TRICKS)
    return numbers, max((made.level for made in own), default=0)


def auction(dealt: Dealt, dealer: int, bidder: Bids) -> list[BidSeen]:
    """The four bids of a deal, each by what `bidder` says for that seat."""
    bids: list[BidSeen] = []
    boards = 0
    for turn in range(1, 5):
        seat = dealer + turn & 3
        bid = bidder(dealt, seat, bids)
        boards += bid == ALL_TRICKS
        bids.append(BidSeen(seat, bid, boards if bid == ALL_TRICKS else 0))
    return bids


def played(dealt: Dealt, bids: Sequence[BidSeen]) -> list[int]:
    """The tricks each seat takes when all play the heuristic card."""
    exempt = [False] * 4
    for made in bids:
        exempt[made.seat] = made.bid == ALL_TRICKS
    return finish(
        dealt.table,
        list(dealt.hands),
        dealt.live,
        [0, 0, 0, 0],
        False,
        exempt,
        leader_of(bids),
        [],
    )
