"""What every move asks of the database, asked of the driver itself.

Django's cursors are made anew for each statement and cost as much again as the driver, its query
sets several times that. Transactions, errors and whoever listens to statements are Django's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Cursor
from psycopg.types.datetime import TimestamptzLoader

Parameters = Sequence[Any] | Mapping[str, Any]
Rows = list[tuple[Any, ...]]


class Statement(NamedTuple):
    """A statement with its parameters in the order of their places."""

    sql: str
    parameters: tuple[Any, ...]


_KEPT: Final = "_cursor_kept"


def ask(sql: str, parameters: Parameters = ()) -> Rows:
    """The rows with which the database answers a statement.

    The first question of a request finds out whether the connection has outlived the time since
    the one before. If it has not, it is made anew and asked again, as long as no transaction is
    lost with it.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if not _unproven(database):
        return _carry_out(database, sql, parameters, answer=True)
    # Django would ask something else before to find that out, in a round trip of its own.
    database.health_check_done = True  # type: ignore[attr-defined]
    try:
        return _carry_out(database, sql, parameters, answer=True)
    except (OperationalError, InterfaceError):
        if database.is_usable():
            raise
        database.close()
        return _carry_out(database, sql, parameters, answer=True)


def tell(sql: str, parameters: Parameters = ()) -> None:
    """Carry out a statement that has no answer."""
    _carry_out(connections[DEFAULT_DB_ALIAS], sql, parameters, answer=False)


def _unproven(database: BaseDatabaseWrapper) -> bool:
    wanted: bool = database.health_check_enabled  # type: ignore[attr-defined]
    done: bool = database.health_check_done  # type: ignore[attr-defined]
    return wanted and not done and not database.in_atomic_block


def _carry_out(
    database: BaseDatabaseWrapper, sql: str, parameters: Parameters, *, answer: bool
) -> Rows:
    if database.execute_wrappers or database.queries_logged:
        # Somebody listens, and he does so at Django's cursors.
        with database.cursor() as told:
            told.execute(sql, parameters)
            return told.fetchall() if answer else []
    database.validate_no_broken_transaction()
    database.close_if_health_check_failed()
    database.ensure_connection()
    with database.wrap_database_errors:
        cursor = _cursor(database).execute(sql, parameters)
        return cursor.fetchall() if answer else []


def _cursor(database: BaseDatabaseWrapper) -> Cursor[tuple[Any, ...]]:
    """The cursor that lasts as long as the connection."""
    kept: Cursor[tuple[Any, ...]] | None = vars(database).get(_KEPT)
    if kept is None or kept.connection is not database.connection:
        kept = database.connection.cursor()
        # Django's own is in Python, and takes a third of the time of a game's row.
        kept.adapters.register_loader("timestamptz", TimestamptzLoader)
        vars(database)[_KEPT] = kept
    return kept
