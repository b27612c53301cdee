from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games import models
from games.engine.commands import CreateGame, TakeSeat
from games.engine.events import AutopilotOn, SeatLeft, SeatTaken
from games.engine.state import Game
from games.eventstore.actors import SYSTEM, Actor
from games.eventstore.store import Conflict, Entry, StreamNotFound, append, load, read
from games.eventstore.stream import StoredEvent, Stream
from players.database import Statement
from tests.engine.random_games import act
from tests.engine.table import GAME_ID
from tests.eventstore import logs
from tests.eventstore.races import LATER, race
from tests.games.verification.tampering import tamper
from tests.oracle.chain import wrong_hashes

pytestmark = pytest.mark.django_db


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


def test_known_authors_and_new_ones_write_side_by_side() -> None:
    stream = opened()
    author = logs.actor(CreateGame(seed=""))
    bot = Actor("bot", None, "normal", "fitted/1", "bot-seat")
    entries: list[Entry] = [
        (AutopilotOn(seat), actor)
        for seat, actor in zip("NESWN", (author, bot, SYSTEM, author, bot), strict=True)
    ]
    after, written = append(stream, 1, entries, at=LATER)
    assert read(GAME_ID, after=1) == written
    assert load(GAME_ID) == after
    authors = models.Author.objects.filter(game__game=UUID(GAME_ID)).order_by("number")
    assert list(authors.values_list("number", "kind")) == [(1, "player"), (2, "bot"), (3, "system")]


def test_who_has_written_before_writes_in_one_statement(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    stream = opened()
    entries: list[Entry] = [(AutopilotOn("N"), SYSTEM), (AutopilotOn("E"), SYSTEM)]
    stream, _ = append(stream, 1, entries, at=LATER)
    with django_assert_num_queries(1):
        append(stream, 3, entries, at=LATER)


@pytest.mark.parametrize("newcomers", [0, 1])
def test_what_is_to_be_done_beside_is_done_once_and_with_the_events(newcomers: int) -> None:
    stream, _ = append(opened(), 1, [(AutopilotOn("N"), SYSTEM)], at=LATER)
    bot = Actor("bot", None, "normal", "fitted/1", "bot-seat")
    entries: list[Entry] = [(AutopilotOn("E"), SYSTEM), *[(AutopilotOn("S"), bot)] * newcomers]
    made = []

    def beside(after: Stream) -> Statement:
        made.append(after)
        sql = "UPDATE games_game SET score_ns = score_ns + %s, ruleset = %s WHERE id = %s"
        return Statement(sql, (7, "%s", GAME_ID))

    with CaptureQueriesContext(connection) as told:
        after, _ = append(stream, 2, entries, at=LATER, beside=beside)
    row = models.Game.objects.get(pk=GAME_ID)
    assert (row.score_ns, row.ruleset) == (7, "%s")
    assert made == [after] == [load(GAME_ID)]
    assert len(told) == 1 + 2 * newcomers


def test_of_a_conflict_nothing_is_done_beside() -> None:
    stream = opened()
    append(stream, 1, [(AutopilotOn("N"), SYSTEM)], at=LATER)
    beside = Statement("UPDATE games_game SET score_ns = 7 WHERE id = %s", (GAME_ID,))
    entries: list[Entry] = [(AutopilotOn("E"), SYSTEM)]
    with pytest.raises(Conflict), transaction.atomic():
        append(stream, 1, entries, at=LATER, beside=lambda _: beside)
    assert models.Game.objects.get(pk=GAME_ID).score_ns == 0


def test_a_stream_whose_name_was_taken_away_cannot_be_written_to() -> None:
    stream = opened()
    tamper("DELETE FROM games_stream WHERE game_id = %s", GAME_ID)
    with pytest.raises(StreamNotFound):
        append(stream, 1, [(AutopilotOn("N"), SYSTEM)], at=LATER)


def test_the_view_tells_in_full_what_was_written() -> None:
    logs.row()
    logs.write(logs.KINDS["a game of absent players"].acts())
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, type, schema, data::text, actor_kind, actor_id::text, "
            "actor_why::text, at, hash FROM games_log WHERE game_id = %s ORDER BY version",
            [GAME_ID],
        )
        rows = [
            (*row[:3], json.loads(row[3]), *row[4:6], row[6] and json.loads(row[6]), *row[7:])
            for row in cursor.fetchall()
        ]
    assert rows == [
        (*one[:4], one.actor.kind, one.actor.id, one.actor.why(), one.at, one.hash)
        for one in read(GAME_ID)
    ]


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
        assert models.Event.objects.filter(game__game=UUID(GAME_ID)).count() == after.version
        stream = after
