"""One deal under way: the bids, then the tricks; a frozen value that grows card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

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
from games.engine.events import CardPlayed, DealStarted
from games.engine.ruleset import Ruleset
from games.engine.seats import LEFT_OF, TEAM_OF, TEAMS, Seat, Team, clockwise_from
from games.engine.trick import Trick, legal_follows, legal_leads

Phase = Literal["bid", "play", "done"]


class Undone(NamedTuple):
    """A rewind inside a deal: its version, and the deal as it stood until then."""

    version: int
    deal: Deal


class Deal(NamedTuple):
    """A deal as it stands: how it was dealt, and its bids and cards; all else is told from these.

    `version` is that of its deal-started event and `moves` those of its bids and cards, in order.
    `dealt` are the hands as the bidding began. `undone` remembers what the last rewind took back,
    which a later one may want again. What a card changes stands last, so that a new value is made
    of an old one's first part.
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
    phase: Phase = "bid"
    bids: tuple[Bid, ...] = ()
    contracts: Mapping[Team, Contract] | None = None
    undone: Undone | None = None
    plays: tuple[CardPlayed, ...] = ()
    moves: tuple[int, ...] = ()

    @property
    def passed_out(self) -> bool:
        """Whether all four passed."""
        return all_passed(self.bids)

    @property
    def played_out(self) -> bool:
        """Whether every trick has been taken."""
        return len(self.plays) == 4 * self.hand_size

    @property
    def hands(self) -> dict[Seat, frozenset[Card]]:
        """What is left of each hand."""
        played = {play.card for play in self.plays}
        return {seat: frozenset(hand) - played for seat, hand in self.dealt.items()}

    @property
    def done(self) -> tuple[Trick, ...]:
        """The tricks taken so far."""
        fours = [self.plays[four : four + 4] for four in range(0, len(self.plays) - 3, 4)]
        return tuple(Trick(at, four[0].seat, four) for at, four in enumerate(fours, start=1))

    @property
    def trick(self) -> Trick | None:
        """The running trick, be it without a card yet; None before the play and after it."""
        if self.phase != "play" or self.played_out:
            return None
        done = len(self.plays) // 4
        leader = self.plays[4 * done - 1].winner if done else first_leader(self.bids)
        assert leader is not None
        return Trick(done + 1, leader, self.plays[4 * done :])

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is."""
        if self.phase == "bid":
            order, made = clockwise_from(LEFT_OF[self.dealer]), len(self.bids)
        elif (trick := self.trick) is not None:
            order, made = clockwise_from(trick.leader), len(trick.plays)
        else:
            return None
        return order[made] if made < 4 else None

    @property
    def won(self) -> dict[Team, int]:
        """The tricks that each team has taken."""
        takers = Counter(TEAM_OF[play.winner] for play in self.plays if play.winner is not None)
        return {team: takers[team] for team in TEAMS}

    @property
    def trump_broken(self) -> bool:
        """Whether a trump lies in a trick taken: it breaks by the end of its trick."""
        return any(trick.holds_trump(self.trump) for trick in self.done)

    def with_plays(self, plays: Sequence[CardPlayed], last: int) -> Deal:
        """The deal with these cards more, of which the last has this version."""
        versions = range(last - len(plays) + 1, last + 1)
        grown = (*self.plays, *plays), (*self.moves, *versions)
        # Most events of a game come here, and _replace would take six times as long.
        return tuple.__new__(Deal, self[:-2] + grown)


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
    )


def after_bid(deal: Deal, bid: Bid, version: int, ruleset: Ruleset) -> Deal:
    """The deal with one more bid; after the dealer's the play begins, unless all four passed."""
    bids = (*deal.bids, bid)
    after = deal._replace(bids=bids, moves=(*deal.moves, version))
    if len(bids) < 4 or all_passed(bids):
        return after
    return after._replace(phase="play", contracts=contracts(bids, deal.hand_size, ruleset))


def back_at(deal: Deal, version: int, ruleset: Ruleset) -> Deal:
    """The same deal as it stood at this version of the stream: later bids and cards undone.

    Moves that an earlier rewind took back are there again if they stood at this version.
    """
    while deal.undone is not None and version < deal.undone.version:
        deal = deal.undone.deal
    kept = sum(move <= version for move in deal.moves)
    back = deal._replace(phase="bid", bids=(), contracts=None, plays=(), moves=())
    for bid, move in zip(deal.bids[:kept], deal.moves, strict=False):
        back = after_bid(back, bid, move, ruleset)
    plays = deal.plays[: max(kept - len(back.bids), 0)]
    return back._replace(plays=plays, moves=deal.moves[:kept])


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
