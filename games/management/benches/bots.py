"""How many moves a second the workers make, beside what they could at most, and how soon a bot
moves after a person.

Runs against the servers and workers of a running service, and voids its games when it is done.
"""

from __future__ import annotations

import statistics
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from typing import Any, Final
from uuid import UUID

from celery import current_app
from django.core.management.base import CommandError

from games import clock, models, tasks
from games.bots.choose import LEVELS, Level, choose
from games.engine.commands import MakeBid, PlayCard, VoidGame
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.engine.state import Game
from games.eventstore.actors import SYSTEM, Actor
from games.management.benches.figures import Report, figure, ratio
from games.services.acts import Order, act
from games.services.tables import create_game
from players.services import start_guest

HELP: Final = "the moves that a running service's workers make"
NOTHING: Final = "celery.accumulate"
"""A task of Celery's own that does nothing."""
PATIENCE: Final = 60.0


def add_arguments(parser: ArgumentParser) -> None:
    """How many games of which bots, and for how long."""
    parser.add_argument("--games", type=int, default=100, help="at once (default: %(default)s)")
    parser.add_argument("--level", default="beginner", choices=LEVELS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each round")
    parser.add_argument("--answers", type=int, default=100, help="to a person, each round")


def measure(asked: dict[str, Any]) -> Report:
    """Measure in rounds, the moves right after their reference.

    Raises CommandError when nobody takes tasks.
    """
    most, moves = list[float](), list[float]()
    answers = list[list[float]]()
    for _ in range(asked["rounds"]):
        answers.append(_until_answered(asked["answers"], asked["level"]))
        most.append(_tasks_a_second(1000))
        moves.append(_moves_a_second(asked["games"], asked["level"], asked["seconds"]))
    return Report(
        "Moves of bots by the workers, a second",
        {"games": asked["games"], "level": asked["level"]},
        {
            "tasks": figure("tasks that do nothing (reference)", most),
            "moves": figure("moves of bots", moves),
            "moves to tasks": ratio("moves of bots / tasks that do nothing", moves, most),
            **{
                f"answer p{percent}": figure(
                    f"ms from a person's move to a bot's, p{percent}",
                    [1000 * _percentile(round_, percent) for round_ in answers],
                )
                for percent in (50, 99)
            },
        },
    )


def _percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]


def _until_answered(number: int, level: Level) -> list[float]:
    """The seconds from the commit of a person's move to that of the bot's that follows it."""
    player, _ = start_guest()
    bots = dict.fromkeys(SEATS[1:], level)
    game_id = create_game(player=player, now=clock.now(), seat="N", bots=bots).row.pk
    seconds = list[float]()
    try:
        while len(seconds) < number:
            _wait_until(models.Game.objects.filter(pk=game_id, turn_seat="N").exists)
            done = act(game_id, _as_a_bot_would, now=clock.now())
            moved = time.perf_counter()
            if done.row.turn_seat != "N":
                behind = models.Game.objects.filter(pk=game_id, version__gt=done.row.version)
                _wait_until(behind.exists, every=0.0005)
                seconds.append(time.perf_counter() - moved)
    finally:
        act(game_id, lambda _: (VoidGame("A benchmark."), SYSTEM), now=clock.now())
    return seconds


def _as_a_bot_would(game: Game) -> Order:
    choice = choose(player_view(game, "N"), "beginner", game.id)
    person = Actor("player", game.seats["N"].player_id)
    if choice.card is not None:
        return PlayCard("N", choice.card), person
    assert choice.bid is not None
    return MakeBid("N", choice.bid), person


def _tasks_a_second(number: int) -> float:
    """The most that workers of the quick lane could make if a move cost nothing."""
    queue = tasks.QUEUES[models.Lane.QUICK][0]
    with current_app.connection_for_write() as connection:
        channel = connection.default_channel
        begun = time.monotonic()
        for _ in range(number):
            current_app.send_task(NOTHING, (1,), queue=queue, connection=connection)
        _wait_until(lambda: channel.client.llen(queue) == 0)
        return number / (time.monotonic() - begun)


def _moves_a_second(games: int, level: str, seconds: float) -> float:
    player, _ = start_guest()
    bots = dict.fromkeys(SEATS, level)
    ids = [
        create_game(player=player, now=clock.now(), seat=None, bots=bots).row.pk
        for _ in range(games)
    ]
    try:
        _wait_until(lambda: _moves(ids) > games)
        begun, before = time.monotonic(), _moves(ids)
        time.sleep(seconds)
        return (_moves(ids) - before) / (time.monotonic() - begun)
    finally:
        for game_id in ids:
            act(game_id, lambda _: (VoidGame("A benchmark."), SYSTEM), now=clock.now())


def _moves(ids: Sequence[UUID]) -> int:
    kinds = ("bid-made", "card-played")
    return models.Event.objects.filter(game__game__in=ids, type__in=kinds).count()


def _wait_until(done: Callable[[], bool], every: float = 0.05) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > deadline:
            raise CommandError("Nothing is done: is the service running?")
        time.sleep(every)
