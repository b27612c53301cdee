"""`append` and `load`: the only SQL that touches the log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, connection

from games.engine.events import Event
from games.engine.state import Game
from games.eventstore.actors import Actor, ActorKind
from games.eventstore.chain import event_hash
from games.eventstore.codec import decode, encode
from games.eventstore.stream import StoredEvent, Stream, fold

Entry = tuple[Event, Actor]
Row = tuple[Any, ...]

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

# Whole microseconds since 1970 are read in a tenth of the time that a timestamp takes.
_AT: Final = "(extract(epoch from at) * 1000000)::bigint"
_STORED: Final = "version, type, schema, data"
_TO_SHOW: Final = f"{_STORED}, {_AT}, hash, actor_kind, actor_id::text, actor_why"
_CARRIED_SQL: Final = ", ".join(f"'{name}'" for name in CARRIED)
_INSERT: Final = """
INSERT INTO games_event
    (game_id, version, type, schema, data, actor_kind, actor_id, actor_why, at, hash)
VALUES """
_VALUES: Final = "(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
# Times and hashes are read of the last deal alone, in which the present turn began: they would
# take half of the time that it takes to read the rest.
_TO_FOLD: Final = f"""
WITH opened AS (
    SELECT version FROM games_event
    WHERE game_id = %(game)s AND version <= %(upto)s AND type = 'deal-started'
    ORDER BY version DESC LIMIT 1
)
SELECT {_STORED}, NULL::bigint, NULL::bytea FROM games_event
WHERE game_id = %(game)s AND version < (SELECT version FROM opened) {{}}
UNION ALL
SELECT {_STORED}, {_AT}, hash FROM games_event
WHERE game_id = %(game)s AND version <= %(upto)s
    AND version >= coalesce((SELECT version FROM opened), 1)
ORDER BY version
"""
_WHOLE: Final = _TO_FOLD.format("")
_LAST_DEAL: Final = _TO_FOLD.format(f"AND type IN ({_CARRIED_SQL})")
_SHOWN: Final = f"""
SELECT {_TO_SHOW} FROM games_event
WHERE game_id = %(game)s AND version > %(after)s AND version <= %(upto)s
ORDER BY version LIMIT %(limit)s
"""
_SHOWN_OF_KINDS: Final = _SHOWN.replace("ORDER BY", "AND type = ANY(%(kinds)s) ORDER BY")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
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
    if not entries:
        return stream, []
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
            statement = _INSERT + ", ".join([_VALUES] * len(stored))
            cursor.execute(statement, [value for one in stored for value in _row(game_id, one)])
    except IntegrityError as error:
        if _broken_constraint(error) == "games_event_pkey":
            raise Conflict(expected_version) from None
        raise
    game, began = fold(
        stream.game, [(row.version, event) for row, (event, _) in zip(stored, entries, strict=True)]
    )
    return Stream(game, head, at, stream.turn_began if began is None else at), stored


def load(game_id: UUID | str, upto: int = NEWEST) -> Stream:
    """The stream at a version, from its last deal on: as dear at the last trick as at the first.

    A game that was ever rewound is folded whole, because deals that were given up still count
    their attempts. Raises StreamNotFound when there is no such stream.
    """
    rows = _rows(_LAST_DEAL, {"game": str(game_id), "upto": upto})
    if any(row[1] == "game-rewound" for row in rows):
        return load_whole(game_id, upto)
    return _folded(game_id, rows)


def load_whole(game_id: UUID | str, upto: int = NEWEST) -> Stream:
    """The stream at a version, every event applied. Raises StreamNotFound."""
    return _folded(game_id, _rows(_WHOLE, {"game": str(game_id), "upto": upto}))


def read(
    game_id: UUID | str,
    *,
    after: int = 0,
    upto: int = NEWEST,
    limit: int | None = None,
    kinds: Sequence[str] | None = None,
) -> list[StoredEvent]:
    """The events with versions after + 1 … upto, ascending, `limit` at most.

    With `kinds` only those stored under these names.
    """
    wanted = {"game": str(game_id), "after": after, "upto": upto, "limit": limit}
    rows = (
        _rows(_SHOWN, wanted)
        if kinds is None
        else _rows(_SHOWN_OF_KINDS, {**wanted, "kinds": list(kinds)})
    )
    actors: dict[tuple[str, str | None, str | None], Actor] = {}
    stored = []
    for row, data in zip(rows, _data_of(rows), strict=True):
        version, kind, schema, _, at, digest, *who = row
        author = tuple(who)
        if author not in actors:
            actors[author] = _actor(*author)
        stored.append(StoredEvent(version, kind, schema, data, actors[author], _time(at), digest))
    return stored


def events_of(rows: Iterable[StoredEvent]) -> list[Event]:
    """The events that rows of the log hold, old shapes lifted."""
    return [decode(row.kind, row.schema, row.data) for row in rows]


def _folded(game_id: UUID | str, rows: Sequence[Row]) -> Stream:
    if not rows:
        raise StreamNotFound(str(game_id))
    versions, kinds, schemas, _, times, hashes = zip(*rows, strict=True)
    # One at a time: an event that is gone once applied never troubles the garbage collector.
    events = map(decode, kinds, schemas, _data_of(rows))
    game, began = fold(Game(id=str(game_id)), zip(versions, events, strict=True))
    turn = None if began is None else _time(times[versions.index(began)])
    return Stream(game, hashes[-1], _time(times[-1]), turn)


def _rows(sql: str, parameters: Mapping[str, Any]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[Row] = cursor.fetchall()
    return rows


def _data_of(rows: Sequence[Row]) -> list[dict[str, Any]]:
    # One call of the decoder for all rows is several times faster than one a row.
    data: list[dict[str, Any]] = json.loads(f"[{','.join([row[3] for row in rows])}]")
    return data


def _time(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)


def _actor(kind: ActorKind, person: str | None, why: str | None) -> Actor:
    return Actor(kind, person, **(json.loads(why) if why is not None else {}))


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
