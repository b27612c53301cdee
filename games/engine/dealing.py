"""Dealing: one card at a time from the dealer's left, then the turn-up, then the stock.

Rule source: rules of gamerules.com; what it says of a turned-up joker is the option
`joker_turned_up`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.cards import BIG_BLOOPER, JOKERS, LITTLE_BLOOPER, Card, Suit
from games.engine.ruleset import Ruleset
from games.engine.seats import LEFT_OF, Seat, clockwise_from


class Replaced(NamedTuple):
    """A joker laid aside face up, and the card drawn for it, which only its seat knows."""

    seat: Seat
    joker: Card
    drawn: Card


class Dealt(NamedTuple):
    """The cards as the bidding begins; the five groups together are always the 54 cards."""

    hands: Mapping[Seat, tuple[Card, ...]]
    turn_up: Card
    trump: Suit | None
    replaced: Replaced | None
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]


def deal_out(deck: tuple[Card, ...], hand_size: int, dealer: Seat, ruleset: Ruleset) -> Dealt:
    """Deals `hand_size` cards to each seat and settles trump and a turned-up joker."""
    order = clockwise_from(LEFT_OF[dealer])
    hands = {seat: deck[place : 4 * hand_size : 4] for place, seat in enumerate(order)}
    turn_up, stock = deck[4 * hand_size], deck[4 * hand_size + 1 :]
    dealt = Dealt(hands, turn_up, turn_up[1], None, stock, ())
    if ruleset.fixed_trump is not None:
        return dealt._replace(trump=ruleset.fixed_trump)
    if turn_up not in JOKERS:
        return dealt
    if ruleset.joker_turned_up == "turn_next":
        return _turn_next(dealt)
    if ruleset.joker_turned_up == "exchange":
        return _exchange(dealt)
    return dealt._replace(trump=None)


def _turn_next(dealt: Dealt) -> Dealt:
    """Buries turned-up jokers until another card lies there; none left: no trump."""
    turn_up, stock, buried = dealt.turn_up, dealt.stock, dealt.discards
    while turn_up in JOKERS and stock:
        buried, turn_up, stock = (*buried, turn_up), stock[0], stock[1:]
    trump = None if turn_up in JOKERS else turn_up[1]
    return dealt._replace(turn_up=turn_up, trump=trump, stock=stock, discards=buried)


def _exchange(dealt: Dealt) -> Dealt:
    """No trump; whoever holds the other joker lays it aside and draws the top of the stock."""
    joker = LITTLE_BLOOPER if dealt.turn_up == BIG_BLOOPER else BIG_BLOOPER
    for seat, hand in dealt.hands.items():
        if joker in hand:
            drawn = dealt.stock[0]
            changed = tuple(drawn if card == joker else card for card in hand)
            return dealt._replace(
                hands={**dealt.hands, seat: changed},
                trump=None,
                replaced=Replaced(seat, joker, drawn),
                stock=dealt.stock[1:],
                discards=(joker,),
            )
    return dealt._replace(trump=None)
