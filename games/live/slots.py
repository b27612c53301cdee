"""How many of a player's requests may go on at a time in this process."""

from __future__ import annotations

from collections import Counter
from threading import Lock
from uuid import UUID


class Slots:
    """A number of places for each player; safe from any thread."""

    def __init__(self, each: int) -> None:
        self.each = each
        self._taken: Counter[UUID] = Counter()
        self._lock = Lock()

    def take(self, player: UUID) -> bool:
        """Take one of the player's places; False if he has none left."""
        with self._lock:
            if self._taken[player] >= self.each:
                return False
            self._taken[player] += 1
            return True

    def give_back(self, player: UUID) -> None:
        """Free one of the player's places."""
        with self._lock:
            self._taken[player] -= 1
            if not self._taken[player]:
                del self._taken[player]

    def taken(self) -> int:
        """How many are taken by all players together."""
        with self._lock:
            return self._taken.total()
