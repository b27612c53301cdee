"""What a game takes of the disk: at rest, with all indexes, and of the log for each move.

Plays a game of deals of 13 cards by the services themselves and counts what the database writes
to its write-ahead log; nobody else should write meanwhile. Then its rows are copied for many
games, side by side as games are played, and the tables that they fill are weighed.
"""

from __future__ import annotations

import statistics
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final

from django.db import connection

from games import clock
from games.engine.commands import MakeBid
from games.management.benches.figures import Report, figure
from games.management.benches.scripted import Scripted, scripted
from games.services import moves

HELP: Final = "what a game takes of the disk, at rest and while it is played"
COPIES: Final = {
    "event": 20,
    **dict.fromkeys(("author", "stream", "game", "seat", "participant"), 500),
}
"""The tables that hold a game, and how many games are weighed in each."""
_NEW: Final = {
    "event": "jsonb_build_object('game', copy.number)",
    "author": "jsonb_build_object('game', copy.number)",
    "stream": "jsonb_build_object('game_id', copy.id, 'number', copy.number)",
    "game": "jsonb_build_object('id', copy.id)",
    "seat": "jsonb_build_object('game_id', copy.id)",
    "participant": "jsonb_build_object('game_id', copy.id, 'id', gen_random_uuid())",
}
_STREAM: Final = "(SELECT number FROM games_stream WHERE game_id = '{}')"
_COPY: Final = """
CREATE TABLE bench.{table} (LIKE public.games_{table} INCLUDING ALL);
INSERT INTO bench.{table}
SELECT (jsonb_populate_record(row, {new})).* FROM games_{table} row
CROSS JOIN (
    SELECT gen_random_uuid() AS id, number FROM generate_series(1, {copies}) AS number
) copy
WHERE row.{key} = {game} ORDER BY {order}
"""


def add_arguments(parser: ArgumentParser) -> None:
    """How long the game is."""
    parser.add_argument("--deals", type=int, default=15, help="(default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3)


def measure(asked: dict[str, Any]) -> Report:
    """Measure in rounds, each another game."""
    median, mean = list[float](), list[float]()
    weights: dict[str, list[float]] = {table: [] for table in COPIES}
    events = 0
    for _ in range(asked["rounds"]):
        with scripted(options={"hand_sizes": [13] * asked["deals"]}) as game:
            written = list(_play(game))
            median.append(statistics.median(written))
            mean.append(statistics.mean(written))
            for table, weight in _weigh(game):
                weights[table].append(weight / 1000)
            events = max(events, _events(game))
    whole = [sum(parts) for parts in zip(*weights.values(), strict=True)]
    return Report(
        "What a game takes of the disk",
        {"deals": asked["deals"], "events": events},
        {
            "WAL": figure("bytes of WAL a move, median", median),
            "WAL with whole pages": figure("bytes of WAL a move, mean: whole pages too", mean),
            "kB": figure("kB a game, tables and indexes", whole),
            **{table: figure(f"kB in games_{table}", kept) for table, kept in weights.items()},
        },
    )


def _play(game: Scripted) -> Iterator[float]:
    """Make all moves; the bytes that the database wrote of each."""
    before = _written()
    for move in game.moves:
        facts = {"player": game.players[move.seat][0], "game_id": game.id, "now": clock.now()}
        if isinstance(move, MakeBid):
            moves.bid(bid=move.bid, **facts)  # type: ignore[arg-type]
        else:
            moves.play(card=move.card, **facts)  # type: ignore[arg-type]
        after = _written()
        yield after - before
        before = after


def _written() -> float:
    return float(_one("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"))


def _weigh(game: Scripted) -> Iterator[tuple[str, float]]:
    """The bytes a game of each of its tables, with their indexes."""
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS bench CASCADE")
        cursor.execute("CREATE SCHEMA bench")
        for table, copies in COPIES.items():
            by_number = table in ("event", "author")
            names = {
                "key": "game" if by_number else "id" if table == "game" else "game_id",
                "game": _STREAM.format(game.id) if by_number else f"'{game.id}'",
                # Games go on side by side, so the events of one lie between those of others.
                "order": "row.version, copy.id" if table == "event" else "copy.id",
            }
            sql = _COPY.format(table=table, new=_NEW[table], copies=copies, **names)
            for statement in sql.split(";"):
                cursor.execute(statement)
            yield table, float(_one(f"SELECT pg_total_relation_size('bench.{table}')")) / copies
        cursor.execute("DROP SCHEMA bench CASCADE")


def _events(game: Scripted) -> int:
    return int(_one(f"SELECT max(version) FROM games_log WHERE game_id = '{game.id}'"))


def _one(sql: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        ((value,),) = cursor.fetchall()
    return value
