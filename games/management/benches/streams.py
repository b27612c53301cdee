"""What a crowd of idle streams costs: memory of each, and the answers to moves beside none.

Runs against a running service, and voids its games when it is done. A few streams of each round
watch games in which nothing happens; moves are made in another, which one stream follows.
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final, NamedTuple
from uuid import UUID

import httpx
from django.core.management.base import CommandError

from games import clock
from games.engine.commands import VoidGame
from games.engine.seats import SEATS
from games.eventstore.actors import SYSTEM
from games.management.benches.crowd import Crowd
from games.management.benches.figures import Report, figure, ratio
from games.management.benches.processes import (
    cpu_seconds,
    private_kib,
    serving,
    web_processes,
)
from games.services.acts import act
from games.services.tables import create_game, take_seat
from players.services import start_guest

HELP: Final = "what idle streams cost, and whether moves are as quick beside them"
EACH: Final = 4
"""Streams of one player, and of one game."""
TURN_SECONDS: Final = 86_400
MOST: Final = 400
"""Moves at most that are made alone, and as many beside the streams: half a game."""


class Round(NamedTuple):
    """One round: seconds of each move without and beside the streams, and the streams' cost."""

    alone: list[float]
    beside: list[float]
    arrivals: list[float]
    kib: float
    idle: float


def add_arguments(parser: ArgumentParser) -> None:
    """How many streams, and for how long."""
    parser.add_argument("--streams", type=int, default=1000, help="(default: %(default)s)")
    parser.add_argument("--together", action="store_true", help="all watch the game played")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0, help="of moves, each time")


def measure(asked: dict[str, Any]) -> Report:
    """Measure in rounds, moves beside streams right after moves alone.

    Raises CommandError when no service of this machine answers, or when a stream is refused.
    """
    url = serving().url
    rounds = [_round(url, asked) for _ in range(asked["rounds"])]
    alone, beside = [one.alone for one in rounds], [one.beside for one in rounds]
    return Report(
        "Moves over HTTP alone, and beside streams",
        {"streams": asked["streams"], "together": asked["together"]},
        {
            # Later rounds find the memory of the first.
            "KiB a stream": figure("KiB of the web processes for each stream", [rounds[0].kib]),
            "idle": figure("% of a processor while nothing happens", _of(rounds, "idle")),
            "p50 alone": figure("ms to a move's answer, p50, alone", _ms(alone, 50)),
            "p50 beside": figure("ms to a move's answer, p50, beside streams", _ms(beside, 50)),
            "p99 alone": figure("ms to a move's answer, p99, alone", _ms(alone, 99)),
            "p99 beside": figure("ms to a move's answer, p99, beside streams", _ms(beside, 99)),
            "p50 ratio": ratio("p50 beside / alone", _ms(beside, 50), _ms(alone, 50)),
            "arrival": figure(
                "ms from sending a move to its event on all streams that watch, p50",
                _ms([one.arrivals for one in rounds], 50),
            ),
        },
    )


def _round(url: str, asked: dict[str, Any]) -> Round:
    with ExitStack() as stack:
        played = stack.enter_context(_game())
        alone = list(_moves(played, url, asked["seconds"]))
        number, seated = asked["streams"], dict[UUID, list[str]]()
        while not asked["together"] and len(seated) * EACH < number:
            seated[stack.enter_context(_game(idle=True)).id] = []
        pids = web_processes()
        before = private_kib(pids)
        crowd = stack.enter_context(Crowd(url))
        games = itertools.cycle(seated or [played.id])
        for _ in range(-(-number // EACH)):
            token = start_guest()[1]
            crowd.open([(next(games), token) for _ in range(min(EACH, number - crowd.size))])
        kib = (private_kib(pids) - before) / number
        used, began = cpu_seconds(pids), time.monotonic()
        time.sleep(asked["seconds"])
        idle = 100 * (cpu_seconds(pids) - used) / (time.monotonic() - began)
        if not asked["together"]:
            crowd.open([(played.id, played.tokens[0])])
        arrivals: list[float] = []
        beside = list(_moves(played, url, asked["seconds"], crowd, arrivals))
        return Round(alone, beside, arrivals, kib, idle)


class _Game(NamedTuple):
    id: UUID
    tokens: Sequence[str]


@contextmanager
def _game(*, idle: bool = False) -> Iterator[_Game]:
    people = [start_guest() for _ in SEATS[: 1 if idle else 4]]
    now = clock.now()
    options = {"turn_seconds": TURN_SECONDS, "now": now}
    game_id = create_game(player=people[0][0], **options).row.pk  # type: ignore[arg-type]
    try:
        for seat, (player, _) in list(zip(SEATS, people, strict=False))[1:]:
            take_seat(player=player, game_id=game_id, seat=seat, now=now)
        yield _Game(game_id, [token for _, token in people])
    finally:
        act(game_id, lambda _: (VoidGame("A benchmark."), SYSTEM), now=clock.now())


def _moves(
    game: _Game,
    url: str,
    seconds: float,
    crowd: Crowd | None = None,
    arrivals: list[float] | None = None,
) -> Iterator[float]:
    """Play legal moves at random, one after the other, `MOST` at most; the seconds of each."""
    dice, until = random.Random(1), time.monotonic() + seconds
    path = f"/api/v1/games/{game.id}"
    with httpx.Client(base_url=url, timeout=30) as client:
        turn = _answer(client.get(path, headers=_by(game.tokens[0])))["turn"]
        for _ in range(MOST):
            if time.monotonic() >= until:
                return
            mover = _by(game.tokens[SEATS.index(turn["seat"])])
            own = _answer(client.get(path, headers=mover))["turn"]
            what = "bids" if own["action"] == "bid" else "plays"
            body = {what[:-1].replace("play", "card"): dice.choice(own["legal"])}
            began = time.monotonic()
            answer = _answer(client.post(f"{path}/{what}", headers=mover, json=body))
            yield time.monotonic() - began
            if crowd is not None and arrivals is not None:
                arrivals.append(crowd.all_have(game.id, answer["version"]) - began)
            turn = answer["turn"]


def _by(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _answer(response: httpx.Response) -> dict[str, Any]:
    if response.is_error:
        raise CommandError(f"{response.request.url} answered {response.text}")
    answer: dict[str, Any] = response.json()
    return answer


def _of(rounds: Sequence[Round], name: str) -> list[float]:
    return [getattr(one, name) for one in rounds]


def _ms(rounds: Sequence[Sequence[float]], percent: int) -> list[float]:
    # On a very busy machine a round may see a single move.
    several = ([*one, *one] if len(one) == 1 else one for one in rounds)
    return [1000 * statistics.quantiles(one, n=100)[percent - 1] for one in several]
