"""Which deal stood at a version: what a rewind to before the present deal needs to know."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.events import DealStarted, Event
from games.engine.seats import Seat


def deal_standing_at(events: Iterable[Event], version: int) -> tuple[int, Seat] | None:
    """The number and the dealer of the deal that stood at this version of a whole stream.

    None before the first deal.
    """
    standing = None
    for place, event in enumerate(events, start=1):
        if place > version:
            break
        if isinstance(event, DealStarted):
            standing = event.number, event.dealer
    return standing
