"""`append` and `load`: the only SQL that touches the log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, connection

from games.engine.events import Event
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.eventstore.chain import event_hash
from games.eventstore.codec import decode, encode
from games.eventstore.stream import StoredEvent, Stream, fold

Entry = tuple[Event, Actor]

CARRIED: Final = (
    "game-created",
    "seat-taken",
    "seat-left",
    "game-started",
    "deal-scored",
    "autopilot-on",
    "autopilot-off",
    "game-rewound",
)
"""What still counts of the time before the last deal-started: its cards do not, its score does."""

_COLUMNS: Final = "version, type, schema, data, actor_kind, actor_id, actor_why, at, hash"
_CARRIED_SQL: Final = ", ".join(f"'{name}'" for name in CARRIED)
_INSERT: Final = (
    f"INSERT INTO games_event (game_id, {_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
_LAST_DEAL: Final = f"""
WITH opened AS (
    SELECT version FROM games_event
    WHERE game_id = %(game)s AND version <= %(upto)s AND type = 'deal-started'
    ORDER BY version DESC LIMIT 1
)
SELECT {_COLUMNS} FROM games_event
WHERE game_id = %(game)s AND version < (SELECT version FROM opened) AND type IN ({_CARRIED_SQL})
UNION ALL
SELECT {_COLUMNS} FROM games_event
WHERE game_id = %(game)s AND version <= %(upto)s
    AND version >= coalesce((SELECT version FROM opened), 1)
ORDER BY version
"""
_SLICE: Final = f"""
SELECT {_COLUMNS} FROM games_event
WHERE game_id = %s AND version > %s AND version <= %s ORDER BY version LIMIT %s
"""
NEWEST: Final = 2**31 - 1
"""As a version: the stream as it is now."""


class StreamNotFound(LookupError):
    """No event stands in this stream."""


class Conflict(Exception):
    """Somebody else has written the version that was to be written; nothing was appended."""

    def __init__(self, expected: int) -> None:
        super().__init__(f"the stream is no longer at version {expected}")
        self.expected = expected


def append(
    stream: Stream, expected_version: int, entries: Sequence[Entry], *, at: datetime
) -> tuple[Stream, list[StoredEvent]]:
    """Write events, each with its author, as the stream's next; `at` is in the game's own time.

    To be called within the transaction that updates the read models. Returns the stream after
    them and the rows written. Raises Conflict when the stream is no longer at `expected_version`:
    the primary key settles it, and the transaction must then be given up.
    """
    if stream.version != expected_version:
        raise Conflict(expected_version)
    game_id, head = stream.game.id, stream.head
    stored = []
    for version, (event, actor) in enumerate(entries, start=expected_version + 1):
        kind, schema, data = encode(event)
        head = event_hash(
            head,
            game=game_id,
            version=version,
            kind=kind,
            at=at,
            actor=actor.json(),
            data=data,
        )
        stored.append(StoredEvent(version, kind, schema, data, actor, at, head))
    try:
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, [_row(game_id, event) for event in stored])
    except IntegrityError as error:
        if _broken_constraint(error) == "games_event_pkey":
            raise Conflict(expected_version) from None
        raise
    after = fold(
        stream,
        ((event, row.version, at) for (event, _), row in zip(entries, stored, strict=True)),
    )
    return after._replace(head=head), stored


def load(game_id: UUID | str, upto: int = NEWEST) -> Stream:
    """The stream at a version, from its last deal on: as dear at the last trick as at the first.

    A game that was ever rewound is folded whole, because deals that were given up still count
    their attempts. Raises StreamNotFound when there is no such stream.
    """
    rows = _rows(_LAST_DEAL, {"game": str(game_id), "upto": upto})
    if any(row.kind == "game-rewound" for row in rows):
        return load_whole(game_id, upto)
    return _folded(game_id, rows)


def load_whole(game_id: UUID | str, upto: int = NEWEST) -> Stream:
    """The stream at a version, every event applied. Raises StreamNotFound."""
    return _folded(game_id, read(game_id, upto=upto))


def read(
    game_id: UUID | str, *, after: int = 0, upto: int = NEWEST, limit: int | None = None
) -> list[StoredEvent]:
    """The events with versions after + 1 … upto, ascending, `limit` at most."""
    return _rows(_SLICE, (str(game_id), after, upto, limit))


def events_of(rows: Iterable[StoredEvent]) -> list[Event]:
    """The events that rows of the log hold, old shapes lifted."""
    return [decode(row.kind, row.schema, row.data) for row in rows]


def _folded(game_id: UUID | str, rows: Sequence[StoredEvent]) -> Stream:
    if not rows:
        raise StreamNotFound(str(game_id))
    stream = Stream(Game(id=str(game_id)))
    events = ((decode(row.kind, row.schema, row.data), row.version, row.at) for row in rows)
    return fold(stream, events)._replace(head=rows[-1].hash)


def _rows(sql: str, parameters: Any) -> list[StoredEvent]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows = cursor.fetchall()
    # One call of the decoder for all rows is several times faster than one a row.
    data = json.loads(f"[{','.join(row[3] for row in rows)}]")
    return [_stored(row, datum) for row, datum in zip(rows, data, strict=True)]


def _stored(row: tuple[Any, ...], data: dict[str, Any]) -> StoredEvent:
    version, kind, schema, _, actor_kind, actor_id, why, at, digest = row
    actor = Actor(
        actor_kind,
        None if actor_id is None else str(actor_id),
        **(json.loads(why) if why is not None else {}),
    )
    return StoredEvent(version, kind, schema, data, actor, at, bytes(digest))


def _row(game_id: str, event: StoredEvent) -> tuple[Any, ...]:
    why = event.actor.why()
    return (
        game_id,
        event.version,
        event.kind,
        event.schema,
        json.dumps(event.data, ensure_ascii=False),
        event.actor.kind,
        event.actor.id,
        None if why is None else json.dumps(why),
        event.at,
        event.hash,
    )


def _broken_constraint(error: IntegrityError) -> str | None:
    diagnosis = getattr(error.__cause__, "diag", None)
    return getattr(diagnosis, "constraint_name", None)
