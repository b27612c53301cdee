"""`manage.py bench WHAT`: measures one thing, beside the most that could be, in the same run."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from games.management.benches import bots, growth, moves, replay, size, streams

BENCHES: Final = {
    "moves": moves,
    "replay": replay,
    "growth": growth,
    "size": size,
    "streams": streams,
    "bots": bots,
}
ALL: Final = "all"


class Command(BaseCommand):
    """Measures in rounds, each figure beside its reference."""

    help = "Measure how fast the service does one thing, beside the most that could be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is measured; each bench has its own words for how much of it."""
        benches = parser.add_subparsers(dest="what", required=True)
        for name, bench in BENCHES.items():
            one = benches.add_parser(name, help=bench.HELP, description=bench.__doc__)
            bench.add_arguments(one)
            one.add_argument("--json", action="store_true", help="figures for programs")
        every = benches.add_parser(ALL, help="all of them, one after the other")
        every.add_argument("--json", action="store_true", help="figures for programs")

    def handle(self, *_: Any, what: str, **asked: Any) -> None:
        """Measure and print. Raises CommandError when there is nothing to measure."""
        wanted = {what: asked}
        if what == ALL:
            wanted = {name: {**_usual(name), **asked} for name in BENCHES}
        for name, each in wanted.items():
            self._measure(name, each)

    def _measure(self, what: str, asked: dict[str, Any]) -> None:
        if asked["rounds"] < 1 or asked.get("seconds", 1) <= 0:
            raise CommandError("--rounds must be 1 or more, and --seconds more than 0.")
        if asked.get("moves", 2) < 2:
            raise CommandError("--moves must be 2 or more.")
        report = BENCHES[what].measure(asked)
        if asked["json"]:
            self.stdout.write(json.dumps({"bench": what, **report.json()}))
        else:
            Console(file=self.stdout._out).print(report.table())  # type: ignore[arg-type]


def _usual(name: str) -> dict[str, Any]:
    """What a bench is asked for when nothing is said."""
    parser = ArgumentParser()
    BENCHES[name].add_arguments(parser)
    return vars(parser.parse_args([]))
