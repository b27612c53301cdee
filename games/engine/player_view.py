"""What a seat, a spectator or staff may see: the only way out for state and events.

Bots, the API, streams and messages are handed these views and nothing else, so a hidden card
cannot leave by oversight: a view simply does not contain it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from games.engine.bidding import Bid, BidValue, Contract
from games.engine.cards import Card, Suit, in_order
from games.engine.deal import Deal, Phase, legal_bids_now, legal_cards_now
from games.engine.dealing import Replaced
from games.engine.events import DealScored, DealStarted, Event, GameCreated
from games.engine.ruleset import Ruleset
from games.engine.seats import SEATS, Seat, Team
from games.engine.state import Game, Occupant, Status
from games.engine.trick import Trick

SPECTATOR: Final = "spectator"
STAFF: Final = "staff"
Viewer = str
"""A seat, `SPECTATOR`, or `STAFF` (the review pages only: all four hands)."""


class DealView(NamedTuple):
    """A deal as a viewer may see it.

    `hand` is the viewer's own, None without a seat; `drawn` the card his seat drew for a joker;
    `hands` all four, for staff only. `done` are the tricks taken so far, open to everybody.
    """

    number: int
    hand_size: int
    attempt: int
    dealer: Seat
    turn_up: Card
    trump: Suit | None
    replaced: tuple[Seat, Card] | None
    drawn: Card | None
    phase: Phase
    bids: tuple[Bid, ...]
    contracts: Mapping[Team, Contract] | None
    trump_broken: bool
    trick: Trick | None
    done: tuple[Trick, ...]
    won: Mapping[Team, int]
    hand: tuple[Card, ...] | None
    cards_left: Mapping[Seat, int]
    hands: Mapping[Seat, tuple[Card, ...]] | None

    @property
    def last_trick(self) -> Trick | None:
        """The trick taken last."""
        return self.done[-1] if self.done else None


class TurnView(NamedTuple):
    """Whose turn it is; `legal` only for the viewer whose turn it is."""

    seat: Seat
    action: Literal["bid", "play"]
    legal: tuple[BidValue, ...] | None


class PlayerView(NamedTuple):
    """A game as a viewer may see it."""

    id: str
    version: int
    status: Status
    you: Seat | None
    ruleset: Ruleset
    visibility: str
    turn_seconds: int
    sandbox: bool
    seats: Mapping[Seat, Occupant]
    deal: DealView | None
    turn: TurnView | None
    scores: Mapping[Team, int]
    results: tuple[DealScored, ...]
    winner: str | None


def player_view(game: Game, viewer: Viewer) -> PlayerView:
    """The game as this viewer may see it."""
    return PlayerView(
        id=game.id,
        version=game.version,
        status=game.status,
        you=viewer if viewer in SEATS else None,
        ruleset=game.ruleset,
        visibility=game.visibility,
        turn_seconds=game.turn_seconds,
        sandbox=game.sandbox,
        seats=game.seats,
        deal=None if game.deal is None else _deal_view(game.deal, viewer),
        turn=_turn_view(game, viewer),
        scores=game.scores,
        results=game.results,
        winner=game.winner,
    )


def _deal_view(deal: Deal, viewer: Viewer) -> DealView:
    replaced, hands = deal.replaced, deal.hands
    return DealView(
        number=deal.number,
        hand_size=deal.hand_size,
        attempt=deal.attempt,
        dealer=deal.dealer,
        turn_up=deal.turn_up,
        trump=deal.trump,
        replaced=None if replaced is None else (replaced.seat, replaced.joker),
        drawn=_drawn(replaced, viewer),
        phase=deal.phase,
        bids=deal.bids,
        contracts=deal.contracts,
        trump_broken=deal.trump_broken,
        trick=deal.trick,
        done=deal.done,
        won=deal.won,
        hand=in_order(hands[viewer]) if viewer in SEATS else None,
        cards_left={seat: len(hands[seat]) for seat in SEATS},
        hands={seat: in_order(hands[seat]) for seat in SEATS} if viewer == STAFF else None,
    )


def _drawn(replaced: Replaced | None, viewer: Viewer) -> Card | None:
    if replaced is None or viewer not in (replaced.seat, STAFF):
        return None
    return replaced.drawn


def _turn_view(game: Game, viewer: Viewer) -> TurnView | None:
    seat, deal = game.to_act, game.deal
    if seat is None or deal is None:
        return None
    bidding = deal.phase == "bid"
    legal: tuple[BidValue, ...] | None = None
    if viewer in (seat, STAFF):
        legal = (
            legal_bids_now(deal, game.ruleset)
            if bidding
            else in_order(legal_cards_now(deal, game.ruleset))
        )
    return TurnView(seat, "bid" if bidding else "play", legal)


def visible_data(
    kind: type[Event], version: int, data: Mapping[str, Any], game: Game, viewer: Viewer
) -> dict[str, Any]:
    """An event's data without the secret parts that this viewer may not see: the keys are absent.

    `game` is the state as it is now: a deal's secrets open to the seated when that deal is over,
    everything opens to all when the game is over. `data` is the event's as it was stored.
    """
    if game.over or kind not in (GameCreated, DealStarted):
        return dict(data)
    if kind is GameCreated:
        return {key: value for key, value in data.items() if key != "seed"}
    if viewer == STAFF or (viewer in SEATS and _deal_is_over(version, game)):
        return dict(data)
    return _redacted_deal(data, viewer)


def _deal_is_over(version: int, game: Game) -> bool:
    deal = game.deal
    return deal is None or version < deal.version or deal.phase == "done"


def _redacted_deal(data: Mapping[str, Any], viewer: Viewer) -> dict[str, Any]:
    shown = {key: value for key, value in data.items() if key not in ("deck", "salt", "hands")}
    if viewer in SEATS:
        shown["hands"] = {viewer: data["hands"][viewer]}
    replaced = data["replaced"]
    if replaced is not None and replaced["seat"] != viewer:
        shown["replaced"] = {key: value for key, value in replaced.items() if key != "drawn"}
    return shown
