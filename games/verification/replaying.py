"""The replay: every event is one that the rules let come where it stands, and none is left out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, cast, get_args

from games.engine import retrace
from games.engine.absence import begins_turn
from games.engine.commands import Mover
from games.engine.events import (
    AutopilotOff,
    AutopilotOn,
    BidMade,
    CardPlayed,
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    GameFinished,
    GameRewound,
    GameStarted,
    SeatTaken,
)
from games.engine.evolve import evolve
from games.engine.refusals import Refusal
from games.engine.state import Game, Occupant
from games.eventstore.actors import SYSTEM, ActorKind
from games.eventstore.chain import canonical_json
from games.eventstore.codec import BY_NAME, decode, encode
from games.eventstore.raw import RawEvent
from games.verification.findings import GARBAGE, Fault

_OF_ITSELF: Final = (GameStarted, DealStarted, DealPassedOut, DealScored, GameFinished)
_MOVES: Final = (CardPlayed, BidMade)
_BY_THE_SEAT: Final = (*_MOVES, AutopilotOn, AutopilotOff)
_KINDS: Final = frozenset(get_args(ActorKind))
_COUNTED: Final = {
    "deal-scored": {"contracts", "tricks", "points", "scores"},
    "game-finished": {"scores", "winner"},
}
"""What of an event is a result, and judged as such."""


class Retraced(NamedTuple):
    """How far a log could be followed, and the game that it makes.

    A wrong result is put right to go on from there. `opened` is when the game was, and `opener` by
    whom; `turn_began` when the turn of whoever is to act began; `sat` are all who ever sat in it.
    """

    game: Game
    replay: Fault | None
    scores: Fault | None
    opened: datetime
    opener: str | None
    turn_began: datetime | None
    sat: frozenset[str]


class _OutOfPlace(Exception):
    """The event cannot stand where it does."""


def retraced(game_id: str, rows: Sequence[RawEvent]) -> Retraced:
    """Follow the log as far as it can be followed."""
    walk = _Walk(game_id)
    try:
        for row in rows:
            walk.take(row)
        walk.end()
    except (_OutOfPlace, Refusal) as refusal:
        return walk.told(Fault(walk.game.version + 1, str(refusal)))
    except GARBAGE:
        return walk.told(Fault(walk.game.version + 1, "the data make no sense"))
    return walk.told(None)


class _Walk:
    """A log on its way by, event by event."""

    def __init__(self, game_id: str) -> None:
        self.game = Game(id=game_id)
        self.log: list[Event] = []
        self.opened = self.at = datetime.min.replace(tzinfo=UTC)
        self.opener: str | None = None
        self.turn_began: datetime | None = None
        self.absent = False
        # Who went back, until somebody does something else.
        self.rewound: dict[str, Any] | None = None
        self.scores: Fault | None = None

    def told(self, fault: Fault | None) -> Retraced:
        # What comes after a fault is not counted, so its results are not shown to be right.
        scores = self.scores or fault
        sat = frozenset(e.player_id for e in self.log if isinstance(e, SeatTaken) and e.player_id)
        began = self.turn_began
        return Retraced(self.game, fault, scores, self.opened, self.opener, began, sat)

    def take(self, row: RawEvent) -> None:
        """The next event. Raises _OutOfPlace, Refusal, and what garbage raises."""
        game, version = self.game, self.game.version + 1
        if row.version != version:
            raise _OutOfPlace("an event is missing")
        if row.data is None or row.actor is None or row.at is None:
            raise _OutOfPlace("the data make no sense")
        event = decode(row.kind, row.schema, row.data)
        due = retrace.due(game, event, cast(Mover, row.actor["kind"]), self.log)
        if due is None or type(due) is not type(event):
            raise _OutOfPlace("no such event may come here")
        wrong = _differences(row, event, due)
        counted = _COUNTED.get(row.kind, set())
        if wrong - counted:
            raise _OutOfPlace(f"not what the rules make of it: {', '.join(sorted(wrong))}")
        if wrong and self.scores is None:
            self.scores = Fault(version, f"not what was played: {', '.join(sorted(wrong))}")
        self._judge_author(event, row.actor)
        self._judge_act(event, row.actor, row.at)
        self.game = evolve(game, due if wrong else event)
        self.log.append(event)
        self.at = row.at
        self.absent = isinstance(event, AutopilotOn)
        if isinstance(event, GameRewound):
            self.rewound = row.actor
        elif not isinstance(event, (*_OF_ITSELF, AutopilotOff)):
            self.rewound = None
        if version == 1:
            self.opened, self.opener = row.at, row.actor["id"]
        if begins_turn(self.game, event):
            self.turn_began = row.at

    def end(self) -> None:
        """No more events. Raises _OutOfPlace if one should follow."""
        if not self.log or self.absent or not retrace.is_complete(self.game):
            raise _OutOfPlace("an event is missing")

    def _judge_author(self, event: Event, actor: dict[str, Any]) -> None:
        if actor["kind"] not in _KINDS:
            raise _OutOfPlace("nobody is of this kind")
        if isinstance(event, _OF_ITSELF):
            if actor != SYSTEM.json():
                raise _OutOfPlace("nobody brings this about")
        elif isinstance(event, _BY_THE_SEAT) and not self._brings_back(event, actor):
            by = "autopilot" if isinstance(event, AutopilotOn) else actor["kind"]
            if actor["kind"] != by or not _acts_for(actor, self.game.seats[event.seat]):
                raise _OutOfPlace("not whose seat it is")

    def _judge_act(self, event: Event, actor: dict[str, Any], at: datetime) -> None:
        """Time never runs backwards, and stands still within an act."""
        if self.absent and not isinstance(event, _MOVES):
            raise _OutOfPlace("the autopilot did not move")
        within = self.absent or isinstance(event, _OF_ITSELF)
        within = within or self._brings_back(event, actor)
        if at < self.at or (within and at != self.at):
            raise _OutOfPlace("the time cannot be")

    def _brings_back(self, event: Event, actor: dict[str, Any]) -> bool:
        """Whether a seat is given back in the act of the rewind just before."""
        return isinstance(event, AutopilotOff) and actor == self.rewound


def _acts_for(actor: dict[str, Any], holder: Occupant) -> bool:
    """Whether this is who bids and plays for a seat: its bot, its player, or his autopilot."""
    if actor["id"] != holder.player_id:
        return False
    if holder.bot is not None:
        cause = "left" if holder.left else "bot-seat"
        return (actor["kind"], actor.get("level"), actor.get("cause")) == ("bot", holder.bot, cause)
    return actor["kind"] == "player" or (
        actor["kind"] == "autopilot" and actor.get("cause") == "timed-out"
    )


def _differences(row: RawEvent, event: Event, due: Event) -> set[str]:
    """The names of the fields in which a stored event is not the one that is due."""
    # Nearly all events are cards, whose fields are texts, so that Python's == will do.
    if isinstance(event, CardPlayed) and event == due:
        assert row.data is not None
        if len(row.data) == (2 if event.winner is None else 3):
            return set()
    wanted = encode(due)[2]
    # An old shape is compared as it was lifted.
    found = row.data if row.schema == BY_NAME[row.kind].schema else encode(event)[2]
    assert found is not None
    if canonical_json(wanted) == canonical_json(found):
        return set()
    return {
        name
        for name in wanted.keys() | found.keys()
        if name not in wanted
        or name not in found
        or canonical_json(wanted[name]) != canonical_json(found[name])
    }
