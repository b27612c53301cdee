"""Checks a finished game's public events against the naive rules.

What is wrong is told in plain sentences; an empty list means that all holds. The first move that
the rules refuse ends the check, as nothing after it can be judged.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from .cards import SEATS
from .chain import wrong_hashes
from .differences import differences
from .options import PRESETS, Options, wrong_options
from .refusals import bid_refusal, card_refusal
from .rules import Happening, NaiveGame
from .seating import Seating
from .shuffle import commitment, deck, first_dealer

ABOUT_SEATS = ("seat-taken", "seat-left", "autopilot-on", "autopilot-off")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class Stop(Exception):
    """The rest of the game cannot be judged."""


def check_events(game_id: str, events: list[dict[str, Any]]) -> list[str]:
    """What is wrong with a finished game, all of its secret parts open."""
    try:
        faults = wrong_hashes(game_id, events)
        walk = Walk(game_id, any(event["type"] == "game-rewound" for event in events))
        try:
            for event in events:
                walk.follow(event)
            walk.end()
        except Stop as stop:
            walk.faults.append(f"stopped: {stop}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [f"not a list of public events: {error!r}"]
    return faults + walk.faults


class Walk:
    """A reader going through the events in order, playing the naive game along with them."""

    def __init__(self, game_id: str, rewinds: bool) -> None:
        self.game_id = game_id
        self.rewinds = rewinds
        self.faults: list[str] = []
        self.seating = Seating()
        self.game: NaiveGame | None = None
        self.owed: list[Happening] = []  # what must come next, at once and in this order
        self.over = False
        self.version = 0
        self.then: dict[int, NaiveGame] = {}  # the game as it was after each version
        self.deals: list[tuple[int, int, int]] = []  # version, number, attempt of each deal

    def fault(self, text: str) -> None:
        self.faults.append(f"event {self.version}: {text}")

    def follow(self, event: dict[str, Any]) -> None:
        """Take the next event."""
        self.version, kind, data = event["version"], event["type"], event["data"]
        if not isinstance(event["at"], str) or not TIME.fullmatch(event["at"]):
            self.fault(f"time {event['at']!r}")
        if (self.version == 1) != (kind == "game-created"):
            raise Stop(f"event {self.version}: {kind}; game-created comes first, and once")
        self.follow_kind(kind, event, data)
        if self.rewinds and self.game is not None:
            self.then[self.version] = copy.deepcopy(self.game)

    def follow_kind(self, kind: str, event: dict[str, Any], data: dict[str, Any]) -> None:
        """Take the next event, by what it may be now."""
        if self.owed:
            self.follow_owed(kind, data)
        elif kind == "game-voided":
            self.compare(data, {"seed": self.seed.hex()})
            self.over = True
        elif self.over:
            raise Stop(f"event {self.version}: {kind} after the end")
        elif kind == "game-created":
            self.created(data)
        elif kind in ABOUT_SEATS:
            self.faults += self.seating.apply(event, self.game is not None)
            if self.game is None and self.seating.full():
                self.start()
        elif kind in ("bid-made", "card-played"):
            self.moved(kind, data, event["actor"])
        elif kind == "game-rewound":
            self.rewound(data["to_version"])
        else:
            raise Stop(f"event {self.version}: {kind} out of place")

    def end(self) -> None:
        """All events are read."""
        if self.owed:
            self.fault(f"ends before {self.owed[0][0]}")
        elif not self.over:
            self.fault("the game has not ended")

    def compare(self, data: dict[str, Any], wanted: dict[str, Any]) -> None:
        for difference in differences(wanted, data):
            self.fault(difference)

    def created(self, data: dict[str, Any]) -> None:
        """The first event: options, and a seed that fits its commitment."""
        if data["ruleset"] not in PRESETS:
            self.fault(f"no ruleset {data['ruleset']!r}")
        wrong = wrong_options(data["options"])
        if wrong:
            raise Stop("; ".join(wrong))
        if data["visibility"] not in ("public", "private") or type(data["sandbox"]) is not bool:
            self.fault("visibility and sandbox are not what they can be")
        if type(data["turn_seconds"]) is not int or not 1 <= data["turn_seconds"] <= 1209600:
            self.fault(f"turn_seconds {data['turn_seconds']!r}")
        self.options: Options = data["options"]
        self.seed = bytes.fromhex(data["seed"])
        if len(self.seed) != 32:
            self.fault("the seed has not 32 bytes")
        self.compare(data, {"commitment": commitment(self.seed)})

    def start(self) -> None:
        """The fourth seat is filled: the first dealer and the first deal follow at once."""
        entropy = dict(self.seating.entropy)

        def deck_of(number: int, attempt: int) -> list[str]:
            return deck(self.seed, self.game_id, number, attempt, entropy)

        dealer = first_dealer(self.seed, self.game_id, entropy)
        self.game = NaiveGame(self.options, dealer, deck_of)
        self.owed = [("game-started", {"first_dealer": dealer}), ("deal-started", self.game.start)]

    def follow_owed(self, kind: str, data: dict[str, Any]) -> None:
        """An event that the act before it brings about."""
        wanted_kind, wanted = self.owed.pop(0)
        if kind != wanted_kind:
            raise Stop(f"event {self.version}: {kind} where {wanted_kind} must come")
        self.compare(data, wanted)
        if kind == "deal-started":
            self.deals.append((self.version, data["number"], data["attempt"]))
            if not isinstance(data.get("salt"), str) or not data["salt"]:
                self.fault("the deal has no salt")
        if kind == "game-finished":
            self.compare(data, {"seed": self.seed.hex()})
            self.over = True

    def moved(self, kind: str, data: dict[str, Any], actor: dict[str, Any]) -> None:
        """A bid or a card: legal, by the right seat, told in full."""
        seat = data["seat"]
        if seat not in SEATS:
            raise Stop(f"event {self.version}: no seat {seat!r}")
        sent, refusal = (
            (data["bid"], bid_refusal(self.game, seat, data["bid"]))
            if kind == "bid-made"
            else (data["card"], card_refusal(self.game, seat, data["card"]))
        )
        if refusal is not None or self.game is None:
            raise Stop(f"event {self.version}: {seat} {sent!r} is refused: {refusal}")
        act = self.game.bid if kind == "bid-made" else self.game.play
        (_, wanted), *self.owed = act(seat, sent)
        self.compare(data, wanted)
        for name in ("level", "winner"):
            if name in data and name not in wanted:
                self.fault(f"{name} where there is none")
        for fault in self.seating.wrong_actor(seat, actor):
            self.fault(fault)

    def rewound(self, to_version: int) -> None:
        """Back inside the present deal, or to the start of an earlier one, dealt anew."""
        if self.game is None or not 1 <= to_version < self.version:
            raise Stop(f"event {self.version}: cannot go back to {to_version!r}")
        if to_version >= self.deals[-1][0]:
            self.game = copy.deepcopy(self.then[to_version])
            return
        stood = [deal for deal in self.deals if deal[0] <= to_version] or self.deals[:1]
        started, number, _ = stood[-1]
        highest = max(attempt for _, k, attempt in self.deals if k == number)
        self.game = copy.deepcopy(self.then[started])
        self.owed = [self.game.deal_anew(highest + 1)]
