"""One deal under way: the bids, then the tricks; a frozen value that grows card by card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from games.engine.bidding import (
    Bid,
    BidValue,
    Contract,
    all_passed,
    contracts,
    exempt_from_lead_ban,
    first_leader,
    legal_bids,
)
from games.engine.cards import Card, Suit
from games.engine.dealing import Replaced
from games.engine.events import DealStarted
from games.engine.ruleset import Ruleset
from games.engine.seats import LEFT_OF, TEAM_OF, Seat, Team
from games.engine.trick import Play, Trick, legal_follows, legal_leads

Phase = Literal["bid", "play", "done"]


class Undone(NamedTuple):
    """A rewind inside a deal: its version, and the deal as it stood until then."""

    version: int
    deal: Deal


class Deal(NamedTuple):
    """A deal as it stands. `dealt` are the hands as the bidding began, `hands` what is left.

    `version` is that of its deal-started event and `moves` those of its bids and cards, in order.
    `undone` remembers what the last rewind took back, which a later one may want again.
    What a card changes stands last, so that a new value is made of an old one's first part.
    """

    version: int
    number: int
    attempt: int
    hand_size: int
    dealer: Seat
    turn_up: Card
    trump: Suit | None
    replaced: Replaced | None
    deck: tuple[Card, ...]
    dealt: Mapping[Seat, tuple[Card, ...]]
    phase: Phase
    bids: tuple[Bid, ...] = ()
    contracts: Mapping[Team, Contract] | None = None
    undone: Undone | None = None
    hands: Mapping[Seat, frozenset[Card]] = {}
    to_act: Seat | None = None
    trick: Trick | None = None
    done: tuple[Trick, ...] = ()
    won: Mapping[Team, int] = {"NS": 0, "EW": 0}
    trump_broken: bool = False
    moves: tuple[int, ...] = ()

    @property
    def passed_out(self) -> bool:
        """Whether all four passed."""
        return all_passed(self.bids)

    @property
    def played_out(self) -> bool:
        """Whether every trick has been taken."""
        return len(self.done) == self.hand_size


def deal_begun(event: DealStarted, version: int) -> Deal:
    """The deal right after the cards were dealt: the dealer's left bids first."""
    return Deal(
        version=version,
        number=event.number,
        attempt=event.attempt,
        hand_size=event.hand_size,
        dealer=event.dealer,
        turn_up=event.turn_up,
        trump=event.trump,
        replaced=event.replaced,
        deck=event.deck,
        dealt=event.hands,
        hands={seat: frozenset(hand) for seat, hand in event.hands.items()},
        phase="bid",
        to_act=LEFT_OF[event.dealer],
    )


def after_bid(deal: Deal, bid: Bid, version: int, ruleset: Ruleset) -> Deal:
    """The deal with one more bid; after the dealer's the play begins, unless all four passed."""
    bids, moves = (*deal.bids, bid), (*deal.moves, version)
    if len(bids) < 4:
        return deal._replace(bids=bids, moves=moves, to_act=LEFT_OF[bid.seat])
    if all_passed(bids):
        return deal._replace(bids=bids, moves=moves, to_act=None)
    leader = first_leader(bids)
    return deal._replace(
        bids=bids,
        moves=moves,
        to_act=leader,
        phase="play",
        contracts=contracts(bids, deal.hand_size, ruleset),
        trick=Trick(1, leader),
    )


def after_play(deal: Deal, play: Play, winner: Seat | None, version: int) -> Deal:
    """The deal with one more card; `winner` takes the trick that it completes and leads next.

    Trump is broken by the end of the trick in which the first trump was played.
    """
    seat, card = play
    before = deal.trick
    assert before is not None
    trick: Trick | None = before.with_play(play, winner)
    if winner is None:
        to_act: Seat | None = LEFT_OF[seat]
        done, won, broken = deal.done, deal.won, deal.trump_broken
    else:
        assert trick is not None
        done = (*deal.done, trick)
        won = {**deal.won, TEAM_OF[winner]: deal.won[TEAM_OF[winner]] + 1}
        broken = deal.trump_broken or trick.holds_trump(deal.trump)
        last = len(done) == deal.hand_size
        trick, to_act = (None, None) if last else (Trick(before.number + 1, winner), winner)
    hands = {**deal.hands, seat: deal.hands[seat] - {card}}
    changed = (hands, to_act, trick, done, won, broken, (*deal.moves, version))
    # Most of a replay's time goes by here, and _replace would take six times as long.
    return tuple.__new__(Deal, deal[:_STAYS] + changed)


_STAYS: Final = Deal._fields.index("hands")
"""So many fields of a deal no card changes."""


def back_at(deal: Deal, version: int, ruleset: Ruleset) -> Deal:
    """The same deal as it stood at this version of the stream: later bids and cards undone.

    Moves that an earlier rewind took back are there again if they stood at this version.
    """
    while deal.undone is not None and version < deal.undone.version:
        deal = deal.undone.deal
    kept = sum(move <= version for move in deal.moves)
    tricks = deal.done if deal.trick is None else (*deal.done, deal.trick)
    plays = [
        (play, trick.winner if place == 3 else None)
        for trick in tricks
        for place, play in enumerate(trick.plays)
    ]
    again = deal._replace(
        hands={seat: frozenset(hand) for seat, hand in deal.dealt.items()},
        phase="bid",
        to_act=LEFT_OF[deal.dealer],
        bids=(),
        contracts=None,
        trick=None,
        done=(),
        won={"NS": 0, "EW": 0},
        trump_broken=False,
        moves=(),
    )
    for bid, move in zip(deal.bids[:kept], deal.moves, strict=False):
        again = after_bid(again, bid, move, ruleset)
    for (play, winner), move in zip(plays, deal.moves[len(deal.bids) : kept], strict=False):
        again = after_play(again, play, winner, move)
    return again


def legal_bids_now(deal: Deal, ruleset: Ruleset) -> tuple[BidValue, ...]:
    """The legal bids of the seat whose turn it is to bid."""
    assert deal.to_act is not None
    return legal_bids(deal.bids, deal.to_act, deal.hand_size, ruleset)


def legal_cards_now(deal: Deal, ruleset: Ruleset) -> frozenset[Card]:
    """The legal cards of the seat whose turn it is to play; there is always one."""
    seat, trick = deal.to_act, deal.trick
    assert seat is not None
    assert trick is not None
    if trick.plays:
        return legal_follows(deal.hands[seat], trick, seat, deal.trump, ruleset)
    return legal_leads(
        deal.hands[seat],
        deal.trump,
        broken=deal.trump_broken,
        exempt=exempt_from_lead_ban(seat, deal.bids, trick.number, ruleset),
        ruleset=ruleset,
    )
