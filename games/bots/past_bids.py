"""How well a world explains the bids made: would a fitted bidder have bid so on that hand?"""

from __future__ import annotations

from collections.abc import Callable

from games.bots.cards import JOKERS
from games.bots.fitted_bids import Bidder, Weights, predicted, wished_total
from games.bots.position import ALL_TRICKS, Position

Surprise = Callable[[int], float]
"""By how many tricks the bid made is off the one expected on this hand."""


def past_bids(position: Position, weights: Weights) -> list[tuple[int, int, Surprise]]:
    """The bids of the hidden seats: the seat, the cards it has played since, and the surprise."""
    table = position.table
    if table.size == 1:
        return []
    bidder = weights.bidders[table.size, table.trumps != JOKERS]
    played = [0, 0, 0, 0]
    for leader, cards in (*position.done, position.running):
        for place, card in enumerate(cards):
            played[leader + place & 3] |= card
    return [
        (made.seat, played[made.seat], _surprise(position, bidder, turn))
        for turn, made in enumerate(position.bids)
        if made.seat != position.seat
    ]


def _surprise(position: Position, bidder: Bidder, turn: int) -> Surprise:
    table, turned = position.table, position.turned
    bid = min(position.bids[turn].bid, table.size)
    tricks = bidder.own.tricks
    if turn < 2:
        factor, shift = bidder.first
        shift -= 0.5

        def first(hand: int) -> float:
            off = factor * tricks(hand, table.trumps, turned) + shift - bid
            return max(0.0, off) if bid == 0 else off

        return first
    before = position.bids[:turn]
    partner = position.bids[turn - 2].bid
    held = 0 if partner == ALL_TRICKS else partner
    zero = predicted(bidder, 0.0, before, table.size)
    slope = predicted(bidder, 1.0, before, table.size).mean - zero.mean
    totals: dict[int, float] = {}

    def second(hand: int) -> float:
        mean = zero.mean + slope * tricks(hand, table.trumps, turned)
        tenth = int(mean * 10)
        total = totals.get(tenth)
        if total is None:
            total = totals[tenth] = wished_total(tenth / 10 + 0.05, zero.error, table)
        off = total - held - bid
        return max(0.0, off) if bid == 0 else off

    return second
