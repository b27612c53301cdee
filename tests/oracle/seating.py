"""Who sits where while the events go by, and whether an act's actor fits its seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import SEATS

LEVELS = ("beginner", "normal", "expert")


@dataclass
class Seating:
    """The occupants of a game's seats; `entropy` keeps that of each seat's last occupant."""

    players: dict[str, Any] = field(default_factory=dict)
    bots: dict[str, Any] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    away: set[str] = field(default_factory=set)
    entropy: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SEATS, ""))

    def full(self) -> bool:
        """All four seats are filled."""
        return len(self.players) + len(self.bots) == 4

    def apply(self, event: dict[str, Any], started: bool) -> list[str]:
        """Follow one event about seats; returns what is wrong with it."""
        kind, data = event["type"], event["data"]
        seat = data.get("seat")
        if seat not in SEATS:
            return [f"{kind}: no seat {seat!r}"]
        if kind == "seat-taken":
            return self.take(seat, data, started)
        if kind == "seat-left":
            return self.leave(seat, data.get("bot"), started)
        on = kind == "autopilot-on"
        if seat not in self.players or (seat in self.away) == on or not started:
            return [f"{kind}: seat {seat} cannot do that"]
        (self.away.add if on else self.away.discard)(seat)
        return []

    def take(self, seat: str, data: dict[str, Any], started: bool) -> list[str]:
        """Sit a player or a bot down before the start."""
        player, bot = data.get("player_id"), data.get("bot")
        if started or seat in self.players or seat in self.bots:
            return [f"seat-taken: seat {seat} is not free"]
        if (player is None) == (bot is None) or (bot is not None and bot not in LEVELS):
            return [f"seat-taken: {seat} needs a player or a bot"]
        if player is not None and player in self.players.values():
            return [f"seat-taken: one player in two seats, {seat} too"]
        (self.bots if player is None else self.players)[seat] = bot if player is None else player
        self.entropy[seat] = data.get("entropy", "")
        return [] if isinstance(data.get("entropy"), str) else ["seat-taken: no entropy"]

    def leave(self, seat: str, bot: Any, started: bool) -> list[str]:
        """Empty a seat before the start, or hand it to a bot for good after it."""
        if started:
            if seat not in self.players or bot not in LEVELS:
                return [f"seat-left: {seat} by nobody, or without a bot after it"]
            self.left.add(seat)
            self.away.discard(seat)
            self.bots[seat] = bot
        elif (seat not in self.players and seat not in self.bots) or bot is not None:
            return [f"seat-left: {seat} was empty, or a bot came before the start"]
        else:
            self.bots.pop(seat, None)
            self.entropy[seat] = ""
        self.players.pop(seat, None)
        return []

    def wrong_actor(self, seat: str, actor: dict[str, Any]) -> list[str]:
        """What is wrong with who is said to have bid or played from a seat."""
        kind, cause = actor.get("kind"), actor.get("cause")
        if kind == "player":
            if actor.get("id") != self.players.get(seat) or seat in self.away:
                return [f"{seat}: moved by a player who does not sit there or is away"]
            return []
        if not actor.get("level") or not actor.get("policy"):
            return [f"{seat}: a {kind} moved and does not say why"]
        if kind == "bot" and seat in self.bots:
            wanted = "left" if seat in self.left else "bot-seat"
        elif kind == "autopilot" and seat in self.away:
            wanted = "timed-out"
        else:
            return [f"{seat}: moved by {kind!r}"]
        return [] if cause == wanted else [f"{seat}: cause {cause!r}, should be {wanted!r}"]
