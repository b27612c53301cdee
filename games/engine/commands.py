"""What somebody wants: imperative, may be refused, writes nothing by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.engine.bidding import BidValue
from games.engine.cards import Card
from games.engine.seats import Seat

Mover = Literal["player", "bot", "autopilot"]
"""Who moves for a seat: its player, the bot that holds it, or the autopilot of an absent one."""


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Open a table. `seed` is 32 fresh secret bytes in hex; `options` the departures wished for."""

    seed: str
    ruleset: str = "gamerules"
    options: Mapping[str, Any] = field(default_factory=dict)
    visibility: str = "public"
    turn_seconds: int = 86400
    sandbox: bool = False


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down (`player_id`), or seat a bot (`bot`, its level): exactly one of the two."""

    seat: Seat
    player_id: str | None = None
    bot: str | None = None
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Get up: for nobody before the start, for a bot after it (which a bot's seat is already)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid for a seat."""

    seat: Seat
    bid: BidValue
    by: Mover = "player"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card from a seat's hand."""

    seat: Seat
    card: Card
    by: Mover = "player"


@dataclass(frozen=True, slots=True)
class ReturnToSeat:
    """Take the seat back from the autopilot."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RewindGame:
    """Staff: go back to `to_version`; `standing` is the deal of that moment and its dealer.

    `standing` (see `games.engine.rewind`) is needed only for a version before the present deal.
    """

    to_version: int
    note: str
    standing: tuple[int, Seat] | None = None


@dataclass(frozen=True, slots=True)
class VoidGame:
    """Let the game count for nothing."""

    note: str


Command = (
    CreateGame | TakeSeat | LeaveSeat | MakeBid | PlayCard | ReturnToSeat | RewindGame | VoidGame
)
