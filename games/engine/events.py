"""What happened: the events of a game's stream, in the past tense and never taken back.

Each stands in the log under a name set by hand (`games.eventstore.codec`); the fields are the
contract's, secret ones included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.bidding import BidValue, Contract
from games.engine.cards import Card, Suit
from games.engine.dealing import Replaced
from games.engine.seats import Seat, Team


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A table was opened. `options` are all resolved; `seed` (64 hex digits) is secret."""

    ruleset: str
    options: Mapping[str, Any]
    visibility: str
    turn_seconds: int
    sandbox: bool
    commitment: str
    seed: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person (`player_id`, drawn at random for this game) or a bot (its level) sat down."""

    seat: Seat
    player_id: str | None
    bot: str | None
    entropy: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat was left; after the start `bot` is the level that took it over for good."""

    seat: Seat
    bot: str | None


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Four seats were filled."""

    first_dealer: Seat


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Cards were dealt. `deck`, `salt`, `hands` and the drawn card are secret."""

    number: int
    attempt: int
    hand_size: int
    dealer: Seat
    turn_up: Card
    trump: Suit | None
    replaced: Replaced | None
    deck: tuple[Card, ...]
    salt: str
    hands: Mapping[Seat, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid; `level` for boards only."""

    seat: Seat
    bid: BidValue
    level: int | None = None


@dataclass(frozen=True, slots=True)
class DealPassedOut:
    """All four passed: no score, the same hand size is dealt again."""

    number: int
    attempt: int


class CardPlayed(NamedTuple):
    """A card was played; on a trick's fourth card `winner` took it.

    A named tuple, unlike the others, because a game has hundreds of them and they are made so in
    a third of the time.
    """

    seat: Seat
    card: Card
    winner: Seat | None = None


class DealScored(NamedTuple):
    """A deal was played out; `points` are this deal's, `scores` the totals after it."""

    number: int
    attempt: int
    contracts: Mapping[Team, Contract]
    tricks: Mapping[Team, int]
    points: Mapping[Team, int]
    scores: Mapping[Team, int]


@dataclass(frozen=True, slots=True)
class AutopilotOn:
    """A player's time was up: the autopilot plays for him until he comes back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AutopilotOff:
    """An absent player came back, or a rewind gave him his seat back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The last deal was scored. The seed is published: everyone can check every shuffle."""

    scores: Mapping[Team, int]
    winner: str
    seed: str


@dataclass(frozen=True, slots=True)
class GameVoided:
    """The game counts for nothing; the seed is published."""

    seed: str
    note: str


@dataclass(frozen=True, slots=True)
class GameRewound:
    """Play goes on from `to_version`.

    Inside the present deal `deal` is None and its later moves are undone. Otherwise `deal` is the
    number of the deal that stood then and `dealer` its dealer: it is dealt anew.
    """

    to_version: int
    note: str
    deal: int | None = None
    dealer: Seat | None = None


Event = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | GameStarted
    | DealStarted
    | BidMade
    | DealPassedOut
    | CardPlayed
    | DealScored
    | AutopilotOn
    | AutopilotOff
    | GameFinished
    | GameVoided
    | GameRewound
)
