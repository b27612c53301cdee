"""`manage.py bench WHAT`: measures one thing, beside the most that could be, in the same run.

On the service that runs here, or else on one of its own, which is gone afterwards.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection
from rich.console import Console

from games.management.benches import bots, growth, moves, own, replay, size, streams
from games.management.benches.processes import web_processes

BENCHES: Final = {
    "moves": moves,
    "replay": replay,
    "growth": growth,
    "size": size,
    "streams": streams,
    "bots": bots,
}
NEED_NO_WEB: Final = ("replay", "size")
"""These do with a database."""
ALL: Final = "all"
SHORT: Final = "short"
IN_SHORT: Final[Mapping[str, Mapping[str, Any]]] = {
    "replay": {"rounds": 3, "seconds": 0.5},
    "size": {"rounds": 1, "deals": 2},
    "moves": {"rounds": 3, "games": 4, "moves": 30},
}
"""What is measured in half a minute, to be looked at and not to be held to."""


class Command(BaseCommand):
    """Measures in rounds, each figure beside its reference."""

    help = "Measure how fast the service does one thing, beside the most that could be."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is measured; each bench has its own words for how much of it."""
        benches = parser.add_subparsers(dest="what", required=True)
        for name, bench in BENCHES.items():
            one = benches.add_parser(name, help=bench.HELP, description=bench.__doc__)
            bench.add_arguments(one)
            _add_common(one)
        _add_common(benches.add_parser(ALL, help="all of them, one after the other"))
        _add_common(benches.add_parser(SHORT, help="some of them, in half a minute"))

    def handle(self, *_: Any, what: str, here: bool, **asked: Any) -> None:
        """Measure and print. Raises CommandError when there is nothing to measure."""
        wanted = _wanted(what, asked)
        for each in wanted.values():
            _require_sense(each)
        with own.ending_as_asked():
            if here or (what != SHORT and all(map(_is_there, wanted))):
                for name, each in wanted.items():
                    self._measure(name, each)
            else:
                self._on_its_own(what, asked)

    def _on_its_own(self, what: str, asked: dict[str, Any]) -> None:
        self.stderr.write("Starting a service for this bench alone.")
        with own.service() as environment:
            for line in own.told_by(environment, [*_words(what, asked), "--here"]):
                self.stdout.write(line, ending="")
                self.stdout.flush()

    def _measure(self, what: str, asked: dict[str, Any]) -> None:
        report = BENCHES[what].measure(asked)
        if asked["json"]:
            self.stdout.write(json.dumps({"bench": what, **report.json()}))
        else:
            Console(file=self.stdout._out).print(report.table())  # type: ignore[arg-type]


def _add_common(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="figures for programs")
    parser.add_argument("--here", action="store_true", help="never on a service of its own")


def _wanted(what: str, asked: dict[str, Any]) -> dict[str, dict[str, Any]]:
    if what == ALL:
        return {name: {**_usual(name), **asked} for name in BENCHES}
    if what == SHORT:
        return {name: {**_usual(name), **asked, **less} for name, less in IN_SHORT.items()}
    return {what: asked}


def _require_sense(asked: Mapping[str, Any]) -> None:
    if asked["rounds"] < 1 or asked.get("seconds", 1) <= 0:
        raise CommandError("--rounds must be 1 or more, and --seconds more than 0.")
    if asked.get("moves", 2) < 2:
        raise CommandError("--moves must be 2 or more.")


def _is_there(what: str) -> bool:
    """Whether what this bench measures runs here."""
    if what not in NEED_NO_WEB:
        return bool(web_processes())
    try:
        connection.ensure_connection()
    except Error:
        return False
    return True


def _words(what: str, asked: Mapping[str, Any]) -> Iterator[str]:
    """The command once more."""
    yield from ("bench", what)
    for name in (*(_usual(what) if what in BENCHES else ()), "json"):
        value = asked[name]
        if isinstance(value, list):
            yield from (f"--{name}", *map(str, value))
        elif value is True:
            yield f"--{name}"
        elif value is not False:
            yield from (f"--{name}", str(value))


def _usual(name: str) -> dict[str, Any]:
    """What a bench is asked for when nothing is said."""
    parser = ArgumentParser()
    BENCHES[name].add_arguments(parser)
    return vars(parser.parse_args([]))
