"""A database that takes itself for a large one: what the planner goes by, said for more rows.

It multiplies the rows that a page held when they were last counted with the pages that there are
now: so what is told it is that a page holds more. That makes reading pages seem cheaper than it is,
of tables and of indexes alike.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connection

LARGEST: Final = {
    "players_player": 1_000_000,
    "players_token": 1_000_000,
    "players_idempotencykey": 1_000_000,
    "players_rating": 1_000_000,
    "players_ratingchange": 3_600_000,
    "games_game": 1_000_000,
    "games_participant": 4_000_000,
    "games_seat": 4_000_000,
    "games_performance": 3_600_000,
    "games_stream": 1_000_000,
    "games_author": 8_000_000,
    "games_event": 100_000_000,
    "games_message": 1_000_000,
    "games_dispute": 10_000,
    "games_staffact": 20_000,
    "games_webhook": 100_000,
    "games_delivery": 10_000_000,
    "games_notice": 10_000_000,
    "games_hold": 100_000,
    "games_rematch": 100_000,
    "django_session": 100_000,
}
"""The tables that grow with use, and how many rows each is to be taken to have."""
SMALL: Final = {
    "players_ratingtally": "as many rows as there are different ratings: some thousands",
    "players_player_groups": "staff",
    "players_player_user_permissions": "staff",
    "auth_group": "two, and what a superuser adds",
    "auth_group_permissions": "the same",
    "auth_permission": "some for each model",
    "django_content_type": "one for each model",
    "django_admin_log": "changes of accounts by superusers",
    "django_migrations": "one for each migration",
}
"""The tables that do not, and why."""


def believe() -> None:
    """Have the planner take each table that grows, and its indexes, for as large as that."""
    with connection.cursor() as cursor:
        for table, rows in LARGEST.items():
            cursor.execute(f"ALTER TABLE {table} SET (autovacuum_enabled = false)")
            _keep_shares(cursor, table)
            cursor.execute(f"VACUUM (ANALYZE) {table}")
            cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [table])
            ((found,),) = cursor.fetchall()
            cursor.execute(
                "SELECT relname, relpages, reltuples * %s FROM pg_class WHERE oid = %s::regclass"
                " OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = %s::regclass)",
                [rows / found, table, table],
            )
            for one in cursor.fetchall():
                _tell(cursor, *one)


def believed(table: str) -> float:
    """How many rows the planner expects in a table."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) SELECT 1 FROM {table}")
        ((found,),) = cursor.fetchall()
    return float(found[0]["Plan"]["Plan Rows"])


def _keep_shares(cursor: Any, table: str) -> None:
    """What belongs to one does not grow with the table: there are more to whom it belongs."""
    cursor.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
        " AND (atttypid = 'uuid'::regtype OR attname = 'game')",
        [table],
    )
    for (column,) in cursor.fetchall():
        cursor.execute(f"SELECT count(DISTINCT {column}) / count(*)::float FROM {table}")
        ((share,),) = cursor.fetchall()
        cursor.execute(f"ALTER TABLE {table} ALTER {column} SET (n_distinct = {-share})")


def _tell(cursor: Any, name: str, pages: int, rows: float) -> None:
    if connection.pg_version >= 180000:  # type: ignore[attr-defined]
        cursor.execute(
            "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', %s::text,"
            " 'relpages', %s::integer, 'reltuples', %s::real)",
            [name, pages, rows],
        )
    else:
        cursor.execute(
            "UPDATE pg_class SET relpages = %s, reltuples = %s WHERE relname = %s",
            [pages, rows, name],
        )
