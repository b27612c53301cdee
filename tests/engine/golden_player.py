"""Plays a game again from its text: line by line the commands that led to it."""

from __future__ import annotations

import json
from typing import Any

from games.engine.bidding import BidValue
from games.engine.commands import (
    Command,
    CreateGame,
    LeaveSeat,
    MakeBid,
    Mover,
    PlayCard,
    ReturnToSeat,
    RewindGame,
    TakeSeat,
)
from games.engine.events import Event
from games.engine.evolve import evolve
from games.engine.game import decide
from games.engine.rewind import deal_standing_at
from games.engine.seats import LEFT_OF, Seat
from games.engine.state import Game


class GoldenPlayer:
    """Reads the lines that somebody did and carries them out; the rest is for comparing."""

    def __init__(self, game_id: str) -> None:
        self.game = Game(id=game_id)
        self.events: list[Event] = []
        self.ruleset = ""
        self.options: dict[str, Any] = {}
        self.by_autopilot: set[Seat] = set()

    def do(self, command: Command) -> None:
        """Carry a command out."""
        for event in decide(self.game, command):
            self.events.append(event)
            self.game = evolve(self.game, event)

    def read(self, line: str) -> None:
        """Do what a line says."""
        if self.game.status == "waiting":
            self.open(line)
        else:
            self.carry_on(line)

    def open(self, line: str) -> None:
        """Open the table or sit somebody down."""
        match line.split():
            case ["ruleset", name]:
                self.ruleset = name
            case [option, *_] if line.startswith("  "):
                self.options[option] = json.loads(line.split(maxsplit=1)[1])
            case ["seed", seed]:
                self.do(CreateGame(seed, self.ruleset, self.options))
            case ["seat", seat, who, *_]:
                self.sit(seat, who, json.loads(line.split(maxsplit=3)[3]))

    def carry_on(self, line: str) -> None:
        """Bid, play, be absent or come back, leave, go back."""
        match line.split():
            case ["bids", *bids]:
                for seat, bid in zip(bids[::2], bids[1::2], strict=True):
                    self.do(MakeBid(seat, _bid(bid), self.mover(seat)))
            case ["trick", _, seat, *played]:
                for card in played[: played.index(">")] if ">" in played else played:
                    self.do(PlayCard(seat, card, self.mover(seat)))
                    seat = LEFT_OF[seat]
            case ["autopilot", "on", seat]:
                self.by_autopilot.add(seat)
            case ["autopilot", "off", seat]:
                self.by_autopilot.discard(seat)
                self.do(ReturnToSeat(seat))
            case ["leave", seat]:
                self.by_autopilot.discard(seat)
                self.do(LeaveSeat(seat))
            case ["rewind", version, *note]:
                standing = deal_standing_at(self.events, int(version))
                self.do(RewindGame(int(version), " ".join(note), standing))

    def sit(self, seat: Seat, who: str, entropy: str) -> None:
        """Somebody sits down, a bot if the name says so."""
        if who.startswith("bot:"):
            self.do(TakeSeat(seat, bot=who.removeprefix("bot:"), entropy=entropy))
        else:
            self.do(TakeSeat(seat, player_id=who, entropy=entropy))

    def mover(self, seat: Seat) -> Mover:
        """Who moves for a seat."""
        return "autopilot" if seat in self.by_autopilot else "player"


def _bid(text: str) -> BidValue:
    if text.startswith("board/"):
        return "board"
    return text if text == "pass" else int(text)


def play_again(text: str) -> GoldenPlayer:
    """The game that a text describes, played again from its commands."""
    first, *lines = text.splitlines()
    player = GoldenPlayer(first.removeprefix("game "))
    for line in lines:
        player.read(line)
    return player
