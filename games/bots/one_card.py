"""Bidding with one card a hand: pass or board, learned for every card and every auction so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.bots.cards import JOKERS
from games.bots.features import closed_up
from games.bots.position import ALL_TRICKS, BidSeen

TRUMP_KINDS: Final = 15
KINDS: Final = TRUMP_KINDS + 13
"""15 trumps from the lowest up (the jokers last), then 13 plain ranks."""


def kind_of(card: int, trump_mask: int, turned: int) -> int:
    """Which of the kinds of card it is; trumps count from the top, whatever was turned up."""
    if card & trump_mask:
        gap = 0 if trump_mask == JOKERS else turned >> 39
        return closed_up(card >> 39, gap).bit_length() - 1
    return TRUMP_KINDS + (card.bit_length() - 1) % 13


def auction_of(bids: Sequence[BidSeen]) -> str:
    """The bids before, as letters: P for pass, B for anything more."""
    return "".join("B" if made.bid else "P" for made in bids)


def bids_board(
    policy: dict[str, str], card: int, trump_mask: int, turned: int, bids: Sequence[BidSeen]
) -> int:
    """`ALL_TRICKS` if this card should be bid on, else 0.

    `policy` has for every auction a letter a kind of card.
    """
    bid = policy[auction_of(bids)][kind_of(card, trump_mask, turned)]
    return ALL_TRICKS if bid == "B" else 0
