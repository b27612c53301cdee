"""Whether all that a service has in its database is whole: every chain, every move, every row."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import psycopg

from games.engine.game import replay
from games.eventstore.chain import timestamp
from games.eventstore.codec import decode
from tests.oracle.chain import wrong_hashes
from tests.oracle.check_game import Stop, Walk

EVENTS = """
SELECT game_id::text, version, type, schema, data, at, hash, actor_kind, actor_id::text, actor_why
FROM games_log ORDER BY game_id, version
"""
ROWS = """
SELECT id::text, version, status, turn_seat, score_ns, score_ew FROM games_game
"""


def faults(url: str) -> list[str]:
    """What is wrong, in sentences; nothing if every game is whole.

    The naive rules know no turn that is moved twice, and no card that is played out of turn.
    """
    games: dict[str, list[dict[str, Any]]] = defaultdict(list)
    schemas: dict[str, list[int]] = defaultdict(list)
    with psycopg.connect(url, connect_timeout=10) as connection:
        # One moment of both, however fast the games go on.
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        rows = connection.execute(ROWS).fetchall()
        for game, version, kind, schema, data, at, digest, who, person, why in connection.execute(
            EVENTS
        ):
            actor = {"kind": who, "id": person, **(why or {})}
            games[game].append(
                {
                    "version": version,
                    "type": kind,
                    "at": timestamp(at),
                    "actor": actor,
                    "data": data,
                    "hash": bytes(digest).hex(),
                }
            )
            schemas[game].append(schema)
    assert rows
    return [
        f"{row[0]}: {fault}"
        for row in rows
        for fault in _faults_of(row, games[row[0]], schemas[row[0]])
    ]


def _faults_of(row: Any, events: list[dict[str, Any]], schemas: list[int]) -> list[str]:
    game_id, version, status, turn, *scores = row
    game = replay(
        game_id,
        [
            decode(event["type"], schema, event["data"])
            for event, schema in zip(events, schemas, strict=True)
        ],
    )
    told = (game.version, game.status, game.to_act, [game.scores["NS"], game.scores["EW"]])
    found = [] if told == (version, status, turn, scores) else [f"the row says {row}, not {told}"]
    return found + wrong_hashes(game_id, events) + _broken_rules(game_id, events)


def _broken_rules(game_id: str, events: list[dict[str, Any]]) -> list[str]:
    walk = Walk(game_id, rewinds=False)
    try:
        for event in events:
            walk.follow(event)
    except Stop as stop:
        walk.faults.append(f"stopped: {stop}")
    return walk.faults
