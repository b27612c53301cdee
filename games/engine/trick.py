"""Tricks: what may be led, what must follow, who wins.

Jokers belong to the trump suit. A blooper binds the others only when it is led.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.engine.cards import BIG_BLOOPER, HEIGHT, LITTLE_BLOOPER, Card, Suit, is_trump
from games.engine.events import CardPlayed
from games.engine.refusals import Code
from games.engine.ruleset import Ruleset
from games.engine.seats import PARTNER_OF, Seat


class Trick(NamedTuple):
    """One trick: 0 … 4 cards in the order they were played."""

    number: int
    leader: Seat
    plays: tuple[CardPlayed, ...] = ()

    @property
    def winner(self) -> Seat | None:
        """Who took it, once it is complete."""
        return self.plays[-1].winner if self.plays else None

    def holds_trump(self, trump: Suit | None) -> bool:
        """Whether a trump lies in it."""
        return any(is_trump(play.card, trump) for play in self.plays)


def legal_leads(
    hand: Collection[Card], trump: Suit | None, *, broken: bool, exempt: bool, ruleset: Ruleset
) -> frozenset[Card]:
    """The cards that may be led.

    No trump until trump is broken, except by a leader whom a board exempts or who holds nothing
    but trumps. `trump_lead` "free" lifts the ban, "only_when_only_trump" never ends it.
    """
    everything = frozenset(hand)
    may_break = broken and ruleset.trump_lead == "when_broken"
    if exempt or may_break or ruleset.trump_lead == "free":
        return everything
    return frozenset(card for card in hand if not is_trump(card, trump)) or everything


def legal_follows(
    hand: Collection[Card], trick: Trick, seat: Seat, trump: Suit | None, ruleset: Ruleset
) -> frozenset[Card]:
    """The cards that may be played to a trick already led.

    Follow the suit led if you can; a led blooper asks for the highest or the lowest trump.
    """
    led = trick.plays[0].card
    if is_trump(led, trump):
        following = frozenset(card for card in hand if is_trump(card, trump))
        if not following:
            return frozenset(hand)
        if led == BIG_BLOOPER and _binds(ruleset.big_blooper_lead, trick.leader, seat):
            return frozenset((max(following, key=HEIGHT.__getitem__),))
        if led == LITTLE_BLOOPER and _binds(ruleset.little_blooper_lead, trick.leader, seat):
            return frozenset((min(following, key=HEIGHT.__getitem__),))
        return following
    suit = led[1]
    return frozenset(card for card in hand if card[1] == suit) or frozenset(hand)


def _binds(lead_rule: str, leader: Seat, seat: Seat) -> bool:
    if lead_rule == "opponents":
        return seat != PARTNER_OF[leader]
    return lead_rule == "all"


def why_illegal(card: Card, trick: Trick, trump: Suit | None) -> Code:
    """The rule that a card from the hand, but not from the legal list, breaks."""
    if not trick.plays:
        return "trump-not-broken"
    led = trick.plays[0].card
    if not (is_trump(led, trump) and is_trump(card, trump)):
        return "must-follow-suit"
    return "must-play-highest-trump" if led == BIG_BLOOPER else "must-play-lowest-trump"


def winner_of(plays: Sequence[CardPlayed], trump: Suit | None) -> Seat:
    """Who takes these cards: the highest trump, else the highest card of the suit led."""
    contenders = [play for play in plays if is_trump(play.card, trump)]
    if not contenders:
        suit = plays[0].card[1]
        contenders = [play for play in plays if play.card[1] == suit]
    return max(contenders, key=lambda play: HEIGHT[play.card]).seat
