"""What stood at a version: the deal, and who was away. A rewind needs to know."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.events import AutopilotOff, AutopilotOn, DealStarted, Event, GameRewound, SeatLeft
from games.engine.seats import Seat


def deal_standing_at(events: Iterable[Event], version: int) -> tuple[int, Seat] | None:
    """The number and the dealer of the deal that stood at this version of a whole stream.

    None before the first deal. Right after a rewind it is the deal that is to be dealt anew.
    """
    standing: tuple[int, Seat] | None = None
    for place, event in enumerate(events, start=1):
        if place > version:
            break
        if isinstance(event, DealStarted):
            standing = event.number, event.dealer
        elif isinstance(event, GameRewound) and event.deal is not None and event.dealer is not None:
            standing = event.deal, event.dealer
    return standing


def away_at(events: Iterable[Event], version: int) -> frozenset[Seat]:
    """The seats that were on autopilot at this version of a whole stream.

    One that the version's own event has put there is not among them: it belongs to the move that
    follows, which a rewind to this version takes back.
    """
    away: set[Seat] = set()
    for place, event in enumerate(events, start=1):
        if place > version:
            break
        if isinstance(event, AutopilotOn) and place < version:
            away.add(event.seat)
        elif isinstance(event, AutopilotOff | SeatLeft):
            away.discard(event.seat)
    return frozenset(away)
