"""A crowded lobby: the rows that a walk through the service has left, copied for many more.

What follows from a game's number is the same everywhere: who sits in it, and how far it has come.
One player sits in every twentieth game, which is more than anybody does.
"""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from django.db import connection

PEOPLE: Final = 3_000
GAMES: Final = 10_000
BUSIEST: Final = "player1"
"""Who sits in every twentieth game."""
MIDDLE: Final = int(time.time())
"""Half of all rows are older than what happens in the test, and half are newer."""
FUNCTIONS: Final = f"""
SET statement_timeout = 0;
CREATE TEMPORARY TABLE kinds AS
    SELECT DISTINCT ON (status) status, id FROM games_game ORDER BY status, sandbox, id DESC;
CREATE FUNCTION pg_temp.made(what text, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT (lpad(to_hex(({MIDDLE} + (n - {GAMES // 2}) * 60) * 1000), 12, '0') || '7'
               || substr(md5(what || n::text), 1, 19))::uuid $$;
CREATE FUNCTION pg_temp.sits(n bigint, seat text) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT md5('sits' || n::text || seat)::uuid $$;
CREATE FUNCTION pg_temp.at(n bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
    $$ SELECT to_timestamp({MIDDLE} + (n - {GAMES // 2}) * 60) $$;
CREATE FUNCTION pg_temp.who(n bigint, seat text) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    $$ SELECT CASE WHEN n % 20 = 0 AND seat = 'N' THEN 1
              ELSE 2 + (n * 4 + strpos('NESW', seat)) % {PEOPLE - 1} END $$;
CREATE FUNCTION pg_temp.status(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT CASE WHEN n % 50 = 7 THEN 'waiting' WHEN n % 20 = 3 THEN 'active'
              WHEN n % 33 = 5 THEN 'void' ELSE 'finished' END $$;
"""
COPY: Final = """
INSERT INTO {table} ({columns}) SELECT {columns_of_new}
FROM generate_series(1, {number}) n CROSS JOIN unnest(string_to_array({seats}, NULL)) AS at (seat)
JOIN {table} row ON row.ctid = ANY(ARRAY(SELECT ctid FROM {table} {like})) AND {fits}
CROSS JOIN jsonb_populate_record(row, jsonb_build_object({changes})) AS new
"""
COLUMNS: Final = """
SELECT attname FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
"""


class Copies(NamedTuple):
    """So many copies of a row, or of several of which some `fits`, and how each is to differ.

    `like` says which row; with `seats` there is a copy for each of four seats.
    """

    table: str
    number: int
    like: str
    changes: dict[str, str]
    fits: str = "true"
    seats: str = "'N'"
    each: bool = False


def _person(n: str = "n") -> str:
    return f"pg_temp.made('player', {n})"


KINDS: Final = "SELECT id FROM kinds"
NUMBER: Final = "1000000 + n"
GAME: Final = "pg_temp.made('game', n)"
SITS: Final = "pg_temp.sits(n, at.seat)"
ALL_SEATS: Final = "'NESW'"
ENDED: Final = "pg_temp.status(n) = 'finished'"
CROWD: Final = (
    Copies(
        "players_player",
        PEOPLE,
        "username = 'seed-a'",
        {
            "id": _person(),
            "username": "'player' || n",
            "email": "CASE WHEN n % 3 = 0 THEN n || '@example.org' ELSE '' END",
            "is_active": "n % 50 <> 9",
            "is_guest": "n % 2 = 0",
            "created_at": "pg_temp.at(n)",
        },
    ),
    Copies(
        "players_token",
        PEOPLE,
        "expires_at IS NULL AND revoked_at IS NULL",
        {
            "id": "pg_temp.made('token', n)",
            "player_id": _person(),
            "hash": "sha256(n::text::bytea)",
            "revoked_at": "CASE WHEN n % 10 = 0 THEN pg_temp.at(n) END",
        },
    ),
    Copies(
        "players_idempotencykey",
        PEOPLE,
        "status IS NOT NULL",
        {
            "player_id": _person(),
            "key": "'k' || n",
            "names": "jsonb_build_array('player' || n, 'player' || n + 1)",
            "created_at": "pg_temp.at(n)",
        },
    ),
    Copies(
        "players_rating",
        PEOPLE,
        "contests > 0 AND player_id IS NOT NULL",
        {
            "id": "pg_temp.made('rating', n)",
            "player_id": _person(),
            "rating": "1000 + (hashint8(n) % 500)",
            "contests": "n % 40",
        },
    ),
    Copies(
        "games_game",
        GAMES,
        f"id IN ({KINDS})",
        {
            "id": GAME,
            "creator_id": _person("pg_temp.who(n, 'N')"),
            "visibility": "CASE WHEN n % 3 = 0 THEN 'private' ELSE 'public' END",
            "invite": "CASE WHEN n % 3 = 0 THEN 'invite' || n END",
            "ruleset": "CASE WHEN n % 2 = 0 THEN 'gamerules' ELSE 'short' END",
            "options": "CASE WHEN n % 4 = 1 THEN '{\"hand_sizes\": [1]}'::jsonb ELSE '{}' END",
            "turn_seconds": "CASE WHEN n % 5 = 0 THEN 60 ELSE 86400 END",
            "created_at": "pg_temp.at(n)",
            "updated_at": "pg_temp.at(n + 600)",
        },
        "row.status = pg_temp.status(n)",
        each=True,
    ),
    Copies(
        "games_participant",
        GAMES,
        "sat",
        {
            "id": SITS,
            "game_id": GAME,
            "player_id": _person("pg_temp.who(n, at.seat)"),
            "sat": "n % 40 <> 1",
            "status": "pg_temp.status(n)",
            "public": "n % 3 <> 0",
        },
        seats=ALL_SEATS,
    ),
    Copies(
        "games_seat",
        GAMES,
        "participant_id IS NOT NULL",
        {
            "game_id": GAME,
            "seat": "at.seat",
            "participant_id": f"CASE WHEN pg_temp.status(n) <> 'waiting' OR at.seat = 'N'"
            f" THEN {SITS} END",
        },
        seats=ALL_SEATS,
    ),
    Copies("games_performance", GAMES, "true", {"participant_id": SITS}, ENDED, ALL_SEATS),
    Copies(
        "players_ratingchange",
        GAMES,
        "taken_back_at IS NULL",
        {
            "contest": GAME,
            "rating_id": "pg_temp.made('rating', pg_temp.who(n, at.seat))",
            "at": "pg_temp.at(n)",
        },
        ENDED,
        ALL_SEATS,
    ),
    Copies(
        "games_stream",
        GAMES,
        "true",
        {"number": NUMBER, "game_id": GAME},
    ),
    *(
        # Of those that are over only a few have a log: it is long enough for the planner.
        Copies(
            table,
            GAMES,
            f"game IN (SELECT number FROM games_stream WHERE game_id IN ({KINDS}))",
            {"game": NUMBER},
            "row.game = (SELECT number FROM games_stream JOIN kinds ON id = game_id"
            " WHERE status = pg_temp.status(n))"
            " AND (n % 4 = 0 OR pg_temp.status(n) IN ('waiting', 'active'))",
            each=True,
        )
        for table in ("games_author", "games_event")
    ),
    Copies(
        "games_message",
        GAMES,
        "true",
        {
            "id": "pg_temp.made('message', n)",
            "game_id": GAME,
            "participant_id": "pg_temp.sits(n, 'N')",
            "player_id": _person("pg_temp.who(n, 'N')"),
        },
    ),
    Copies(
        "games_dispute",
        GAMES // 10,
        "id IN (SELECT DISTINCT ON (status) id FROM games_dispute ORDER BY status)",
        {
            "id": "pg_temp.made('dispute', n)",
            "game_id": GAME,
            "player_id": _person("pg_temp.who(n, 'N')"),
        },
        "row.status = CASE n % 4 WHEN 0 THEN 'open' WHEN 1 THEN 'rejected' ELSE 'upheld' END",
        each=True,
    ),
    Copies(
        "games_staffact",
        GAMES // 10,
        "game_id IS NOT NULL",
        {
            "id": "pg_temp.made('act', n)",
            "game_id": GAME,
            "dispute_id": "pg_temp.made('dispute', n)",
            "at": "pg_temp.at(n)",
        },
    ),
    Copies(
        "games_webhook",
        PEOPLE,
        "disabled_at IS NULL",
        {"id": "pg_temp.made('hook', n)", "player_id": _person()},
    ),
    Copies(
        "games_delivery",
        GAMES,
        "type = 'turn'",
        {
            "id": "pg_temp.made('delivery', n)",
            "webhook_id": "pg_temp.made('hook', pg_temp.who(n, 'N'))",
            "game_id": GAME,
            "created_at": "pg_temp.at(n)",
            "due_at": "CASE WHEN n % 20 = 3 THEN pg_temp.at(n) END",
        },
    ),
    Copies(
        "games_notice",
        GAMES,
        "true",
        {
            "id": "pg_temp.made('notice', n)",
            "player_id": _person("pg_temp.who(n, 'N')"),
            "game_id": GAME,
            "created_at": "pg_temp.at(n)",
            "due_at": "CASE WHEN n % 20 = 3 THEN pg_temp.at(n) END",
        },
    ),
    Copies(
        "games_hold",
        GAMES // 10,
        "true",
        {
            "game_id": GAME,
            "player_id": _person("pg_temp.who(n, 'E')"),
            "seat": "'E'",
        },
    ),
    Copies(
        "games_rematch",
        GAMES // 10,
        "true",
        {"former_id": GAME, "game_id": "pg_temp.made('game', n + 5000)"},
    ),
    Copies(
        "django_session",
        PEOPLE,
        "true",
        {"session_key": "'s' || n", "expire_date": "pg_temp.at(n)"},
    ),
)


def crowd() -> None:
    """Fill the tables. There has to be a row of each kind."""
    with connection.cursor() as cursor:
        cursor.execute(FUNCTIONS)
        for copies in CROWD:
            cursor.execute(COLUMNS, [copies.table])
            cursor.execute(_sql(copies, [column for (column,) in cursor.fetchall()]))
            assert cursor.rowcount > 0, copies.table
        cursor.execute("DROP TABLE kinds; RESET statement_timeout")


def _sql(copies: Copies, columns: list[str]) -> str:
    facts: dict[str, Any] = {
        **copies._asdict(),
        "columns": ", ".join(f'"{column}"' for column in columns),
        "columns_of_new": ", ".join(f'new."{column}"' for column in columns),
        "changes": ", ".join(f"'{name}', {value}" for name, value in copies.changes.items()),
        "like": f"WHERE {copies.like}" if copies.each else f"WHERE {copies.like} LIMIT 1",
    }
    return COPY.format(**facts)
