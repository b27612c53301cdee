from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from games import models
from games.engine.commands import CreateGame, TakeSeat
from games.engine.events import AutopilotOn, SeatLeft, SeatTaken
from games.engine.state import Game
from games.eventstore.actors import SYSTEM
from games.eventstore.store import Conflict, Entry, append, load, read
from games.eventstore.stream import StoredEvent, Stream
from tests.engine.random_games import act
from tests.engine.table import GAME_ID
from tests.eventstore import logs
from tests.oracle.chain import wrong_hashes

pytestmark = pytest.mark.django_db
LATER = logs.BEGINNING + timedelta(seconds=1)


def opened(game_id: str = GAME_ID) -> Stream:
    """A game of one event."""
    logs.row(game_id)
    step = act(Game(id=game_id), CreateGame(seed=bytes(32).hex()))
    return logs.write([step], game_id)[-1]


def test_what_was_written_is_read_again() -> None:
    stream = opened()
    step = act(stream.game, TakeSeat("N", player_id=str(uuid4()), entropy='\U0001f0a1 "\\ \t é'))
    author = logs.actor(step.command)
    _, written = append(stream, 1, [(step.events[0], author)], at=LATER)
    assert read(GAME_ID, after=1) == written
    event = written[0]
    assert (event.version, event.kind, event.actor, event.at) == (2, "seat-taken", author, LATER)


def test_nothing_to_write_changes_nothing() -> None:
    stream = opened()
    assert append(stream, 1, [], at=LATER) == (stream, [])


def test_a_slice_of_the_log_is_read() -> None:
    logs.row()
    newest = logs.write(logs.KINDS["a short game"].acts())[-1]
    assert [event.version for event in read(GAME_ID, after=5, limit=3)] == [6, 7, 8]
    assert [event.version for event in read(GAME_ID, after=5, upto=7)] == [6, 7]
    assert [event.version for event in read(GAME_ID)] == list(range(1, newest.version + 1))
    assert read(GAME_ID, after=newest.version) == []
    assert read(uuid4()) == []


@pytest.mark.parametrize("expected", [0, 2, 900])
def test_an_expected_version_that_is_not_the_streams_is_a_conflict(expected: int) -> None:
    stream = opened()
    with pytest.raises(Conflict) as caught:
        append(stream, expected, [(AutopilotOn("N"), SYSTEM)], at=LATER)
    assert caught.value.expected == expected
    assert load(GAME_ID) == stream


def test_a_stream_that_has_moved_on_is_a_conflict_and_nothing_is_written() -> None:
    stream = opened()
    append(stream, 1, [(SeatTaken("N", None, "normal", ""), SYSTEM)], at=LATER)
    present = load(GAME_ID)
    late: list[Entry] = [
        (SeatTaken("E", None, "expert", ""), SYSTEM),
        (SeatLeft("E", None), SYSTEM),
    ]
    with pytest.raises(Conflict, match="no longer at version 1"), transaction.atomic():
        append(stream, 1, late, at=LATER)
    assert load(GAME_ID) == present


def test_another_broken_constraint_is_no_conflict() -> None:
    stream = Stream(Game(id=str(uuid4())))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(IntegrityError, match="foreign key"), transaction.atomic():
        append(stream, 0, [(AutopilotOn("N"), SYSTEM)], at=LATER)


@pytest.mark.parametrize("kind", logs.KINDS.values(), ids=logs.KINDS)
def test_the_chain_holds_over_what_the_database_gives_back(kind: logs.Kind) -> None:
    logs.row()
    logs.write(kind.acts())
    events = [told(event) for event in read(GAME_ID)]
    assert wrong_hashes(GAME_ID, events) == []
    middle = events[len(events) // 2]
    middle["data"] = {**middle["data"], "seat": "X"}
    assert len(wrong_hashes(GAME_ID, events)) == 1


def told(event: StoredEvent) -> dict[str, Any]:
    """The event in the form in which the contract describes the chain."""
    return {
        "version": event.version,
        "type": event.kind,
        "at": event.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "actor": event.actor.json(),
        "data": event.data,
        "hash": event.hash.hex(),
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("writers", [2, 5])
def test_of_several_writers_at_one_version_exactly_one_wins(writers: int) -> None:
    stream = opened()
    for _ in range(10):
        outcomes = race(stream, writers)
        assert sorted(outcomes) == ["conflict"] * (writers - 1) + ["written"]
        after = load(GAME_ID)
        assert after.version == stream.version + 1
        assert models.Event.objects.filter(game_id=GAME_ID).count() == after.version
        stream = after


def race(stream: Stream, writers: int) -> list[str]:
    """Writers, each on a connection of its own, who have all seen the same version."""
    start, outcomes = threading.Barrier(writers), list[str]()

    def write(seat: str) -> None:
        try:
            start.wait(10)
            with transaction.atomic():
                append(stream, stream.version, [(AutopilotOn(seat), SYSTEM)], at=LATER)
            outcomes.append("written")
        except Conflict:
            outcomes.append("conflict")
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=("NESWN"[number],)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes
