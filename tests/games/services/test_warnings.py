"""Nobody's time is up without a warning."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from itertools import repeat
from uuid import UUID

import pytest

from games import models
from games.projections import PLAYERS_GRACE
from games.services import notices, sandbox
from games.services.sweeping import warn
from tests.games.services.table import People, Table, bots_only, seated
from tests.games.services.test_races import at_once

pytestmark = pytest.mark.usefixtures("woken")
Told = tuple[UUID, int, str, datetime]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Told]:
    """Of which turns somebody was warned."""
    told = list[Told]()
    monkeypatch.setattr(notices, "turn_expiring", lambda *turn, now: told.append(turn))
    return told


def warn_at(table: Table) -> int:
    return warn(clock=table.clock)


@pytest.mark.parametrize(
    ("turn_seconds", "left"), [(5, 2.5), (6, 3), (30, 3), (86400, 3600), (1209600, 3600), (600, 60)]
)
def test_a_tenth_of_the_time_is_left_some_seconds_at_least_an_hour_at_most(
    people: People, told: list[Told], turn_seconds: int, left: float
) -> None:
    table = seated(people, turn_seconds=turn_seconds)
    deadline = table.row.deadline
    assert deadline is not None
    table.now = deadline - timedelta(seconds=left, microseconds=1)
    assert warn_at(table) == 0
    table.now = deadline - timedelta(seconds=left)
    assert warn_at(table) == 1
    assert told == [(table.row.pk, table.version, table.turn, deadline)]


def test_once_a_turn_whatever_else_happens_in_it(people: People, told: list[Told]) -> None:
    table = seated(people, turn_seconds=60)
    turn = table.turn
    table.later(58)
    assert (warn_at(table), warn_at(table)) == (1, 0)
    other = next(seat for seat in "NESW" if seat != turn)
    table.leave(other, people[other])
    assert table.turn == turn
    assert (warn_at(table), len(told)) == (0, 1)


def test_each_turn_anew(people: People, told: list[Told]) -> None:
    table = seated(people, turn_seconds=60)
    for _ in range(3):
        table.later(58)
        warn_at(table)
        table.move()
    assert len({version for _, version, *_ in told}) == 3


def test_not_of_a_turn_that_was_made(people: People, told: list[Told]) -> None:
    table = seated(people, turn_seconds=60)
    table.later(56)
    table.move()
    table.later(3)
    assert warn_at(table) == 0


def test_neither_bots_nor_the_absent_are_warned(people: People, told: list[Told]) -> None:
    table = bots_only(people["N"])
    table.later(100)
    assert warn_at(table) == 0
    table = seated(people, turn_seconds=60)
    for _ in range(4):
        table.run_out()
        table.machine()
    table.later(9)
    told.clear()
    warn_at(table)
    assert told == []


def test_who_comes_back_is_warned_again(people: People, told: list[Told]) -> None:
    table = seated(people, turn_seconds=60)
    for _ in range(4):
        table.run_out()
        table.machine()
    table.come_back(table.turn)
    table.later(58)
    assert warn_at(table) == 1


def test_it_follows_a_sandboxs_clock(people: People, told: list[Told]) -> None:
    table = seated(people, turn_seconds=600, sandbox=True)
    game_id = table.row.pk
    for seconds in (400, 200 - 30):
        sandbox.advance_clock(
            player=people["N"], game_id=game_id, seconds=seconds, clock=table.clock
        )
    assert warn_at(table) == 1
    sandbox.advance_clock(player=people["N"], game_id=game_id, seconds=10, clock=table.clock)
    assert warn_at(table) == 0


def test_a_failure_to_tell_one_keeps_nobody_else_from_being_told(
    people: People, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [seated(people, turn_seconds=60) for _ in range(2)]
    told = []

    def tell(game_id: UUID, *_: object, now: datetime) -> None:
        if game_id == tables[0].row.pk:
            models.Game.objects.get(pk=game_id, version=-1)
        told.append(game_id)

    monkeypatch.setattr(notices, "turn_expiring", tell)
    tables[1].later(59)
    assert warn(clock=tables[1].clock) == 2
    assert told == [tables[1].row.pk]
    assert f"not warned game={tables[0].row.pk}" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_several_sweepers_at_once_tell_each_once(people: People, told: list[Told]) -> None:
    tables = [seated(people, turn_seconds=60) for _ in range(4)]
    now = tables[-1].later(59)
    at_once([partial(warn, clock=repeat(now).__next__)] * 3)
    at_once([partial(warn, clock=repeat(now).__next__)] * 3)
    assert sorted(game_id for game_id, *_ in told) == sorted(table.row.pk for table in tables)


def test_the_warning_comes_before_the_autopilot(people: People) -> None:
    for turn_seconds in (1, 2, 5):
        row = seated(people, turn_seconds=turn_seconds, sandbox=True).row
        assert row.deadline is not None
        assert row.warn_at is not None
        assert row.updated_at < row.warn_at < row.deadline
        assert row.due_at == row.deadline + PLAYERS_GRACE
