"""The log as it lies: every column of every row, whatever somebody has made of it.

For whoever judges the log; all others take it by `load` and `read`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.eventstore.chain import event_hash

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
# A time that Python has none for is told as null.
_RAW: Final = """
SELECT version, type, schema, data, actor_kind, actor_id::text, actor_why, hash,
    CASE WHEN at > '0001-01-02' AND at < '9999-12-31'
        THEN (extract(epoch from at) * 1000000)::bigint END
FROM games_log WHERE game_id = %s ORDER BY version
"""
_WHY: Final = {"level", "policy", "cause"}


class RawEvent(NamedTuple):
    """One row of the log. `data`, `actor` and `at` are None where the columns hold no such thing.

    `actor` is as it is hashed.
    """

    version: int
    kind: str
    schema: int
    data: dict[str, Any] | None
    actor: dict[str, Any] | None
    at: datetime | None
    hash: bytes

    def hash_after(self, previous: bytes, game_id: str) -> bytes | None:
        """The hash that belongs here; None if something is in the row that cannot be hashed."""
        if self.data is None or self.actor is None or self.at is None:
            return None
        try:
            return event_hash(
                previous,
                game=game_id,
                version=self.version,
                kind=self.kind,
                at=self.at,
                actor=self.actor,
                data=self.data,
            )
        except (ValueError, RecursionError):
            return None


def read_raw(game_id: UUID | str) -> list[RawEvent]:
    """All rows of a stream by their versions, gaps and all."""
    with connection.cursor() as cursor:
        cursor.execute(_RAW, [str(game_id)])
        rows = cursor.fetchall()
    data = _objects([row[3] for row in rows])
    actors = {who: _actor(*who) for who in {row[4:7] for row in rows}}
    return [
        RawEvent(
            version=row[0],
            kind=row[1],
            schema=row[2],
            data=facts if isinstance(facts, dict) else None,
            actor=actors[row[4:7]],
            at=None if row[8] is None else _EPOCH + timedelta(microseconds=row[8]),
            hash=row[7],
        )
        for row, facts in zip(rows, data, strict=True)
    ]


def _objects(texts: Sequence[str]) -> list[Any]:
    try:
        # One call of the decoder for all is several times faster than one for each.
        found: list[Any] = json.loads(f"[{','.join(texts)}]")
    except (ValueError, RecursionError):
        return [_object(text) for text in texts]
    return found


def _object(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _actor(kind: str, person: str | None, why: str | None) -> dict[str, Any] | None:
    actor: dict[str, Any] = {"kind": kind, "id": person}
    if why is None:
        return actor
    told = _object(why)
    if not isinstance(told, dict) or told.keys() != _WHY:
        return None
    return actor | told
