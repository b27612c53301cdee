"""The table as a page draws it: plain values, made of a view and of nothing else.

What the view does not hold cannot be drawn, so a hand that its viewer may not see is a number of
backs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.bidding import Bid, Contract
from games.engine.player_view import DealView, PlayerView, TurnView
from games.engine.seats import SEATS, TEAMS, Seat, Team
from games.engine.state import Occupant
from games.engine.trick import Trick
from games.eventstore.stream import StoredEvent
from games.review import words
from games.review.cards import CardShown, hand_shown, shown


class HandShown(NamedTuple):
    """A seat: who sits there, what he holds and what he has said; `cards` None for backs only."""

    seat: Seat
    name: str
    holder: str
    machine: str
    cards: list[CardShown] | None
    held: int
    bid: str
    is_dealer: bool
    to_act: bool

    @property
    def backs(self) -> range:
        """One for each card that is not seen."""
        return range(self.held)


class PlayShown(NamedTuple):
    """A card on the table."""

    seat: Seat
    seat_name: str
    card: CardShown


class TrickShown(NamedTuple):
    """The trick in the middle; `winner` is a seat's name once it is complete."""

    number: int
    plays: list[PlayShown]
    winner: str


class TeamShown(NamedTuple):
    """A team's line of the score."""

    team: Team
    name: str
    contract: str
    taken: int
    score: int


class Picture(NamedTuple):
    """The table; `facts` is empty before the first deal."""

    hands: list[HandShown]
    trick: TrickShown | None
    teams: list[TeamShown]
    facts: DealFacts | None
    turn: str


class DealFacts(NamedTuple):
    """What lies open beside the hands."""

    number: int
    of: int
    attempt: int
    hand_size: int
    turn_up: CardShown
    trump: str
    trump_name: str
    broken: bool
    laid_aside: CardShown | None
    drawn: CardShown | None
    over: bool


def picture(view: PlayerView, event: StoredEvent, names: Mapping[str, str]) -> Picture:
    """The table as the viewer sees it right after this event."""
    deal = view.deal
    return Picture(
        hands=[_hand(view, seat, names) for seat in SEATS],
        trick=None if deal is None else _trick(deal, event),
        teams=[_team(view, team) for team in TEAMS],
        facts=None if deal is None else _facts(deal, len(view.ruleset.hand_sizes)),
        turn=_turn(view.turn),
    )


def _hand(view: PlayerView, seat: Seat, names: Mapping[str, str]) -> HandShown:
    deal, occupant = view.deal, view.seats[seat]
    turn = view.turn if view.turn is not None and view.turn.seat == seat else None
    return HandShown(
        seat=seat,
        name=str(words.SEATS[seat]),
        holder=_holder(occupant, names),
        machine=_machine(occupant),
        cards=None if deal is None else _cards(view, deal, seat, turn),
        held=0 if deal is None else deal.cards_left[seat],
        bid="" if deal is None else _bid(deal, seat),
        is_dealer=deal is not None and deal.dealer == seat,
        to_act=turn is not None,
    )


def _holder(occupant: Occupant, names: Mapping[str, str]) -> str:
    if occupant.bot is not None:
        return str(words.LEVELS[occupant.bot])
    return names.get(occupant.player_id or "", "")


def _machine(occupant: Occupant) -> str:
    if occupant.bot is not None:
        return "bot"
    return "autopilot" if occupant.autopilot else ""


def _cards(
    view: PlayerView, deal: DealView, seat: Seat, turn: TurnView | None
) -> list[CardShown] | None:
    if deal.hands is not None:
        hand = deal.hands[seat]
    elif deal.hand is not None and view.you == seat:
        hand = deal.hand
    else:
        return None
    playing = turn is not None and turn.action == "play"
    return hand_shown(hand, deal.trump, turn.legal if turn is not None and playing else None)


def _bid(deal: DealView, seat: Seat) -> str:
    made: Bid | None = next((made for made in deal.bids if made.seat == seat), None)
    return "" if made is None else words.bid(made.bid, made.level)


def _trick(deal: DealView, event: StoredEvent) -> TrickShown | None:
    """The running trick, or the last one until another is led."""
    trick: Trick | None = deal.trick
    if trick is None or not trick.plays:
        trick = deal.last_trick
    if trick is None:
        return None
    latest = trick.plays[-1].card if event.kind == "card-played" else None
    plays = []
    for play in trick.plays:
        won = play.seat == trick.winner
        card = shown(play.card, "won" if won else "made" if play.card == latest else "")
        plays.append(PlayShown(play.seat, str(words.SEATS[play.seat]), card))
    winner = "" if trick.winner is None else str(words.SEATS[trick.winner])
    return TrickShown(trick.number, plays, winner)


def _team(view: PlayerView, team: Team) -> TeamShown:
    deal = view.deal
    contract: Contract | None = None
    if deal is not None and deal.contracts is not None:
        contract = deal.contracts[team]
    return TeamShown(
        team=team,
        name=str(words.TEAMS[team]),
        contract="" if contract is None else words.contract(contract.tricks, contract.board),
        taken=0 if deal is None else deal.won[team],
        score=view.scores[team],
    )


def _facts(deal: DealView, deals: int) -> DealFacts:
    return DealFacts(
        number=deal.number,
        of=max(deals, deal.number),
        attempt=deal.attempt,
        hand_size=deal.hand_size,
        turn_up=shown(deal.turn_up),
        trump=deal.trump or "",
        trump_name="" if deal.trump is None else str(words.SUITS[deal.trump]),
        broken=deal.trump_broken,
        laid_aside=None if deal.replaced is None else shown(deal.replaced[1]),
        drawn=None if deal.drawn is None else shown(deal.drawn),
        over=deal.phase == "done",
    )


def _turn(turn: TurnView | None) -> str:
    if turn is None:
        return ""
    return words.to_act(turn.seat, turn.action)
