"""A move that reaches the server before the deadline counts, however long it has to wait."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.eventstore.store import read
from games.models import Lane
from games.projections import PLAYERS_GRACE
from games.services import machines, moves
from games.services.sweeping import sweep
from tests.games.services.table import SECOND, People, Table, seated
from tests.games.services.test_sweepers import held

pytestmark = pytest.mark.usefixtures("woken")


def late(table: Table, seconds: float) -> None:
    """It is so many seconds after the deadline."""
    assert table.row.deadline is not None
    table.now = table.row.deadline + seconds * SECOND


def authors(table: Table) -> list[str]:
    return [event.actor.kind for event in read(table.row.pk) if event.kind == "bid-made"]


def test_nobody_moves_for_a_player_until_what_is_on_its_way_has_come(people: People) -> None:
    table = seated(people, turn_seconds=60)
    for seconds in (0, 1, PLAYERS_GRACE.total_seconds() - 0.001):
        late(table, seconds)
        assert sweep(Lane.QUICK, clock=table.clock) == 0
        assert machines.play_on(table.row.pk, table.version, clock=table.clock) == 0
        assert machines.move(table.row.pk, table.version, clock=table.clock) is None
    table.move()
    assert authors(table) == ["player"]


def test_a_later_move_counts_as_long_as_the_autopilot_has_not_moved(people: People) -> None:
    table = seated(people, turn_seconds=60)
    late(table, 3600)
    table.move()
    assert authors(table) == ["player"]


def test_he_has_no_longer_than_that(people: People) -> None:
    table = seated(people, turn_seconds=60)
    late(table, PLAYERS_GRACE.total_seconds())
    assert sweep(Lane.QUICK, clock=table.clock) == 1
    assert authors(table) == ["autopilot"]


@contextmanager
def waiting_for(table: Table, *calls: Callable[[], Any]) -> Iterator[None]:
    """These are called one after another, and all wait for the game."""

    def run(call: Callable[[], Any]) -> None:
        try:
            call()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    with held(table):
        for thread in threads:
            thread.start()
            thread.join(0.5)
            assert thread.is_alive()
        yield
    for thread in threads:
        thread.join(30)


def bid_in_time(table: Table) -> Callable[[], Any]:
    """The player's bid, a second before his time is up."""
    late(table, -1)
    player = table.people[table.turn]
    return partial(moves.bid, player=player, game_id=table.row.pk, bid=1, now=table.now)


@pytest.mark.django_db(transaction=True)
def test_a_request_that_waits_for_its_game_comes_before_the_sweep(people: People) -> None:
    table = seated(people, turn_seconds=60)
    with waiting_for(table, bid_in_time(table)):
        # However late it is: the sweep does not even queue.
        late(table, 3600)
        assert sweep(Lane.QUICK, clock=table.clock) == 0
    late(table, 3)
    assert sweep(Lane.QUICK, clock=table.clock) == 0
    assert authors(table) == ["player"]


@pytest.mark.django_db(transaction=True)
def test_it_comes_before_a_task_that_was_sent_for_the_turn(people: People) -> None:
    table = seated(people, turn_seconds=60)
    bid = bid_in_time(table)
    late(table, 3600)
    task = partial(machines.play_on, table.row.pk, table.version, clock=table.clock)
    with waiting_for(table, bid, task):
        pass
    assert authors(table) == ["player"]
