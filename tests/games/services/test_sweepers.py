"""What the database alone gets moved: claims, leases, and games that cannot be moved."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import count, repeat
from uuid import UUID

import pytest
from django.db import OperationalError, connection, transaction

from games import models
from games.engine.seats import SEATS
from games.eventstore.store import load, load_whole, read
from games.eventstore.stream import Stream
from games.models import Lane
from games.services import machines
from games.services.machines import LEASE, MOVES_A_TASK
from games.services.sweeping import move_or_help, sweep
from players.models import Player
from tests.games.services.table import NOON, People, Table, bots_only, seated
from tests.games.services.test_races import at_once

pytestmark = pytest.mark.usefixtures("woken")
LATER = NOON + timedelta(minutes=5)


def moves_of(table: Table) -> int:
    """The bids and cards of a game so far."""
    kinds = Counter(event.kind for event in read(table.row.pk))
    return kinds["bid-made"] + kinds["card-played"]


def test_bots_finish_a_game_unattended_by_sweeps_alone(ana: Player) -> None:
    table = bots_only(ana, options={"hand_sizes": [3, 2, 1, 2]})
    for _ in range(300):
        if models.Game.objects.filter(status="finished").exists():
            break
        table.later(2)
        sweep(Lane.QUICK, clock=table.clock)
    table.reload()
    assert table.row.status == "finished"
    assert len(table.game.results) == 4


def test_bots_finish_a_game_unattended_by_tasks_alone(ana: Player) -> None:
    table = bots_only(ana, options={"hand_sizes": [3, 2, 1, 2]})
    while not table.game.over:
        table.later()
        assert machines.play_on(table.row.pk, table.version, clock=table.clock)
        table.reload()
    assert table.row.status == "finished"


def test_a_task_that_comes_too_late_makes_the_turns_that_have_been_due_longest(
    people: People,
) -> None:
    moved_on, other, longest = seated(people), bots_only(people["N"]), bots_only(people["N"])
    models.Game.objects.filter(pk=longest.row.pk).update(due_at=NOON, look_at=NOON)
    before = moved_on.version
    moved_on.move()
    move_or_help(moved_on.row.pk, before, clock=lambda: LATER)
    assert [moves_of(table) for table in (moved_on, longest, other)] == [1, MOVES_A_TASK, 0]
    for _ in range(2):
        move_or_help(moved_on.row.pk, before, clock=lambda: LATER)
    assert [moves_of(table) for table in (moved_on, longest, other)] == [1, MOVES_A_TASK, 4]


def test_a_task_that_comes_in_time_does_nothing_else(ana: Player) -> None:
    wanted, other = bots_only(ana), bots_only(ana)
    move_or_help(wanted.row.pk, wanted.version, clock=lambda: LATER)
    assert (moves_of(wanted), moves_of(other)) == (MOVES_A_TASK, 0)


def test_a_task_for_a_slow_turn_that_was_made_helps_the_quick_alone(ana: Player) -> None:
    slow = Table({}, ana, seat=None, bots=dict.fromkeys(SEATS, "expert"))
    move_or_help(slow.row.pk, slow.version - 1, clock=lambda: LATER)
    assert moves_of(slow) == 0


def test_nothing_is_due_before_its_time(ana: Player) -> None:
    table = bots_only(ana)
    assert sweep(Lane.QUICK, clock=table.clock) == 0
    assert moves_of(table) == 0


def test_a_game_is_looked_at_later_when_somebody_has_moved(people: People) -> None:
    table = seated(people, turn_seconds=3600)
    looked_at = table.row.look_at
    assert looked_at == table.row.warn_at
    table.now += timedelta(minutes=30)
    table.move()
    assert table.row.look_at == looked_at, "a move leaves it alone"
    assert looked_at is not None
    assert sweep(Lane.QUICK, clock=lambda: looked_at) == 0
    row = models.Game.objects.get(pk=table.row.pk)
    assert row.look_at == row.warn_at == table.row.warn_at != looked_at


def test_who_has_waited_longest_is_moved_for_first(ana: Player) -> None:
    tables = [bots_only(ana) for _ in range(3)]
    for place, waited in enumerate((5, 20, 10)):
        due = LATER - timedelta(seconds=waited)
        models.Game.objects.filter(pk=tables[place].row.pk).update(due_at=due, look_at=due)
    ticks = count()
    sweep(Lane.QUICK, clock=lambda: LATER + timedelta(milliseconds=next(ticks)))
    moved = {
        read(table.row.pk, after=table.version, limit=1)[0].at: place
        for place, table in enumerate(tables)
    }
    assert [moved[at] for at in sorted(moved)] == [1, 2, 0]


def test_a_claimed_turn_is_left_alone_until_its_lease_runs_out(ana: Player) -> None:
    table = bots_only(ana)
    models.Game.objects.filter(pk=table.row.pk).update(leased_until=LATER + LEASE)
    assert sweep(Lane.QUICK, clock=lambda: LATER) == 0
    assert moves_of(table) == 0
    almost = LATER + LEASE - timedelta(microseconds=1)
    assert sweep(Lane.QUICK, clock=lambda: almost) == 0
    assert sweep(Lane.QUICK, clock=lambda: LATER + LEASE) > 0
    assert moves_of(table) > 0


def test_a_game_that_cannot_be_moved_is_named_and_stops_no_other(
    ana: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    poisoned, *others = (bots_only(ana) for _ in range(4))
    models.Game.objects.filter(pk=poisoned.row.pk).update(due_at=NOON, look_at=NOON)

    def load_but_one(game_id: UUID) -> Stream:
        if game_id == poisoned.row.pk:
            raise RuntimeError("no such card")
        return load(game_id)

    monkeypatch.setattr(machines, "load", load_but_one)
    sweep(Lane.QUICK, clock=lambda: LATER)
    assert [moves_of(table) > 0 for table in others] == [True, True, True]
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert str(poisoned.row.pk) in line.getMessage()
    assert moves_of(poisoned) == 0
    monkeypatch.setattr(machines, "load", load)
    assert sweep(Lane.QUICK, clock=lambda: LATER + LEASE) > 0
    assert moves_of(poisoned) > 0


def test_an_error_of_the_database_in_one_game_stops_no_other(
    ana: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned, other = bots_only(ana), bots_only(ana)

    def load_but_one(game_id: UUID) -> Stream:
        if game_id == poisoned.row.pk:
            raise OperationalError("canceling statement due to lock timeout")
        return load(game_id)

    monkeypatch.setattr(machines, "load", load_but_one)
    sweep(Lane.QUICK, clock=lambda: LATER)
    assert moves_of(other) > 0


@contextmanager
def held(table: Table) -> Iterator[None]:
    """Somebody else is in the middle of an act on this game."""
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            models.Game.objects.select_for_update().get(pk=table.row.pk)
            taken.set()
            done.wait(30)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    assert taken.wait(10)
    try:
        yield
    finally:
        done.set()
        thread.join(30)


@pytest.mark.django_db(transaction=True)
def test_a_game_in_somebodys_hands_is_not_waited_for(ana: Player) -> None:
    busy, other = bots_only(ana), bots_only(ana)
    with held(busy):
        assert sweep(Lane.QUICK, clock=lambda: LATER) > 0
        assert (moves_of(busy), moves_of(other) > 0) == (0, True)
    assert sweep(Lane.QUICK, clock=lambda: LATER) > 0
    assert moves_of(busy) > 0


@pytest.mark.django_db(transaction=True)
def test_several_sweepers_at_once_move_each_turn_once(ana: Player) -> None:
    tables = [bots_only(ana, options={"hand_sizes": [2, 1]}) for _ in range(4)]
    for round_ in range(6):
        now = LATER + timedelta(seconds=5 * round_)
        at_once([partial(sweep, Lane.QUICK, clock=repeat(now).__next__)] * 3)
    for table in tables:
        stream = load_whole(table.row.pk)
        assert [event.version for event in read(table.row.pk)] == list(range(1, stream.version + 1))
        table.reload()
        for trick in () if table.game.deal is None else table.game.deal.done:
            assert len({play.seat for play in trick.plays}) == 4
    assert all(moves_of(table) > 0 for table in tables)
