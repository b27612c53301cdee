"""`manage.py bot_match`: two levels play each other on the same decks, sides swapped."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from games.bots.choose import LEVELS, Level, level_named
from games.bots.duplicate import Move, Pair, Terms, mean_and_margin, pairs
from games.engine.ruleset import PRESETS

Report = dict[str, Any]


class Command(BaseCommand):
    """Measures what one level of bot scores more than another."""

    help = "Plays levels of bots against each other: duplicate decks, the sides swapped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The levels, the number of pairs, the decks and the rules."""
        parser.add_argument("--a", choices=LEVELS, default="expert")
        parser.add_argument("--b", choices=LEVELS, default="normal")
        parser.add_argument("--pairs", type=int, default=50, help="pairs of games")
        parser.add_argument("--seed", type=int, default=1, help="which decks")
        parser.add_argument("--preset", choices=sorted(PRESETS), default="gamerules")
        parser.add_argument("--worlds", type=int, help="worlds a move of the search")
        parser.add_argument("--budget", type=float, default=0.8, help="seconds that bound a search")
        parser.add_argument("--json", action="store_true", help="the report as JSON")

    def handle(self, *_: Any, **asked: Any) -> None:
        """Plays and reports. Raises CommandError when fewer than one pair is asked for."""
        if asked["pairs"] < 1:
            raise CommandError("--pairs must be 1 or more")
        a, b = level_named(asked["a"]), level_named(asked["b"])
        terms = Terms(asked["preset"], None, asked["worlds"], asked["budget"])
        played = self._played(a, b, asked["pairs"], asked["seed"], terms)
        report = report_of(a, b, asked["seed"], terms, played)
        if asked["json"]:
            self.stdout.write(json.dumps(report))
        else:
            console = Console()
            with console.capture() as text:
                console.print(as_table(report))
            self.stdout.write(text.get())

    def _played(self, a: Level, b: Level, count: int, seed: int, terms: Terms) -> list[Pair]:
        played: list[Pair] = []
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(stderr=True)) as progress:
            task = progress.add_task(f"{a} against {b}", total=count)
            for pair in pairs(a, b, count, seed, terms, time.perf_counter):
                played.append(pair)
                mean, margin = mean_and_margin([one.points for one in played])
                progress.update(
                    task, advance=1, description=f"{a} against {b}: {mean:+.1f} ± {margin:.1f}"
                )
        return played


def report_of(a: Level, b: Level, seed: int, terms: Terms, played: list[Pair]) -> Report:
    """What a match showed, as plain values; times are seconds a move."""
    mean, margin = mean_and_margin([pair.points for pair in played])
    moves = [move for pair in played for move in pair.moves]
    return {
        "a": a,
        "b": b,
        "preset": terms.preset,
        "seed": seed,
        "pairs": len(played),
        "points_a_game": round(mean, 2),
        "interval_95": [round(mean - margin, 2), round(mean + margin, 2)],
        "pair_points": [pair.points for pair in played],
        "seconds_a_move": {level: times_of(moves, level) for level in dict.fromkeys((a, b))},
    }


def times_of(moves: list[Move], level: Level) -> dict[str, float]:
    """The median, the 95th percentile and the worst time of a level's moves, and their number."""
    seconds = sorted(move.seconds for move in moves if move.level == level)
    last = len(seconds) - 1
    return {
        "moves": len(seconds),
        "median": round(seconds[last // 2], 5),
        "p95": round(seconds[last * 95 // 100], 5),
        "worst": round(seconds[last], 5),
    }


def as_table(report: Report) -> Table:
    """The report for people."""
    low, high = report["interval_95"]
    table = Table(title=f"{report['a']} against {report['b']}, {report['preset']}")
    table.add_column("")
    table.add_column("", justify="right")
    table.add_row("pairs of games", str(report["pairs"]))
    table.add_row("points a game", f"{report['points_a_game']:+.1f}")
    table.add_row("95 % interval", f"{low:+.1f} … {high:+.1f}")
    for level, times in report["seconds_a_move"].items():
        table.add_row(
            f"{level}: seconds a move, median / 95 % / worst",
            f"{times['median']:.4f} / {times['p95']:.4f} / {times['worst']:.4f}",
        )
    return table
