"""The shuffle: the seed is the one that was committed to, and every card comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import shuffle
from games.engine.seats import SEATS
from games.eventstore.raw import RawEvent
from games.verification.findings import GARBAGE, Fault


def first_unfair(game_id: str, rows: Sequence[RawEvent]) -> Fault | None:
    """The first event that does not come of the seed and of what the players added to it."""
    judge = _Judge(game_id)
    for row in rows:
        try:
            wrong = judge.hear(row.kind, row.data or {})
        except GARBAGE:
            wrong = "the data make no sense"
        if wrong is not None:
            return Fault(row.version, wrong)
    return None if judge.seed else Fault(1, "there is no seed")


class _Judge:
    """Hears a log, and says of each event what is wrong with its luck."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.seed = b""
        self.entropy = dict.fromkeys(SEATS, "")
        self.started = False

    def hear(self, kind: str, data: Mapping[str, Any]) -> str | None:
        match kind:
            case "game-created":
                self.seed = bytes.fromhex(data["seed"])
                if len(self.seed) != 32 or self.seed.hex() != data["seed"]:
                    return "the seed is no 32 bytes"
                if data["commitment"] != shuffle.commitment(self.seed):
                    return "the seed is not the one that was committed to"
            case "seat-taken" | "seat-left" if not self.started:
                self.entropy[data["seat"]] = data.get("entropy", "")
            case "game-started":
                self.started = True
                dealer = shuffle.first_dealer(self.seed, self.game_id, self.entropy)
                if data["first_dealer"] != dealer:
                    return "the first dealer was not drawn from the seed"
            case "deal-started":
                return self._deal(data)
            case "game-finished" | "game-voided":
                if data["seed"] != self.seed.hex():
                    return "the seed is not the one that was committed to"
        return None

    def _deal(self, data: Mapping[str, Any]) -> str | None:
        seed, which = self.seed, (self.game_id, data["number"], data["attempt"])
        if data["deck"] != list(shuffle.deck(seed, *which, self.entropy)):
            return "the deck does not come of the seed"
        if data["salt"] != shuffle.salt(seed, *which):
            return "the salt does not come of the seed"
        return None
