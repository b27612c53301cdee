"""Worlds: ways the unseen cards may lie that agree with everything this seat has seen."""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.cards import singles
from games.bots.position import Position

TRIES: Final = 12
"""Deals thrown away because somebody could not be given cards he may hold, before giving in."""


class Worlds:
    """Samples of the three hidden hands of a position."""

    def __init__(self, position: Position, rng: Random) -> None:
        self._random = rng.random
        self._cards = singles(position.unseen)
        self._own = (position.seat, position.hand)
        leader, cards = position.running
        wanted = []
        for seat in range(4):
            if seat != position.seat:
                has_played = (seat - leader & 3) < len(cards)
                wanted.append((seat, position.left - has_played, position.barred[seat]))
        wanted.sort(key=lambda one: (position.unseen & ~one[2]).bit_count() - one[1])
        self._wanted = wanted
        self._free = not any(barred & position.unseen for _, _, barred in wanted)

    def sample(self) -> list[int]:
        """Four hands, the own one among them."""
        random = self._random
        hands = [0, 0, 0, 0]
        seat, hand = self._own
        hands[seat] = hand
        if self._free:
            cards = sorted(self._cards, key=lambda _: random())
            start = 0
            for seat, count, _ in self._wanted:
                hands[seat] = sum(cards[start : start + count])
                start += count
            return hands
        for _ in range(TRIES):
            cards = sorted(self._cards, key=lambda _: random())
            if self._give(cards, hands):
                return hands
        self._give_anyhow(hands)
        return hands

    def _give(self, cards: list[int], hands: list[int]) -> bool:
        """Gives each seat the first cards that it may hold; whether there were enough."""
        for seat, count, barred in self._wanted:
            hand = [card for card in cards if not card & barred][:count]
            if len(hand) < count:
                return False
            given = sum(hand)
            hands[seat] = given
            cards = [card for card in cards if not card & given]
        return True

    def _give_anyhow(self, hands: list[int]) -> None:
        """Gives every seat cards that it may hold as far as they go, then any."""
        random = self._random
        cards = sorted(self._cards, key=lambda _: random())
        for seat, count, barred in self._wanted:
            cards = [card for card in cards if not card & barred] + [
                card for card in cards if card & barred
            ]
            hands[seat] = sum(cards[:count])
            cards = cards[count:]
