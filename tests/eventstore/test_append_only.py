"""The log refuses every change but a new row, whoever asks and however."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

CHANGES = {
    "update": "UPDATE {table} SET {column} = {column}",
    "update of nothing": "UPDATE {table} SET {column} = {column} WHERE false",
    "delete": "DELETE FROM {table}",
    "delete of nothing": "DELETE FROM {table} WHERE false",
    "truncate": "TRUNCATE {table} CASCADE",
    "truncate of the games": "TRUNCATE games_game CASCADE",
    "upsert": (
        "INSERT INTO {table} SELECT * FROM {table} "
        "ON CONFLICT ({key}) DO UPDATE SET {column} = excluded.{column}"
    ),
    "merge": (
        "MERGE INTO {table} one USING {table} other ON one.{column} = other.{column} "
        "WHEN MATCHED THEN DELETE"
    ),
}
TABLES = {
    "games_stream": {"key": "number", "column": "game_id"},
    "games_author": {"key": "game, number", "column": "kind"},
    "games_event": {"key": "game, version", "column": "type"},
}
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("role", ["origin", "replica", "local"])
def test_the_log_refuses_the_change_in_every_replication_role(
    table: str, change: str, role: str
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL session_replication_role = {role}")
        with pytest.raises(IntegrityError, match="the log is append-only"), transaction.atomic():
            cursor.execute(change.format(table=table, **TABLES[table]))


@pytest.mark.parametrize("change", ["UPDATE games_log SET type = type", "DELETE FROM games_log"])
def test_the_view_takes_no_change_either(change: str) -> None:
    with (
        connection.cursor() as cursor,
        pytest.raises(DatabaseError, match='view "games_log"'),
    ):
        cursor.execute(change)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", TABLES)
def test_the_flush_between_tests_leaves_the_triggers_as_they_were(table: str) -> None:
    call_command("flush", interactive=False)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgenabled FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal",
            [table],
        )
        assert cursor.fetchall() == [("A",)]
        with pytest.raises(IntegrityError, match="the log is append-only"):
            cursor.execute(f"DELETE FROM {table}")
