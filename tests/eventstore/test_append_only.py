"""The log refuses every change but a new event, whoever asks and however."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

CHANGES = {
    "update": "UPDATE games_event SET type = 'card-played'",
    "update of nothing": "UPDATE games_event SET type = 'card-played' WHERE false",
    "delete": "DELETE FROM games_event",
    "delete of nothing": "DELETE FROM games_event WHERE false",
    "truncate": "TRUNCATE games_event",
    "truncate of the games": "TRUNCATE games_game CASCADE",
    "upsert": (
        "INSERT INTO games_event SELECT * FROM games_event "
        "ON CONFLICT (game_id, version) DO UPDATE SET type = 'card-played'"
    ),
    "merge": (
        "MERGE INTO games_event e USING games_event s ON e.game_id = s.game_id "
        "WHEN MATCHED THEN DELETE"
    ),
}
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("role", ["origin", "replica", "local"])
def test_the_log_refuses_the_change_in_every_replication_role(change: str, role: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL session_replication_role = {role}")
        with pytest.raises(IntegrityError, match="the log is append-only"), transaction.atomic():
            cursor.execute(change)


@pytest.mark.django_db(transaction=True)
def test_the_flush_between_tests_leaves_the_trigger_as_it_was() -> None:
    call_command("flush", interactive=False)
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgenabled FROM pg_trigger WHERE tgname = 'games_event_append_only'")
        assert cursor.fetchall() == [("A",)]
        with pytest.raises(IntegrityError, match="the log is append-only"):
            cursor.execute("DELETE FROM games_event")
