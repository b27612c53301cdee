"""What a finished deal leaves behind, told from the events of its game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from games.engine.seats import SEATS
from games.engine.state import Game, Occupant
from games.eventstore.stream import StoredEvent
from games.records.shape import FORMAT, FORMAT_VERSION

Entry = dict[str, Any]

_AS_DEALT: Final = (
    "number",
    "attempt",
    "hand_size",
    "dealer",
    "deck",
    "turn_up",
    "trump",
    "replaced",
    "hands",
)
_SCORE: Final = ("contracts", "tricks", "points")


def game_record(game: Game, names: Mapping[str, str], events: Iterable[StoredEvent]) -> Entry:
    """The portable record of a game: what its events show, and who sits there now, by name.

    The seed is in it once the game is over.
    """
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": game.id,
        "ruleset": game.ruleset.name,
        "options": game.ruleset.options(),
        "seats": {seat: _holder(game.seats[seat], names) for seat in SEATS},
        "deals": deal_records(events, over=game.over),
        "scores": dict(game.scores),
        "winner": game.winner,
        "fairness": fairness(game),
    }


def fairness(game: Game) -> Entry:
    """What lets everybody check the shuffles; the seed (hex) only once the game is over."""
    entropy = {seat: game.seats[seat].entropy for seat in SEATS}
    shown: Entry = {"commitment": game.commitment, "entropy": entropy}
    return {**shown, "seed": game.seed} if game.over else shown


def _holder(occupant: Occupant, names: Mapping[str, str]) -> Entry | None:
    if not occupant.present:
        return None
    name = None if occupant.player_id is None else names[occupant.player_id]
    return {"player": name, "bot": occupant.bot, "autopilot": occupant.autopilot}


def deal_records(events: Iterable[StoredEvent], *, over: bool) -> list[Entry]:
    """The deals of a game as its portable record has them, in order, every attempt an entry.

    What the events do not show is absent from the entries too. A deal that was passed out, or
    given up, has no score. While the game is not `over`, the running deal is left out.
    """
    told: list[_Told] = []
    for event in events:
        if event.kind == "deal-started":
            told.append(_Told(event.data))
        elif told:
            told[-1].hear(event)
    return [deal.entry() for deal in told if over or deal.ended]


class _Told:
    """One deal while its events go by."""

    def __init__(self, dealt: dict[str, Any]) -> None:
        self.dealt = dealt
        self.ended = False
        self.score: dict[str, Any] = dict.fromkeys(_SCORE)
        self.bids: tuple[dict[str, Any], ...] = ()
        self.plays: tuple[str, ...] = ()
        # What stood at each version, because a rewind may ask for any of them.
        self.stood: dict[int, tuple[tuple[dict[str, Any], ...], tuple[str, ...]]] = {}

    def hear(self, event: StoredEvent) -> None:
        data = event.data
        if event.kind == "bid-made":
            self.bids = (*self.bids, data)
        elif event.kind == "card-played":
            self.plays = (*self.plays, data["card"])
        elif event.kind == "deal-scored":
            self.score = {name: data[name] for name in _SCORE}
            self.ended = True
        elif event.kind == "deal-passed-out" or (event.kind == "game-rewound" and "deal" in data):
            self.ended = True
        elif event.kind == "game-rewound":
            self.bids, self.plays = self.stood.get(data["to_version"], ((), ()))
        self.stood[event.version] = self.bids, self.plays

    def entry(self) -> Entry:
        dealt: Entry = {name: self.dealt[name] for name in _AS_DEALT if name in self.dealt}
        return {**dealt, "bids": list(self.bids), "plays": list(self.plays), **self.score}
