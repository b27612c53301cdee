"""A game whose players are all away comes to its end by itself, at whatever pace it is played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from games import models
from games.engine.seats import SEATS
from games.eventstore.store import read
from games.models import Lane
from games.services.sweeping import sweep
from tests.games.services.table import People, Table, seated

pytestmark = pytest.mark.usefixtures("woken")


def unattended(table: Table, step: float) -> Iterator[timedelta]:
    """Sweep every so many seconds until the game is over; how late each turn was made."""
    for _ in range(100_000):
        table.now += timedelta(seconds=step)
        row = models.Game.objects.get(pk=table.row.pk)
        if row.status != "active":
            break
        assert row.deadline is not None
        assert row.due_at is not None
        if row.due_at > table.now:
            # Nothing happens until then; the last look before it falls somewhere in the step.
            table.now += (
                (row.due_at - table.now) // timedelta(seconds=step) * timedelta(seconds=step)
            )
        if sweep(Lane.QUICK, clock=table.clock):
            yield table.now - row.deadline
    table.reload()


@pytest.mark.parametrize("turn_seconds", [5, 86400, 1209600])
def test_four_absent_players(people: People, turn_seconds: int) -> None:
    table = seated(people, turn_seconds=turn_seconds, options={"hand_sizes": [3, 2]})
    delays = list(unattended(table, 1))
    assert table.row.status == "finished"
    assert max(delays) < timedelta(seconds=5)
    kinds = [event.kind for event in read(table.row.pk)]
    assert kinds.count("autopilot-on") == 4
    authors = {event.actor.kind for event in read(table.row.pk) if event.kind == "card-played"}
    assert authors == {"autopilot"}


def test_players_who_leave_one_after_another(people: People) -> None:
    table = seated(people, turn_seconds=86400, options={"hand_sizes": [3, 2]})
    for seat in SEATS:
        table.leave(seat, people[seat])
        assert table.game.seats[table.turn].present
        table.later(2)
        assert sweep(Lane.QUICK, clock=table.clock) == (
            table.game.seats[table.turn].bot is not None
        )
        table.reload()
    assert max(unattended(table, 1)) < timedelta(seconds=5)
    assert table.row.status == "finished"
    causes = {event.actor.cause for event in read(table.row.pk) if event.kind == "card-played"}
    assert causes == {"left"}
