"""The SQL by which the log is written and read; `raw` has its own.

Parameters named `game` are the game's id, as everywhere but in the log.
"""

from __future__ import annotations

from typing import Final

from games.models.log import CARRIED

OPEN: Final = "INSERT INTO games_stream (game_id) VALUES (%(game)s)"

_TOLD: Final = (
    "(%s::integer, %s::timestamptz, %s::games_event_type, %s::smallint, %s::jsonb, %s::bytea, "
    "%s::games_actor_kind, %s::uuid, %s::jsonb)"
)
_WRITE: Final = """
INSERT INTO games_event (game, version, at, type, author, schema, data, hash)
SELECT stream.number, told.version, told.at, told.type, author.number,
    told.schema, told.data, told.hash
FROM (VALUES {}) told (version, at, type, schema, data, hash, kind, person, why)
JOIN games_stream stream ON stream.game_id = %s
JOIN games_author author ON author.game = stream.number AND author.kind = told.kind
    AND author.person IS NOT DISTINCT FROM told.person
    AND author.why IS NOT DISTINCT FROM told.why
RETURNING version
"""
INTRODUCE: Final = """
INSERT INTO games_author (game, number, kind, person, why)
SELECT stream.number, coalesce(max(author.number), 0) + 1, %s::games_actor_kind, %s::uuid, %s::jsonb
FROM games_stream stream LEFT JOIN games_author author ON author.game = stream.number
WHERE stream.game_id = %s GROUP BY stream.number
"""

# Whole microseconds since 1970 are read in a tenth of the time that a timestamp takes.
_AT: Final = "(extract(epoch from at) * 1000000)::bigint"
_STORED: Final = "version, type, schema, data"
# Times and hashes are read of the last deal alone, in which the present turn began: they would
# take half of the time that it takes to read the rest.
# The number is a query within the query, so that one plan serves all games: a value that is known
# sooner tempts the database to plan for it anew each time, which takes longer than to read.
_NAMED: Final = "game = (SELECT number FROM named)"
_TO_FOLD: Final = f"""
WITH {{beside}}named AS (SELECT number FROM games_stream WHERE game_id = %(game)s), opened AS (
    SELECT version FROM games_event
    WHERE {_NAMED} AND version <= %(upto)s AND type = 'deal-started'
    ORDER BY version DESC LIMIT 1
)
{{first}}SELECT {_STORED}, NULL::bigint, NULL::bytea FROM games_event
WHERE {_NAMED} AND version < (SELECT version FROM opened) {{which}}
UNION ALL
SELECT {_STORED}, {_AT}, hash FROM games_event
WHERE {_NAMED} AND version <= %(upto)s AND version >= coalesce((SELECT version FROM opened), 1)
ORDER BY version
"""
_CARRIED: Final = "AND type IN ('" + "', '".join(CARRIED) + "')"
WHOLE: Final = _TO_FOLD.format(beside="", first="", which="")
LAST_DEAL: Final = _TO_FOLD.format(beside="", first="", which=_CARRIED)
SHOWN: Final = f"""
SELECT {_STORED}, {_AT}, hash, kind, person::text, why
FROM games_event
LEFT JOIN games_author ON games_author.game = games_event.game AND number = author
WHERE games_event.game = (SELECT number FROM games_stream WHERE game_id = %(game)s)
    AND version > %(after)s AND version <= %(upto)s
ORDER BY version LIMIT %(limit)s
"""
SHOWN_OF_KINDS: Final = SHOWN.replace(
    "ORDER BY", "AND type = ANY(%(kinds)s::games_event_type[]) ORDER BY"
)


def last_deal_beside(query: str) -> str:
    """`LAST_DEAL` with a row before it, of version 0: what the query finds, its data as JSON."""
    first = "SELECT 0 AS version, NULL, NULL, to_jsonb(beside), NULL, NULL FROM beside UNION ALL\n"
    return _TO_FOLD.format(beside=f"beside AS ({query}), ", first=first, which=_CARRIED)


def write(events: int, beside: str | None = None) -> str:
    """The statement that writes so many events of one game, those of authors it knows.

    Its parameters are the events', then the game; before them those of the statement `beside`,
    which is carried out at once with it.
    """
    writing = _WRITE.format(", ".join([_TOLD] * events))
    if beside is None:
        return writing
    return f"WITH beside AS ({beside}), written AS ({writing}) SELECT version FROM written"
