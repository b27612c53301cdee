"""What the service really asks of the database, and how that would be carried out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
from django.db import connection
from psycopg.types.json import Jsonb

ASKS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
TYPES: Final = {
    bool: "boolean",
    int: "bigint",
    float: "double precision",
    Decimal: "numeric",
    UUID: "uuid",
    bytes: "bytea",
    datetime: "timestamptz",
    timedelta: "interval",
    Jsonb: "jsonb",
}
MODES: Final = {"these values": "force_custom_plan", "any values": "force_generic_plan"}
"""The plan for the values that were sent, and the one for whatever may be sent."""
MOST: Final = 2
"""So many of the values that come with one text are looked at."""
_SEVERAL: Final = re.compile(r"%s(, %s)+")


class Statement(NamedTuple):
    """A statement that was sent, with its values in the order of their places."""

    sql: str
    values: tuple[Any, ...]

    @property
    def numbered(self) -> str:
        """Its text as the database prepares it."""
        text = self.sql
        for number in range(1, len(self.values) + 1):
            text = text.replace("%s", f"${number}", 1)
        return text.replace("%%", "%")


class Heard:
    """The statements that were sent; of each text with a few of its values, by who sent them."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], list[Statement]] = {}
        self._voice = ""

    def __iter__(self) -> Iterator[Statement]:
        return (one for several in self._known.values() for one in several)

    @contextmanager
    def listening(self, voice: str) -> Iterator[None]:
        """Hears whatever is sent meanwhile, by query sets and by cursors alike."""
        self._voice = voice
        with connection.execute_wrapper(self._note):
            yield

    def _note(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if sql.lstrip().upper().startswith(ASKS):
            for each in params if many else [params]:
                statement = _in_order(sql, each)
                # However long a list in it is, it is the same statement.
                text = _SEVERAL.sub("%s, …", statement.sql)
                known = self._known.setdefault((self._voice, text), [])
                if len(known) < MOST:
                    known.append(statement)
        return execute(sql, params, many, context)


def _in_order(sql: str, params: Any) -> Statement:
    if not isinstance(params, Mapping):
        return Statement(sql, tuple(params or ()))
    values: list[Any] = []

    class Places(dict[str, str]):
        def __missing__(self, name: str) -> str:
            values.append(params[name])
            return "%s"

    return Statement(sql % Places(), tuple(values))


def plan(statement: Statement, mode: str) -> dict[str, Any]:
    """How the database would carry it out, as EXPLAIN tells it."""
    assert connection.connection is not None
    types = [_type(value) for value in statement.values]
    declared = f"({', '.join(types)})" if types else ""
    call = f"heard({', '.join(['%s'] * len(types))})" if types else "heard"
    with psycopg.ClientCursor(connection.connection) as cursor:
        cursor.execute(f"SET plan_cache_mode = {MODES[mode]}")
        cursor.execute(f"PREPARE heard {declared} AS {statement.numbered}".encode())
        cursor.execute(f"EXPLAIN (FORMAT JSON) EXECUTE {call}".encode(), statement.values)
        ((found,),) = cursor.fetchall()
        cursor.execute("DEALLOCATE heard")
    told: dict[str, Any] = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return told


def _type(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        kind = next((_type(each) for each in value if each is not None), "unknown")
        return "text[]" if kind == "unknown" else f"{kind}[]"
    return next((name for kind, name in TYPES.items() if type(value) is kind), "unknown")
