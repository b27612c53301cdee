"""A table for tests: cards dealt as wanted, then given events, when a command, then events.

The four at it are ana, boris, chie and dipa in N, E, S and W; eve does not sit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import pytest

from games.engine.bidding import BidValue
from games.engine.cards import PACK, Card
from games.engine.commands import Command, CreateGame, MakeBid, PlayCard, TakeSeat
from games.engine.deal import Deal, legal_bids_now, legal_cards_now
from games.engine.dealing import deal_out
from games.engine.events import DealStarted, Event
from games.engine.evolve import evolve
from games.engine.game import decide, replay
from games.engine.refusals import Refusal
from games.engine.ruleset import Ruleset
from games.engine.seats import LEFT_OF, SEATS, Seat, clockwise_from
from games.engine.state import Game

GAME_ID = "01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f"
SEED = bytes(range(32)).hex()
PEOPLE = {"N": "ana", "E": "boris", "S": "chie", "W": "dipa"}


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a line such as `AH KH LB`."""
    return tuple(text.split())


def stacked(
    hands: Mapping[Seat, str],
    *,
    dealer: Seat = "N",
    turn_up: Card = "2H",
    stock: str = "",
) -> tuple[Card, ...]:
    """A deck that deals these hands; seats not named get what is left, as many cards each.

    `stock` are the cards on top of the stock.
    """
    wanted = {seat: list(cards(text)) for seat, text in hands.items()}
    size = max(len(hand) for hand in wanted.values())
    named = {turn_up, *cards(stock), *(card for hand in wanted.values() for card in hand)}
    rest = [card for card in PACK if card not in named]
    for seat in SEATS:
        hand = wanted.setdefault(seat, [])
        while len(hand) < size:
            hand.append(rest.pop(0))
    order = clockwise_from(LEFT_OF[dealer])
    dealt = [wanted[seat][place] for place in range(size) for seat in order]
    deck = (*dealt, turn_up, *cards(stock), *rest)
    assert sorted(deck) == sorted(PACK)
    return deck


def deal_started(
    deck: tuple[Card, ...],
    hand_size: int,
    *,
    dealer: Seat = "N",
    ruleset: Ruleset | None = None,
    number: int = 1,
    attempt: int = 1,
) -> DealStarted:
    """The event that deals this deck."""
    dealt = deal_out(deck, hand_size, dealer, ruleset or Ruleset())
    return DealStarted(
        number=number,
        attempt=attempt,
        hand_size=hand_size,
        dealer=dealer,
        turn_up=dealt.turn_up,
        trump=dealt.trump,
        replaced=dealt.replaced,
        deck=deck,
        salt="",
        hands=dealt.hands,
    )


class Table:
    """A game under test: the events so far and the state that they make."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.game = Game(id=GAME_ID)

    def given(self, *events: Event) -> Self:
        """These events have happened."""
        for event in events:
            self.events.append(event)
            self.game = evolve(self.game, event)
        return self

    def when(self, command: Command) -> tuple[Event, ...]:
        """The command is carried out; returns its events."""
        events = decide(self.game, command)
        self.given(*events)
        return events

    def refuses(self, command: Command) -> Refusal:
        """The command is refused and nothing changes; returns the refusal."""
        before = self.game
        with pytest.raises(Refusal) as caught:
            decide(self.game, command)
        assert self.game == before
        assert replay(GAME_ID, self.events) == before
        return caught.value

    def code(self, command: Command) -> str:
        """The code of the refusal of this command."""
        return self.refuses(command).code

    @property
    def deal(self) -> Deal:
        """The deal under way."""
        assert self.game.deal is not None
        return self.game.deal

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""
        assert self.game.to_act is not None
        return self.game.to_act

    def bid(self, *bids: BidValue) -> Self:
        """The seats bid in turn."""
        for bid in bids:
            self.when(MakeBid(self.turn, bid))
        return self

    def play(self, text: str) -> Self:
        """The seats play these cards in turn."""
        for card in cards(text):
            self.when(PlayCard(self.turn, card))
        return self

    @property
    def legal_bids(self) -> set[BidValue]:
        """What may be bid now."""
        return set(legal_bids_now(self.deal, self.game.ruleset))

    @property
    def legal(self) -> set[Card]:
        """What may be played now."""
        return set(legal_cards_now(self.deal, self.game.ruleset))


def seated(
    ruleset: str = "gamerules", options: Mapping[str, Any] | None = None, **entropy: str
) -> Table:
    """A game just created, with the four people seated: it starts of itself."""
    table = Table()
    table.when(CreateGame(seed=SEED, ruleset=ruleset, options=options or {}))
    for seat, person in PEOPLE.items():
        table.when(TakeSeat(seat, player_id=person, entropy=entropy.get(seat, "")))
    return table


def dealt(
    hands: Mapping[Seat, str],
    *,
    dealer: Seat = "N",
    turn_up: Card = "2H",
    stock: str = "",
    number: int = 1,
    attempt: int = 1,
    **options: Any,
) -> Table:
    """A game whose present deal has these hands, before the first bid.

    Without `hand_sizes` there is one deal, of as many cards as the hands have.
    """
    size = max(len(cards(hand)) for hand in hands.values())
    sizes = options.pop("hand_sizes", [size] * number)
    table = seated(options={"hand_sizes": sizes, **options})
    deck = stacked(hands, dealer=dealer, turn_up=turn_up, stock=stock)
    return table.given(
        deal_started(
            deck,
            size,
            dealer=dealer,
            ruleset=table.game.ruleset,
            number=number,
            attempt=attempt,
        )
    )


def leading(
    leader: Seat,
    hands: Mapping[Seat, str],
    *,
    bid: BidValue = 1,
    turn_up: Card = "2H",
    **options: Any,
) -> Table:
    """A deal at its first lead: `leader` bid, the others passed."""
    dealer = next(seat for seat in SEATS if LEFT_OF[seat] == leader)
    table = dealt(hands, dealer=dealer, turn_up=turn_up, bid_n_as_number=True, **options)
    return table.bid(bid, "pass", "pass", "pass")
