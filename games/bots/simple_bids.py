"""The beginner's bids: count what looks like a winner, and leave room when the partner has bid."""

from __future__ import annotations

from typing import Final

from games.bots.cards import singles
from games.bots.table import Table

SECOND_BIDDER_HOLDS_BACK: Final = 1.5
"""What a partnership's second bidder takes off: the partner has counted on the same tricks."""


def sure_tricks(table: Table, hand: int, unseen: int) -> float:
    """Counts a card with at most half a higher one expected at the opponents as a trick.

    Any other trump counts half.
    """
    unseen_count = unseen.bit_count()
    at_foes = 2 * table.size / unseen_count
    total = 0.0
    for card in singles(hand):
        suit = table.suit_of[card]
        higher = (unseen & suit & -(card << 1)).bit_count()
        if higher * at_foes <= 0.5:
            total += 1
        elif card & table.trumps:
            total += 0.5
    return total


def number_of_tricks(table: Table, hand: int, unseen: int, partner_has_bid: bool) -> int:
    """The tricks to bid, 0 for pass and the hand's size for all of them."""
    held_back = SECOND_BIDDER_HOLDS_BACK if partner_has_bid else 0.0
    return max(0, int(sure_tricks(table, hand, unseen) - held_back))
