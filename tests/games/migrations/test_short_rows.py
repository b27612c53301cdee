"""The migration that writes the log in short rows, over a log as it was before, and back."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games import models
from games.eventstore import partitions
from games.eventstore.raw import read_raw
from games.verification.chain import first_broken
from games.verification.examining import examine
from games.verification.findings import Findings
from tests.eventstore import logs, whole_logs
from tests.eventstore.whole_logs import told

BEFORE: Final = ("games", "0012_looks")
OLD: Final = """
SELECT version, type, schema, data::text, actor_kind, actor_id::text, actor_why::text, at, hash
FROM games_event WHERE game_id = %s ORDER BY version
"""
pytestmark = pytest.mark.django_db


def migrate(to: tuple[str, str] | None = None) -> None:
    """Migrate to there, or to what is newest."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes() if to is None else [to])


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Games of every kind."""
    return whole_logs.written(monkeypatch)


def old_rows(game_id: UUID) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(OLD, [game_id])
        return [
            (*row[:3], json.loads(row[3]), *row[4:6], row[6] and json.loads(row[6]), *row[7:])
            for row in cursor.fetchall()
        ]


def test_a_log_comes_through_there_and_back_as_it_was(games: list[UUID]) -> None:
    before = {game_id: told(game_id) for game_id in games}
    migrate(BEFORE)
    for game_id in games:
        # As they lay there, by what was read of them through other code.
        assert old_rows(game_id) == [
            (*one[:4], one.actor.kind, one.actor.id, one.actor.why(), one.at, one.hash)
            for one in before[game_id][0]
        ]
    migrate()
    for game_id in games:
        assert told(game_id) == before[game_id]
        assert first_broken(str(game_id), read_raw(game_id)) is None
    assert examine(games[0]).findings == Findings()


def test_a_log_in_partitions_comes_through_too(games: list[UUID]) -> None:
    before = {game_id: told(game_id) for game_id in games}
    partitions.rewrite(3, lambda done, of: None)
    migrate(BEFORE)
    migrate()
    assert {game_id: told(game_id) for game_id in games} == before


def authors() -> list[Any]:
    rows = models.Author.objects.order_by("game__game", "number")
    return list(rows.values("game__game", "number", "kind", "person", "why"))


def test_streams_and_authors_are_numbered_as_they_first_appeared(games: list[UUID]) -> None:
    before = authors()
    assert len(before) > 4 * len(games)
    migrate(BEFORE)
    migrate()
    assert authors() == before
    ids = list(models.Stream.objects.order_by("number").values_list("game_id", flat=True))
    assert ids == sorted(games)


def test_the_log_of_before_takes_no_change_either() -> None:
    migrate(BEFORE)
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="is append-only"):
        cursor.execute("UPDATE games_event SET type = 'bid-made' WHERE false")


WRONG: Final = {
    "a type that never was": "'nap', 1, '{}', 'player', NULL, NULL",
    "an author of no kind": "'bid-made', 1, '{}', 'robot', NULL, NULL",
}


@pytest.mark.parametrize("row", WRONG.values(), ids=WRONG)
def test_what_no_service_wrote_stops_the_migration(row: str) -> None:
    game = logs.row()
    migrate(BEFORE)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_event (game_id, version, type, schema, data, actor_kind, actor_id, "
            f"actor_why, at, hash) VALUES (%s, 1, {row}, now(), '')",
            [game.pk],
        )
    with pytest.raises(DataError, match="invalid input value for enum"), transaction.atomic():
        migrate()


CHANGES: Final = {
    "version": "1000000",
    "type": "'game-voided'",
    "schema": "schema + 1",
    "data": "data || '{\"x\": 1}'",
    "actor_kind": "'staff'",
    "actor_id": "gen_random_uuid()",
    "actor_why": "'{}'",
    "at": "at + interval '1 microsecond'",
    "hash": "'\\x00'",
}


@pytest.mark.parametrize("column", CHANGES)
def test_a_copy_that_is_not_as_it_was_stops_the_migration(column: str) -> None:
    short_rows = import_module("games.migrations.0013_short_rows")
    logs.row()
    logs.write(logs.KINDS["a short game"].acts())
    with connection.cursor() as cursor:
        cursor.execute(short_rows.WIDE)
        cursor.execute(short_rows.COMPARE)
        cursor.execute(
            f"UPDATE games_event_wide SET {column} = {CHANGES[column]} WHERE version = 9"
        )
        with pytest.raises(DatabaseError, match="not copied as it was"), transaction.atomic():
            cursor.execute(short_rows.COMPARE)
