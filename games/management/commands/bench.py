"""`manage.py bench bots`: how many moves a second the workers make, beside what they could at most.

Runs against the servers and workers of a running service, and voids its games when it is done.
"""

from __future__ import annotations

import json
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from typing import Any, Final
from uuid import UUID

from celery import current_app
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from games import clock, models, tasks
from games.bots.choose import LEVELS
from games.engine.commands import VoidGame
from games.engine.seats import SEATS
from games.eventstore.actors import SYSTEM
from games.services.acts import act
from games.services.tables import create_game
from players.services import start_guest

NOTHING: Final = "celery.accumulate"
"""A task of Celery's own that does nothing."""
PATIENCE: Final = 60.0


class Command(BaseCommand):
    """Measures in rounds, each figure right after its reference."""

    help = "Measure a running service: bench bots counts the moves that its workers make."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is measured, and how much of it."""
        parser.add_argument("what", choices=["bots"])
        parser.add_argument("--games", type=int, default=100, help="at once (default: %(default)s)")
        parser.add_argument("--level", default="beginner", choices=LEVELS)
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--seconds", type=float, default=5.0, help="of each round")
        parser.add_argument("--json", action="store_true", help="figures for programs")

    def handle(
        self,
        *args: Any,
        games: int,
        level: str,
        rounds: int,
        seconds: float,
        json: bool,
        **options: Any,
    ) -> None:
        """Measure and print. Raises CommandError when nobody takes tasks."""
        figures: dict[str, list[float]] = {"tasks": [], "moves": []}
        for _ in range(rounds):
            figures["tasks"].append(_tasks_a_second(1000))
            figures["moves"].append(_moves_a_second(games, level, seconds))
        ratios = [m / t for m, t in zip(figures["moves"], figures["tasks"], strict=True)]
        self._print(figures | {"moves to tasks": ratios}, json)

    def _print(self, figures: dict[str, list[float]], as_json: bool) -> None:
        three = {name: _three(values) for name, values in figures.items()}
        if as_json:
            self.stdout.write(json.dumps(three))
            return
        table = Table("a second", "lowest", "median", "highest")
        for name, values in three.items():
            table.add_row(_LABELS[name], *(f"{value:.2f}" for value in values))
        Console(file=self.stdout._out).print(table)  # type: ignore[arg-type]


_LABELS: Final = {
    "tasks": "tasks that do nothing (reference)",
    "moves": "moves of bots",
    "moves to tasks": "moves of bots / tasks that do nothing",
}


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    return min(values), statistics.median(values), max(values)


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
    return models.Event.objects.filter(game_id__in=ids, type__in=kinds).count()


def _wait_until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > deadline:
            raise CommandError("Nothing is done: is the service running?")
        time.sleep(0.05)
