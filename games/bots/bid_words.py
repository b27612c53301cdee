"""From a wish for so many tricks to a bid that the rules allow."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.bidding import BOARD, PASS, BidValue


def legal_bid(tricks: int, size: int, legal: Sequence[BidValue]) -> BidValue:
    """The legal bid nearest to a wish for `tricks` tricks, `size` or more meaning all of them.

    A number too high for the rules becomes the highest number allowed, or pass without one.
    """
    if tricks <= 0:
        return PASS
    if tricks >= size and BOARD in legal:
        return BOARD
    numbers = [bid for bid in legal if isinstance(bid, int) and bid <= tricks]
    return max(numbers, default=PASS)
