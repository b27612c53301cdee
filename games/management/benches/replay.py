"""How often a second one finished game is rebuilt whole from the log: read, decode, fold.

Beside it, in the same run, the same rows are read and folded by the smallest loop that does it, so
that the ratio says what the frozen values and the one rule book cost. Client and server take turns
on one core's time. The game is played in a transaction that is rolled back, because nothing could
ever delete it from the log.
"""

from __future__ import annotations

import gc
import json
import secrets
import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.core.management.base import CommandError
from django.db import connection, transaction

from games import clock, models
from games.bots.choose import choose
from games.engine.commands import Command, CreateGame, MakeBid, PlayCard, TakeSeat
from games.engine.game import decide
from games.engine.player_view import player_view
from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS, TEAM_OF
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.eventstore.store import append, load_whole
from games.eventstore.stream import Stream
from games.management.benches.figures import Report, figure, ratio
from players.models import Player

HELP: Final = "how often a finished game is rebuilt whole from the log"
LEVEL: Final = "beginner"
ROWS: Final = """
SELECT type, data FROM games_event
WHERE game = (SELECT number FROM games_stream WHERE game_id = %s) ORDER BY version
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Which rules, and for how long."""
    parser.add_argument("--preset", default="gamerules", choices=sorted(PRESETS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")


def measure(asked: dict[str, Any]) -> Report:
    """Measure in rounds, the rebuilds right before their reference."""
    whole, least = list[float](), list[float]()
    with transaction.atomic():
        stream = _played(asked["preset"])
        game_id = UUID(stream.game.id)
        if load_whole(game_id) != stream or smallest_fold(game_id) != stream.game.scores:
            raise CommandError("The game that was rebuilt is not the one that was played.")
        # As a web process does when it has started.
        gc.freeze()
        for _ in range(asked["rounds"]):
            whole.append(_times_a_second(lambda: load_whole(game_id), asked["seconds"]))
            least.append(_times_a_second(lambda: smallest_fold(game_id), asked["seconds"]))
        transaction.set_rollback(True)
    return Report(
        "Rebuilds of a finished game from the log, a second",
        {"preset": asked["preset"], "events": stream.version},
        {
            "smallest loop": figure("by the smallest loop (reference)", least),
            "rebuilds": figure("by the engine", whole),
            "rebuilds to smallest loop": ratio("engine / smallest loop", whole, least),
            "events a second": figure("events a second", [one * stream.version for one in whole]),
        },
    )


def smallest_fold(game_id: UUID) -> dict[str, int]:
    """The scores of a finished game, by as little work as keeps track of hands and tricks."""
    with connection.cursor() as cursor:
        cursor.execute(ROWS, [game_id])
        rows = cursor.fetchall()
    hands: dict[str, set[str]] = {}
    bids: list[tuple[str, Any]] = []
    trick: list[tuple[str, str]] = []
    won, scores = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    data = json.loads(f"[{','.join([text for _, text in rows])}]")
    for (kind, _), facts in zip(rows, data, strict=True):
        if kind == "card-played":
            seat, card = facts["seat"], facts["card"]
            hands[seat].remove(card)
            trick.append((seat, card))
            if "winner" in facts:
                won[TEAM_OF[facts["winner"]]] += 1
                trick = []
        elif kind == "bid-made":
            bids.append((facts["seat"], facts["bid"]))
        elif kind == "deal-started":
            hands = {seat: set(cards) for seat, cards in facts["hands"].items()}
            bids, trick, won = [], [], {"NS": 0, "EW": 0}
        elif kind == "deal-scored":
            scores = facts["scores"]
    return scores


def _times_a_second(call: Callable[[], object], seconds: float) -> float:
    calls, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        call()
        calls += 1
    return calls / spent


def _played(preset: str) -> Stream:
    """A game of four bots, from its first event to its last, in the log."""
    now, seed = clock.now(), secrets.token_hex(32)
    creator = Player.objects.create(username=f"bench-{seed[:16]}")
    row = models.Game.objects.create(
        creator=creator,
        visibility="public",
        sandbox=False,
        ruleset=preset,
        options={},
        turn_seconds=86400,
        status="waiting",
        created_at=now,
        updated_at=now,
    )
    stream = _act(Stream(Game(id=str(row.pk))), CreateGame(seed=seed, ruleset=preset))
    for seat in SEATS:
        stream = _act(stream, TakeSeat(seat, bot=LEVEL))
    while not stream.game.over:
        stream = _act(stream, _move(stream.game, seed))
    return stream


def _move(game: Game, seed: str) -> Command:
    seat = game.to_act
    assert seat is not None
    choice = choose(player_view(game, seat), LEVEL, seed)
    if choice.card is not None:
        return PlayCard(seat, choice.card, "bot")
    assert choice.bid is not None
    return MakeBid(seat, choice.bid, "bot")


def _act(stream: Stream, command: Command) -> Stream:
    actor = Actor("bot", None, LEVEL, "simple/1", "bot-seat")
    entries = [(event, actor) for event in decide(stream.game, command)]
    return append(stream, stream.version, entries, at=clock.now())[0]
