"""The read models can be made anew from the log, and from nothing else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.forms.models import model_to_dict

from games import models, projections
from games.eventstore.store import load_whole
from players.models import Player
from tests.games.services.table import NOON, Table, bots_only, project, seat_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tasks.wake", lambda _: None)


@pytest.fixture
def ana() -> Player:
    return Player.objects.create(username="ana")


def as_it_stands(table: Table) -> dict[str, Any]:
    """The row of a game but for when it is looked at, and its seats' rows."""
    row = models.Game.objects.get(pk=table.row.pk)
    fields = model_to_dict(row, exclude=["look_at"])
    return {**fields, "version": row.version, "seats": seat_rows(row)}


def scramble(table: Table) -> models.Game:
    """Make of everything that the log tells something else."""
    models.Seat.objects.filter(game=table.row).delete()
    models.Game.objects.filter(pk=table.row.pk).update(
        status="void",
        version=999,
        updated_at=NOON - timedelta(days=9),
        turn_seat="X",
        turn_action="nap",
        deadline=NOON,
        due_at=None,
        look_at=None,
        turn_lane=None,
        leased_until=NOON,
        warn_at=None,
        score_ns=-1,
        score_ew=-1,
        winner="X",
    )
    return models.Game.objects.get(pk=table.row.pk)


def rebuild(row: models.Game) -> None:
    """Project the whole log anew."""
    project(row, load_whole(row.pk), projections.SEATING_KINDS)


@pytest.mark.parametrize("moves", [0, 1, 4, 30, 70])
def test_the_rows_are_made_anew_of_the_log_alone(ana: Player, moves: int) -> None:
    table = bots_only(ana)
    for _ in range(moves):
        table.later()
        assert table.machine()
    before = as_it_stands(table)
    row = scramble(table)
    assert as_it_stands(table) != before
    rebuild(row)
    assert as_it_stands(table) == before


def test_so_are_those_of_a_game_that_waits(ana: Player) -> None:
    table = Table({}, ana, bots={"E": "expert"})
    before = as_it_stands(table)
    rebuild(scramble(table))
    assert as_it_stands(table) == before


def test_what_no_event_knows_stays(ana: Player) -> None:
    table = Table({}, ana, visibility="private", sandbox=True)
    models.Game.objects.filter(pk=table.row.pk).update(clock_offset=77)
    row = models.Game.objects.get(pk=table.row.pk)
    rebuild(row)
    after = models.Game.objects.get(pk=table.row.pk)
    assert (after.invite, after.creator, after.clock_offset) == (table.row.invite, ana, 77)


def test_the_timers_are_in_real_time_and_the_deadline_in_the_games_own(ana: Player) -> None:
    table = bots_only(ana, sandbox=True)
    hour = 3600
    table.row.clock_offset = hour
    fields = projections.game_fields(table.row, table.done.stream, table.now)
    assert fields["deadline"] == table.row.deadline
    assert table.row.due_at is not None
    assert fields["due_at"] == table.row.due_at - timedelta(seconds=hour)


def test_an_act_that_seats_nobody_leaves_the_seats_rows_alone(ana: Player) -> None:
    table = bots_only(ana)
    models.Seat.objects.filter(game=table.row).update(bot="expert")
    stream = table.done.stream
    project(table.row, stream, {"bid-made"})
    assert {held[1] for held in seat_rows(table.row).values()} == {"expert"}
    project(table.row, stream, {"bid-made", "autopilot-on"})
    assert {held[1] for held in seat_rows(table.row).values()} == {"normal"}


@pytest.mark.parametrize(
    ("before", "due", "warn", "look"),
    [
        (None, 5, None, 5),
        (None, 5, 3, 3),
        (2, 5, 3, 2),
        (4, 5, 3, 3),
        (4, 5, None, 4),
        (4, None, None, None),
    ],
)
def test_a_game_is_looked_at_no_later_than_needed_and_not_put_off_by_a_move(
    before: int | None, due: int | None, warn: int | None, look: int | None
) -> None:
    times = [None if t is None else NOON + timedelta(hours=t) for t in (before, due, warn, look)]
    assert projections.look_at(*times[:3]) == times[3]
