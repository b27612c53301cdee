"""Moves that must be refused, one of each kind, with the code that the naive rules give."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.games.witness import LEFT, SEATS, SPECTATOR, Witness
from tests.oracle.cards import PACK
from tests.oracle.refusals import bid_refusal, card_refusal

STATUS = {
    "invalid-request": 400,
    "not-a-player": 403,
    "not-your-turn": 409,
    "wrong-phase": 409,
    "stale-version": 412,
    "illegal-bid": 422,
    "card-not-in-hand": 422,
    "must-follow-suit": 422,
    "trump-not-broken": 422,
    "must-play-highest-trump": 422,
    "must-play-lowest-trump": 422,
}


class Try(NamedTuple):
    """A move by a viewer that must be refused with this code."""

    viewer: str
    what: str
    body: Any
    code: str
    headers: dict[str, str] = {}
    raw: bytes = b""


class IllegalMoves:
    """A different kind each time; kinds that cannot be had just now are passed over."""

    def __init__(self, witness: Witness, dice: random.Random) -> None:
        self.witness = witness
        self.dice = dice
        self.number = 0
        self.tried: set[str] = set()
        self.kinds: list[Callable[[str], Try | None]] = [
            self.out_of_turn,
            self.anothers_card,
            self.played_card,
            self.wrong_phase,
            self.illegal_bid,
            self.stale_version,
            self.spectator,
            self.rubbish,
            self.illegal_card,
        ]

    def next(self, seat: str) -> Try:
        """The next kind that can be had while it is this seat's turn."""
        while True:
            kind = self.kinds[self.number % len(self.kinds)]
            self.number += 1
            found = kind(seat)
            if found is not None:
                self.tried.add(kind.__name__)
                return found

    def _bids(self) -> bool:
        assert self.witness.game is not None
        return self.witness.game.deal.phase() == "bid"

    def _hand(self, seat: str) -> list[str]:
        assert self.witness.game is not None
        return list(self.witness.game.deal.hands[seat])

    def _move(self, seat: str) -> tuple[str, dict[str, Any]]:
        """Something of the right kind from this seat."""
        if self._bids():
            return "bids", {"bid": "pass"}
        hand = self._hand(seat)
        return "plays", {"card": self.dice.choice(hand or list(PACK))}

    def _card(self, seat: str, cards: list[str]) -> Try | None:
        if self._bids() or not cards:
            return None
        card = self.dice.choice(cards)
        code = card_refusal(self.witness.game, seat, card)
        assert code is not None
        return Try(seat, "plays", {"card": card}, code)

    def out_of_turn(self, seat: str) -> Try:
        other = self.dice.choice([LEFT[seat], LEFT[LEFT[seat]], LEFT[LEFT[LEFT[seat]]]])
        return Try(other, *self._move(other), "not-your-turn")

    def anothers_card(self, seat: str) -> Try | None:
        others = [card for other in SEATS if other != seat for card in self._hand(other)]
        return self._card(seat, others)

    def played_card(self, seat: str) -> Try | None:
        assert self.witness.game is not None
        return self._card(seat, [c for t in self.witness.game.deal.tricks for _, c in t])

    def illegal_card(self, seat: str) -> Try | None:
        game = self.witness.game
        assert game is not None
        return self._card(seat, [c for c in self._hand(seat) if c not in game.legal()])

    def wrong_phase(self, seat: str) -> Try:
        if self._bids():
            return Try(seat, "plays", {"card": self._hand(seat)[0]}, "wrong-phase")
        return Try(seat, "bids", {"bid": "pass"}, "wrong-phase")

    def illegal_bid(self, seat: str) -> Try | None:
        if not self._bids():
            return None
        bids = [0, -1, 2.5, 14, 13, "3", "x", "", 10**30]
        bids = [bid for bid in bids if bid_refusal(self.witness.game, seat, bid)]
        return Try(seat, "bids", {"bid": self.dice.choice(bids)}, "illegal-bid")

    def stale_version(self, seat: str) -> Try:
        headers = {"If-Match": f'"{self.witness.version - 1}"'}
        return Try(seat, *self._move(seat), "stale-version", headers)

    def spectator(self, seat: str) -> Try:
        return Try(SPECTATOR, *self._move(seat), "not-a-player")

    def rubbish(self, seat: str) -> Try:
        what = self.dice.choice(["bids", "plays"])
        bodies: list[Any] = [{"bid": True, "card": "ZZ"}, {"bid": None, "card": 7}, {}, [], None]
        body = self.dice.choice(bodies)
        return Try(seat, what, body, "invalid-request", {}, b"" if body else b"{]")
