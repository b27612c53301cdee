"""The log's events in one table, or in partitions by stream: the same to all who read and write.

A move, a load and a page of events look into one partition alone, though the plan of a query knows
them all: a few partitions cost it nothing to speak of, many do. What a large log gains is that
vacuum, indexes, backups and disks take one partition at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from games import models

SLICE: Final = 500
"""How many streams are copied in one statement."""

_TABLES: Final = """
SELECT 'games_event'::regclass AS id
UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = 'games_event'::regclass
"""
_NAMES: Final = f"""
SELECT relname FROM pg_class
WHERE oid IN ({_TABLES}) OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN ({_TABLES}))
"""
_COPY: Final = """
INSERT INTO games_event
SELECT * FROM before_games_event WHERE game >= %s AND game < %s ORDER BY game, version
"""
_DIFFERENCES: Final = """
SELECT count(*) FROM before_games_event before FULL JOIN games_event after USING (game, version)
WHERE ROW(before.*) IS DISTINCT FROM ROW(after.*)
"""
_GUARD: Final = """
CREATE TRIGGER games_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {0}
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
ALTER TABLE {0} ENABLE ALWAYS TRIGGER games_event_append_only;
"""


class NotTheSame(Exception):
    """The new table does not hold what the old one did; all is left as it was."""


def parts() -> int:
    """In how many parts the log lies: 1 is a table that is not partitioned."""
    with connection.cursor() as cursor:
        return max(1, _number(cursor, f"SELECT count(*) - 1 FROM ({_TABLES}) tables"))


def rewrite(parts: int, told: Callable[[int, int], None]) -> int:
    """Write the log anew into so many partitions, or into one table; the number of events.

    One transaction does it and compares every row, and nobody reads or writes the log meanwhile.
    `told` hears again and again how many streams of how many are copied. Raises NotTheSame.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("LOCK TABLE games_event IN ACCESS EXCLUSIVE MODE")
        cursor.execute("SELECT pg_get_viewdef('games_log'::regclass)")
        ((view,),) = cursor.fetchall()
        cursor.execute("DROP VIEW games_log")
        _set_aside(cursor)
        tables = _make(cursor, parts)
        _copy(cursor, told)
        _index(cursor)
        if _number(cursor, _DIFFERENCES):
            raise NotTheSame
        cursor.execute("DROP TABLE before_games_event")
        for table in tables:
            cursor.execute(_GUARD.format(table))
        cursor.execute(f"CREATE VIEW games_log AS {view}")
        cursor.execute("ANALYZE games_event")
        return _number(cursor, "SELECT count(*) FROM games_event")


def _set_aside(cursor: CursorWrapper) -> None:
    """Free the names of the table, its partitions and all their indexes."""
    cursor.execute(_NAMES)
    for (name,) in cursor.fetchall():
        cursor.execute(f"ALTER TABLE {name} RENAME TO before_{name}")


def _make(cursor: CursorWrapper, parts: int) -> list[str]:
    """Make the new table, empty; the names of it and its partitions."""
    copied = "CREATE TABLE games_event (LIKE before_games_event INCLUDING ALL EXCLUDING INDEXES)"
    if parts == 1:
        cursor.execute(copied)
        return ["games_event"]
    cursor.execute(f"{copied} PARTITION BY HASH (game)")
    partitions = [f"games_event_{number}" for number in range(parts)]
    for number, name in enumerate(partitions):
        cursor.execute(
            f"CREATE TABLE {name} PARTITION OF games_event "
            f"FOR VALUES WITH (MODULUS {parts}, REMAINDER {number})"
        )
    return ["games_event", *partitions]


def _copy(cursor: CursorWrapper, told: Callable[[int, int], None]) -> None:
    for first, last in _slices(cursor):
        cursor.execute(_COPY, [first, first + SLICE])
        told(min(first + SLICE, last), last)


def _slices(cursor: CursorWrapper) -> Iterator[tuple[int, int]]:
    """The first stream of each slice, and the last of all."""
    cursor.execute("SELECT min(game), max(game) FROM before_games_event")
    ((first, last),) = cursor.fetchall()
    if first is not None:
        yield from ((start, last) for start in range(first, last + 1, SLICE))


def _index(cursor: CursorWrapper) -> None:
    """Make key and indexes, once all rows are there: that takes less time and room."""
    cursor.execute("ALTER TABLE games_event ADD PRIMARY KEY (game, version)")
    with connection.schema_editor() as editor:
        for index in models.Event._meta.indexes:
            editor.add_index(models.Event, index)


def _number(cursor: CursorWrapper, sql: str) -> int:
    cursor.execute(sql)
    ((number,),) = cursor.fetchall()
    return int(number)
