"""A game that nobody comes to is given up."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.engine.refusals import Refusal
from games.eventstore.actors import SYSTEM
from games.eventstore.store import read
from games.models import Lane
from games.services import sandbox
from games.services.sweeping import GIVEN_UP, sweep
from players.models import Player
from tests.games.services.table import Table

pytestmark = pytest.mark.usefixtures("woken")
WEEK = timedelta(days=7)
INSTANT = timedelta(microseconds=1)


def test_after_seven_days_without_anything_it_is_void(ana: Player, boris: Player) -> None:
    table = Table({}, ana)
    begun = table.now
    table.now = begun + WEEK - INSTANT
    assert sweep(Lane.QUICK, clock=table.clock) == 0
    table.now = begun + WEEK
    assert sweep(Lane.QUICK, clock=table.clock) == 1
    table.reload()
    voided = read(table.row.pk)[-1]
    assert voided.kind == "game-voided"
    assert (voided.actor, voided.data["note"]) == (SYSTEM, GIVEN_UP)
    assert table.row.status == "void"
    assert sweep(Lane.QUICK, clock=table.clock) == 0
    with pytest.raises(Refusal, match="game-over"):
        table.sit("E", boris)


def test_whatever_happens_begins_another_seven_days(ana: Player, boris: Player) -> None:
    table = Table({}, ana)
    table.now += WEEK - INSTANT
    table.sit("E", boris)
    begun = table.now
    table.now = begun + WEEK - INSTANT
    assert sweep(Lane.QUICK, clock=table.clock) == 0
    table.leave("E", boris)
    table.now += WEEK
    assert sweep(Lane.QUICK, clock=table.clock) == 1


def test_a_sandboxs_days_are_its_own(ana: Player) -> None:
    table = Table({}, ana, sandbox=True)
    days = WEEK.total_seconds()
    sandbox.advance_clock(
        player=ana, game_id=table.row.pk, seconds=int(days) + 1, clock=table.clock
    )
    table.later(3)
    assert sweep(Lane.QUICK, clock=table.clock) == 1
    table.reload()
    assert table.row.status == "void"


def test_a_running_game_never_is(people: dict[str, Player], ana: Player) -> None:
    table = Table(people, ana, turn_seconds=1209600)
    for seat in "ESW":
        table.sit(seat, people[seat])
    table.now += WEEK
    assert sweep(Lane.QUICK, clock=table.clock) == 0
