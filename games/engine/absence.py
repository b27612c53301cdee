"""How long a turn lasts: nobody waits for nobody."""

from __future__ import annotations

from typing import Final

from games.engine.events import (
    AutopilotOff,
    BidMade,
    CardPlayed,
    DealStarted,
    Event,
    GameRewound,
    SeatLeft,
)
from games.engine.state import Game

AUTOPILOT_SECONDS: Final = 10
"""The longest that the others wait for a seat on autopilot."""
BOT_SECONDS: Final = 3
"""Within this time a bot has moved."""
_BEGIN_TURNS: Final = frozenset((CardPlayed, BidMade, DealStarted, GameRewound))


def seconds_to_act(game: Game) -> int | None:
    """How long whoever is to act has, from the beginning of his turn; None if nobody is.

    A player has the game's `turn_seconds`, a player on autopilot at most 10 s, a bot 3 s.
    """
    seat = game.to_act
    if seat is None:
        return None
    occupant = game.seats[seat]
    if occupant.bot is not None:
        return BOT_SECONDS
    if occupant.autopilot:
        return min(game.turn_seconds, AUTOPILOT_SECONDS)
    return game.turn_seconds


def begins_turn(game: Game, event: Event) -> bool:
    """Whether the turn of whoever is to act in `game`, the state after `event`, begins with it.

    A player who comes back from the autopilot during his turn has his full time again.
    """
    if type(event) in _BEGIN_TURNS:
        return True
    return isinstance(event, AutopilotOff | SeatLeft) and event.seat == game.to_act
