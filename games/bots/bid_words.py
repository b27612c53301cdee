"""From a wish for so many tricks to a bid that the rules allow."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.bidding import BOARD, PASS, BidValue


def legal_bid(tricks: int, size: int, legal: Sequence[BidValue]) -> BidValue:
    """The legal bid nearest to a wish for `tricks` tricks.

    The number itself if it may be bid, else board if that many are all, else the highest lower
    number allowed, or pass without one.
    """
    if tricks <= 0:
        return PASS
    if tricks in legal:
        return tricks
    if tricks >= size and BOARD in legal:
        return BOARD
    numbers = [bid for bid in legal if isinstance(bid, int) and bid <= tricks]
    return max(numbers, default=PASS)
