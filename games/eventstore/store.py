"""`append` and `load`: the only way into the log, and out of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import orjson
from django.db import IntegrityError
from psycopg.errors import UniqueViolation

from games.engine.events import Event
from games.engine.state import Game
from games.eventstore import statements
from games.eventstore.actors import Actor, ActorKind
from games.eventstore.chain import event_hash
from games.eventstore.codec import decode, encode
from games.eventstore.stream import StoredEvent, Stream, fold
from players import database

Entry = tuple[Event, Actor]
Row = tuple[Any, ...]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SCORED: Final = "deal-scored"
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
    stream: Stream,
    expected_version: int,
    entries: Sequence[Entry],
    *,
    at: datetime,
    beside: Callable[[Stream], database.Statement] | None = None,
) -> tuple[Stream, list[StoredEvent]]:
    """Write events, each with its author, as the stream's next; `at` is in the game's own time.

    To be called within the transaction that updates the read models. What `beside` makes of the
    stream after the events is carried out with them, in one round trip to the database. Returns
    that stream and the rows written. Raises Conflict when the stream is no longer at
    `expected_version`: the primary keys settle it, and the transaction must then be given up.
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
    game, began = fold(
        stream.game, [(row.version, event) for row, (event, _) in zip(stored, entries, strict=True)]
    )
    after = Stream(game, head, at, stream.turn_began if began is None else at)
    try:
        _write(game_id, stored, None if beside is None else beside(after))
    except IntegrityError as error:
        # The numbers of a stream, its authors and its events are all that is unique in the log.
        if isinstance(error.__cause__, UniqueViolation):
            raise Conflict(expected_version) from None
        raise
    return after, stored


def load(game_id: UUID | str, upto: int = NEWEST) -> Stream:
    """The stream at a version, from its last deal on: as dear at the last trick as at the first.

    A game that was ever rewound is folded whole, because deals that were given up still count
    their attempts. Raises StreamNotFound when there is no such stream.
    """
    rows = database.ask(statements.LAST_DEAL, {"game": str(game_id), "upto": upto})
    return _from_last_deal(game_id, rows, upto)


def load_beside(statement: str, game_id: UUID | str) -> tuple[dict[str, Any], Stream] | None:
    """What another query finds, and the stream as `load` has it: both by one statement.

    The statement is of `statements.last_deal_beside`. None if the query finds nothing. Raises
    StreamNotFound when it does, and there is no such stream.
    """
    rows = database.ask(statement, {"game": str(game_id), "upto": NEWEST})
    if not rows or rows[0][0] != 0:
        return None
    return orjson.loads(rows[0][3]), _from_last_deal(game_id, rows[1:], NEWEST)


def _from_last_deal(game_id: UUID | str, rows: Sequence[Row], upto: int) -> Stream:
    if any(row[1] == "game-rewound" for row in rows):
        return load_whole(game_id, upto)
    return _folded(game_id, rows, _events_from_last_deal)


def load_whole(game_id: UUID | str, upto: int = NEWEST) -> Stream:
    """The stream at a version, every event applied. Raises StreamNotFound."""
    rows = database.ask(statements.WHOLE, {"game": str(game_id), "upto": upto})
    return _folded(game_id, rows, _events)


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
        database.ask(statements.SHOWN, wanted)
        if kinds is None
        else database.ask(statements.SHOWN_OF_KINDS, {**wanted, "kinds": list(kinds)})
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


def _events(rows: Sequence[Row]) -> Iterator[Event]:
    # One at a time: an event that is gone once applied never troubles the garbage collector.
    _, kinds, schemas, *_ = zip(*rows, strict=True)
    return map(decode, kinds, schemas, _data_of(rows))


def _events_from_last_deal(rows: Sequence[Row]) -> Iterator[Event]:
    data = iter(_data_of([row for row in rows if row[1] != _SCORED]))
    return (
        _deal_scored(row[2], row[3]) if row[1] == _SCORED else decode(row[1], row[2], next(data))
        for row in rows
    )


@lru_cache(maxsize=2048)
def _deal_scored(schema: int, data: str) -> Event:
    """A closed deal's event, which is read with every move from then on: made once of its text.

    It depends on nothing else and is never changed, so there is nothing that could go stale.
    """
    return decode(_SCORED, schema, orjson.loads(data))


def _folded(
    game_id: UUID | str, rows: Sequence[Row], events: Callable[[Sequence[Row]], Iterator[Event]]
) -> Stream:
    if not rows:
        raise StreamNotFound(str(game_id))
    versions, _, _, _, times, hashes = zip(*rows, strict=True)
    game, began = fold(Game(id=str(game_id)), zip(versions, events(rows), strict=True))
    turn = None if began is None else _time(times[versions.index(began)])
    return Stream(game, hashes[-1], _time(times[-1]), turn)


def _data_of(rows: Sequence[Row]) -> list[dict[str, Any]]:
    # One call of the decoder for all rows is several times faster than one a row.
    data: list[dict[str, Any]] = orjson.loads(f"[{','.join([row[3] for row in rows])}]")
    return data


def _time(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)


def _actor(kind: ActorKind, person: str | None, why: str | None) -> Actor:
    return Actor(kind, person, **(json.loads(why) if why is not None else {}))


def _write(game_id: str, events: Sequence[StoredEvent], beside: database.Statement | None) -> None:
    """Write rows, in one statement unless somebody writes in this stream for the first time."""
    if events[0].version == 1:
        database.tell(statements.OPEN, {"game": game_id})
    if unknown := _write_of_known_authors(game_id, events, beside):
        for actor in dict.fromkeys(event.actor for event in unknown):
            database.tell(statements.INTRODUCE, [*_author(actor), game_id])
        if _write_of_known_authors(game_id, unknown):
            raise StreamNotFound(game_id)


def _write_of_known_authors(
    game_id: str, events: Sequence[StoredEvent], beside: database.Statement | None = None
) -> list[StoredEvent]:
    """Write the rows of those who have written in this stream before; the others are returned."""
    sql, values = (None, ()) if beside is None else beside
    told = [value for event in events for value in _row(event)]
    rows = database.ask(statements.write(len(events), sql), [*values, *told, game_id])
    written = {version for (version,) in rows}
    return [event for event in events if event.version not in written]


def _row(event: StoredEvent) -> tuple[Any, ...]:
    data = orjson.dumps(event.data).decode()
    told = (event.version, event.at, event.kind, event.schema, data, event.hash)
    return told + _author(event.actor)


def _author(actor: Actor) -> tuple[str, str | None, str | None]:
    why = actor.why()
    return actor.kind, actor.id, None if why is None else json.dumps(why)
