"""Whole games written to the log, act by act, as the services would write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import NAMESPACE_OID, uuid5

from games import models
from games.engine.commands import Command, RewindGame
from games.engine.seats import SEATS
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.eventstore.store import append
from games.eventstore.stream import Stream
from players.models import Player
from tests.engine.random_games import Setting, Step, eventful_steps, steps
from tests.engine.table import GAME_ID

BEGINNING: Final = datetime(2026, 7, 31, 12, 0, 0, 5, tzinfo=UTC)


class Kind(NamedTuple):
    """A kind of game to try: how it is played, and how often something else than a move happens.

    With `absent` every second move or so is made by an autopilot.
    """

    setting: Setting
    absent: bool = False
    disturbances: int = 0

    def acts(self) -> Iterable[Step]:
        """The game, act by act."""
        if self.absent:
            return eventful_steps(self.setting, self.disturbances)
        return steps(self.setting)


def kind(
    ruleset: str,
    choices: int,
    *,
    passing: float = 0.4,
    absent: bool = False,
    disturbances: int = 0,
    hand_sizes: Sequence[int] | None = None,
) -> Kind:
    """A kind of game under a preset; `choices` number the games of a kind."""
    entropy = dict.fromkeys(SEATS, "") | {"S": "грах | §"}
    options = {} if hand_sizes is None else {"hand_sizes": hand_sizes}
    setting = Setting(ruleset, options, bytes(range(32)).hex(), entropy, choices, passing)
    return Kind(setting, absent, disturbances)


LONG: Final = kind("gamerules", 1)
"""All 25 deals."""
KINDS: Final = {
    "a short game": kind("short", 2),
    "a game with many a passed-out deal": kind("bab", 3, passing=0.8, hand_sizes=(4, 1, 2, 3)),
    "a game of absent players": kind("pagat", 4, absent=True, hand_sizes=(6, 3, 1, 2, 5)),
    "a game with rewinds and a player who leaves": kind(
        "gamerules", 5, absent=True, disturbances=12, hand_sizes=(4, 3, 2, 1, 2)
    ),
}


def row(game_id: str = GAME_ID) -> models.Game:
    """The row that the events of a game refer to."""
    creator, _ = Player.objects.get_or_create(username="ana")
    return models.Game.objects.create(
        id=game_id,
        creator=creator,
        visibility="public",
        sandbox=False,
        ruleset="gamerules",
        options={},
        turn_seconds=86400,
        status="waiting",
        created_at=BEGINNING,
        updated_at=BEGINNING,
    )


def write(acts: Iterable[Step], game_id: str = GAME_ID) -> list[Stream]:
    """Write a game's acts, one every few seconds; the stream after each of them."""
    stream, streams = Stream(Game(id=game_id)), list[Stream]()
    for place, step in enumerate(acts):
        at = BEGINNING + timedelta(seconds=7.000013 * place)
        entries = [(event, actor(step.command)) for event in step.events]
        stream, _ = append(stream, stream.version, entries, at=at)
        streams.append(stream)
    return streams


def actor(command: Command) -> Actor:
    """Somebody who might have given this command."""
    if isinstance(command, RewindGame):
        return Actor("staff", str(uuid5(NAMESPACE_OID, "staff")))
    person = str(uuid5(NAMESPACE_OID, getattr(command, "seat", "N")))
    if getattr(command, "by", "player") == "autopilot":
        return Actor("autopilot", person, "normal", "fitted/1", "timed-out")
    return Actor("player", person)
