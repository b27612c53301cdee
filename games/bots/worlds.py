"""Worlds: ways the unseen cards may lie that agree with everything this seat has seen."""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.cards import singles
from games.bots.position import Position

Lie = list[list[int]]
"""The hidden cards of the four seats; in the place of the own seat the stock."""

TRIES: Final = 12
"""Deals thrown away because somebody could not be given cards he may hold, before giving in."""


class Worlds:
    """Samples of the three hidden hands of a position."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.seat = position.seat
        self._random = rng.random
        self._cards = singles(position.unseen)
        leader, cards = position.running
        wanted = []
        for seat in range(4):
            if seat != position.seat:
                has_played = (seat - leader & 3) < len(cards)
                wanted.append((seat, position.left - has_played, position.barred[seat]))
        wanted.sort(key=lambda one: (position.unseen & ~one[2]).bit_count() - one[1])
        self._wanted = [(seat, count, barred & position.unseen) for seat, count, barred in wanted]

    def sample(self) -> Lie:
        """One way the cards may lie: four lists, the stock in the place of the own seat."""
        random = self._random
        for _ in range(TRIES):
            cards = sorted(self._cards, key=lambda _: random())
            lie = self._given(cards)
            if lie is not None:
                return lie
        return self._given_anyhow(sorted(self._cards, key=lambda _: random()))

    def _given(self, cards: list[int]) -> Lie | None:
        """Gives each seat the first cards that it may hold; None when there were not enough."""
        lie: Lie = [[], [], [], []]
        for seat, count, barred in self._wanted:
            if barred:
                hand = [card for card in cards if not card & barred][:count]
                if len(hand) < count:
                    return None
                given = sum(hand)
                cards = [card for card in cards if not card & given]
            else:
                hand = cards[:count]
                cards = cards[count:]
            lie[seat] = hand
        lie[self.seat] = cards
        return lie

    def _given_anyhow(self, cards: list[int]) -> Lie:
        """Gives every seat cards that it may hold as far as they go, then any."""
        lie: Lie = [[], [], [], []]
        for seat, count, barred in self._wanted:
            allowed = [card for card in cards if not card & barred]
            cards = allowed + [card for card in cards if card & barred]
            lie[seat] = cards[:count]
            cards = cards[count:]
        lie[self.seat] = cards
        return lie
