"""How each player fared in a finished game, told from its events in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.engine.bidding import BOARD, PASS
from games.engine.seats import SEATS, TEAM_OF, TEAMS, Seat
from games.engine.state import Game
from games.eventstore.stream import StoredEvent

LARGEST_HAND: Final = 13
WON, LOST, TIED = "won", "lost", "tied"


@dataclass(slots=True)
class Performance:
    """What a player, or the autopilot in his stead, did in one game; `result` is his team's.

    `bids` are the numbers he bid himself in deals where his team was to take a number of tricks,
    and `bids_made` those where it did; boards are his own, too. `deals` and `points` are by the
    size of the hand, from 1 on: the scored deals at whose end he sat there, and his team's points.
    """

    result: str
    bids: int = 0
    bids_made: int = 0
    boards_made: int = 0
    boards_missed: int = 0
    turns: int = 0
    autopilot_turns: int = 0
    deals: list[int] = field(default_factory=lambda: [0] * LARGEST_HAND)
    points: list[int] = field(default_factory=lambda: [0] * LARGEST_HAND)


class _Bid(NamedTuple):
    """A bid, with the player who made it himself, or None."""

    bid: Any
    player: str | None


def performances(game: Game, events: Iterable[StoredEvent]) -> dict[str, Performance]:
    """How the players fared in this finished game, by the ids that its events know them by.

    Who left for good is among them, with his team's result and what he did until then. What a
    rewind undid counts as turns, and as nothing else.
    """
    told = _Told(game)
    for event in events:
        told.hear(event)
    return told.found


class _Told:
    """A game while its events go by."""

    def __init__(self, game: Game) -> None:
        self.winner, self.ruleset = game.winner, game.ruleset
        self.standing = {(result.number, result.attempt): result for result in game.results}
        self.found: dict[str, Performance] = {}
        self.seats: dict[Seat, str | None] = dict.fromkeys(SEATS)
        self.bids: Mapping[Seat, _Bid] = {}
        # What stood at each version of the deal, because a rewind may ask for any of them.
        self.stood: dict[int, Mapping[Seat, _Bid]] = {}

    def hear(self, event: StoredEvent) -> None:
        data = event.data
        match event.kind:
            case "seat-taken" | "seat-left":
                self.seats[data["seat"]] = data.get("player_id")
            case "game-started":
                self._start()
            case "deal-started":
                self.bids, self.stood = {}, {}
            case "bid-made":
                own = event.actor.id if event.actor.kind == "player" else None
                self.bids = {**self.bids, data["seat"]: _Bid(data["bid"], own)}
                self._turn(event)
            case "card-played":
                self._turn(event)
            case "deal-scored":
                self._score(data)
            case "game-rewound":
                self.bids = self.stood.get(data["to_version"], {})
        self.stood[event.version] = self.bids

    def _start(self) -> None:
        for seat, player in self.seats.items():
            if player is not None:
                won = WON if self.winner == TEAM_OF[seat] else LOST
                self.found[player] = Performance(won if self.winner in TEAMS else TIED)

    def _turn(self, event: StoredEvent) -> None:
        player = self.seats[event.data["seat"]]
        if player is not None:
            self.found[player].turns += 1
            self.found[player].autopilot_turns += event.actor.kind == "autopilot"

    def _score(self, data: Mapping[str, Any]) -> None:
        result = self.standing.get((data["number"], data["attempt"]))
        if result is None:
            return
        size = self.ruleset.hand_size(result.number)
        for seat, player in self.seats.items():
            if player is None:
                continue
            team, fared = TEAM_OF[seat], self.found[player]
            fared.deals[size - 1] += 1
            fared.points[size - 1] += result.points[team]
            bid = self.bids[seat]
            if bid.player != player or bid.bid == PASS:
                continue
            contract = result.contracts[team]
            made = result.tricks[team] >= contract.tricks
            if bid.bid == BOARD:
                fared.boards_made += made
                fared.boards_missed += not made
            elif not contract.board:
                fared.bids += 1
                fared.bids_made += made
