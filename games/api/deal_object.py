"""A deal as the API shows it: plain values, made of a view and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NotRequired, TypedDict

from games.engine.bidding import Bid, BidValue, Contract
from games.engine.events import CardPlayed, DealScored
from games.engine.player_view import DealView
from games.engine.seats import Seat, Team
from games.engine.trick import Trick


class BidObject(TypedDict):
    """A bid; boards with their level."""

    seat: Seat
    bid: BidValue
    level: NotRequired[int]


class ContractObject(TypedDict):
    """What a team must take."""

    tricks: int
    board: int


Contracts = dict[Team, ContractObject]


class PlayObject(TypedDict):
    """A card on the table."""

    seat: Seat
    card: str


class TrickObject(TypedDict):
    """The running trick."""

    number: int
    leader: Seat
    plays: list[PlayObject]


class LastTrickObject(TypedDict):
    """The trick taken last."""

    leader: Seat
    plays: list[PlayObject]
    winner: Seat | None


class ReplacedObject(TypedDict):
    """A joker laid aside; what was drawn for it is for its seat alone."""

    seat: Seat
    joker: str
    drawn: NotRequired[str]


class DealObject(TypedDict):
    """The deal that stands."""

    number: int
    hand_size: int
    attempt: int
    dealer: Seat
    turn_up: str
    trump: str | None
    replaced: ReplacedObject | None
    phase: str
    bids: list[BidObject]
    contracts: Contracts | None
    trump_broken: bool
    trick: TrickObject | None
    last_trick: LastTrickObject | None
    tricks: dict[Team, int]
    hand: NotRequired[list[str]]
    cards_left: dict[Seat, int]


class ResultObject(TypedDict):
    """A scored deal."""

    number: int
    attempt: int
    hand_size: int
    contracts: Contracts
    tricks: dict[Team, int]
    points: dict[Team, int]


def deal_object(deal: DealView) -> DealObject:
    """The deal as its viewer may see it."""
    shown: DealObject = {
        "number": deal.number,
        "hand_size": deal.hand_size,
        "attempt": deal.attempt,
        "dealer": deal.dealer,
        "turn_up": deal.turn_up,
        "trump": deal.trump,
        "replaced": _replaced(deal),
        "phase": deal.phase,
        "bids": [_bid(bid) for bid in deal.bids],
        "contracts": None if deal.contracts is None else _contracts(deal.contracts),
        "trump_broken": deal.trump_broken,
        "trick": None if deal.trick is None else _trick(deal.trick),
        "last_trick": None if deal.last_trick is None else _last_trick(deal.last_trick),
        "tricks": dict(deal.won),
        "cards_left": dict(deal.cards_left),
    }
    if deal.hand is not None:
        shown["hand"] = list(deal.hand)
    return shown


def result_object(result: DealScored, hand_size: int) -> ResultObject:
    """A scored deal as everybody sees it."""
    return {
        "number": result.number,
        "attempt": result.attempt,
        "hand_size": hand_size,
        "contracts": _contracts(result.contracts),
        "tricks": dict(result.tricks),
        "points": dict(result.points),
    }


def _replaced(deal: DealView) -> ReplacedObject | None:
    if deal.replaced is None:
        return None
    seat, joker = deal.replaced
    shown: ReplacedObject = {"seat": seat, "joker": joker}
    if deal.drawn is not None:
        shown["drawn"] = deal.drawn
    return shown


def _bid(bid: Bid) -> BidObject:
    shown: BidObject = {"seat": bid.seat, "bid": bid.bid}
    if bid.level is not None:
        shown["level"] = bid.level
    return shown


def _contracts(contracts: Mapping[Team, Contract]) -> Contracts:
    return {
        team: {"tricks": contract.tricks, "board": contract.board}
        for team, contract in contracts.items()
    }


def _trick(trick: Trick) -> TrickObject:
    return {"number": trick.number, "leader": trick.leader, "plays": _plays(trick.plays)}


def _last_trick(trick: Trick) -> LastTrickObject:
    return {"leader": trick.leader, "plays": _plays(trick.plays), "winner": trick.winner}


def _plays(plays: Iterable[CardPlayed]) -> list[PlayObject]:
    return [{"seat": play.seat, "card": play.card} for play in plays]
