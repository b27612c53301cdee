"""What must stand where an event of a log stands, and that rubbish stands nowhere."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from games.engine.cards import PACK
from games.engine.commands import Mover
from games.engine.events import DealPassedOut, DealStarted, Event, GameCreated, GameStarted
from games.engine.evolve import evolve
from games.engine.retrace import due, is_complete
from games.engine.state import Game
from tests.engine.random_games import Setting, eventful_steps
from tests.engine.table import GAME_ID, SEED, seated

PASSED_OUT = DealPassedOut(number=1, attempt=1)


def first(kind: type[Event], table_events: list[Event]) -> tuple[Game, Event]:
    """The first event of a kind in a log, and the game before it."""
    game = Game(id=GAME_ID)
    for event in table_events:
        if isinstance(event, kind):
            return game, event
        game = evolve(game, event)
    raise AssertionError(kind)


def test_every_event_of_an_eventful_game_is_what_is_due() -> None:
    setting = Setting("short", {}, SEED, dict.fromkeys("NESW", ""), choices=5, passing=0.3)
    log: list[Event] = []
    for step in eventful_steps(setting, disturbances=6):
        game = step.before
        by: Mover = getattr(step.command, "by", "player")
        for event in step.events:
            assert due(game, event, by, log) == event
            log.append(event)
            game = evolve(game, event)
        assert is_complete(game)


def test_where_nothing_follows_of_itself_nothing_is_due() -> None:
    table = seated()

    assert due(table.game, PASSED_OUT, "player", table.events) is None


def test_a_game_is_created_once_and_first() -> None:
    table = seated()
    game, created = first(GameCreated, table.events)

    assert due(game, PASSED_OUT, "player", []) is None
    assert due(table.game, created, "player", table.events) is None


@pytest.mark.parametrize(
    "wrong",
    [{"visibility": "open"}, {"sandbox": 1}, {"turn_seconds": True}, {"turn_seconds": 0}],
)
def test_a_creation_with_rubbish_is_never_due(wrong: dict[str, object]) -> None:
    game, created = first(GameCreated, seated().events)

    assert due(game, replace(cast(GameCreated, created), **wrong), "player", []) is None  # type: ignore[arg-type]


def test_neither_is_a_pack_of_other_cards_nor_a_dealer_who_sits_nowhere() -> None:
    table = seated()
    before, started = first(GameStarted, table.events)
    dealt_before, dealt = first(DealStarted, table.events)
    nobody = replace(cast(GameStarted, started), first_dealer="X")
    other_pack = replace(cast(DealStarted, dealt), deck=(PACK[0], *PACK[:-1]))

    assert due(before, nobody, "player", []) is None
    assert due(dealt_before, other_pack, "player", []) is None
