"""A stream as folded: the state, and what only the envelopes of its events know."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from games.engine.absence import begins_turn, seconds_to_act
from games.engine.events import BidMade, CardPlayed, Event
from games.engine.evolve import RUNS, evolve, evolve_run
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.eventstore.chain import GENESIS

_MOVES: Final = (CardPlayed, BidMade)
"""With each of these somebody's turn begins."""


class StoredEvent(NamedTuple):
    """One row of the log."""

    version: int
    kind: str
    schema: int
    data: dict[str, Any]
    actor: Actor
    at: datetime
    hash: bytes


class Stream(NamedTuple):
    """A game at a version: `head` is its last event's hash and `at` that event's time.

    `at` and `turn_began` are in the game's own time.
    """

    game: Game
    head: bytes = GENESIS
    at: datetime | None = None
    turn_began: datetime | None = None

    @property
    def version(self) -> int:
        """The number of events so far."""
        return self.game.version

    @property
    def deadline(self) -> datetime | None:
        """When the turn is over, in the game's own time; None when nobody is to act."""
        seconds = seconds_to_act(self.game)
        if seconds is None or self.turn_began is None:
            return None
        return self.turn_began + timedelta(seconds=seconds)


def fold(game: Game, events: Iterable[tuple[int, Event]]) -> tuple[Game, int | None]:
    """The game with these events applied, each with its version, and where its turn began.

    That is the version of the last of them with which somebody's turn began, None if with none. A
    version may be left out where a deal is closed and only its score counts.
    """
    began: int | None = None
    for kind, group in groupby(events, key=_kind):
        if kind in RUNS:
            versions, run = zip(*group, strict=True)
            game = evolve_run(game, run, versions[-1])
            began = versions[-1] if kind in _MOVES else began
            continue
        for version, event in group:
            if version != game.version + 1:
                game = game.moved(version - 1, game.deal)
            game = evolve(game, event)
            if begins_turn(game, event):
                began = version
    return game, began


def _kind(numbered: tuple[int, Event]) -> type[Event]:
    return type(numbered[1])
