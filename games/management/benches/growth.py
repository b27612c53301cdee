"""Whether a move costs at the end of a game what it did at the beginning, however long it is.

Runs against a running service and plays whole games over HTTP, each of deals of 13 cards, so that
the first 56 moves and the last 56 are alike. The last of one game are made in turn with the first
of another, so that a machine that is busy for a while is so for both.
"""

from __future__ import annotations

import statistics
from argparse import ArgumentParser
from typing import Any, Final

from games.management.benches import load
from games.management.benches.figures import Figure, Report, figure, ratio
from games.management.benches.load import http
from games.management.benches.processes import serving
from games.management.benches.scripted import scripted

HELP: Final = "the last moves of long games beside the first"
A_DEAL: Final = 4 + 52
"""The moves of a deal of 13 cards."""


def add_arguments(parser: ArgumentParser) -> None:
    """How long the games are."""
    parser.add_argument(
        "--deals", type=int, nargs="+", default=[15, 45], help="of each game (default: 15 45)"
    )
    parser.add_argument("--rounds", type=int, default=3)


def measure(asked: dict[str, Any]) -> Report:
    """Measure in rounds, each a game of every length. Raises CommandError without a service."""
    url = serving().url
    first: dict[int, list[float]] = {deals: [] for deals in asked["deals"]}
    last: dict[int, list[float]] = {deals: [] for deals in asked["deals"]}
    for _ in range(asked["rounds"]):
        for deals in asked["deals"]:
            seconds = _in_turn(url, deals)
            last[deals].append(1000 * statistics.median(seconds[::2]))
            first[deals].append(1000 * statistics.median(seconds[1::2]))
    figures: dict[str, Figure] = {}
    for deals in asked["deals"]:
        at = f"{deals} deals"
        figures[f"first, {at}"] = figure(f"first {A_DEAL} moves, {at}: p50 ms", first[deals])
        figures[f"last, {at}"] = figure(f"last {A_DEAL} moves, {at}: p50 ms", last[deals])
        figures[f"growth, {at}"] = ratio(f"last / first, {at}", last[deals], first[deals])
    return Report("The cost of a move as its game grows", {"deals": asked["deals"]}, figures)


def _in_turn(url: str, deals: int) -> list[float]:
    """The seconds of a game's last moves and of another's first, in turn."""
    options = {"hand_sizes": [13] * deals}
    with scripted(options=options) as old, scripted(A_DEAL, options) as young:
        grown = len(old.moves) - A_DEAL
        load.run([http(url, old.calls(0, grown))])
        pairs = zip(old.calls(grown), young.calls(), strict=True)
        return load.run([http(url, [call for pair in pairs for call in pair])]).seconds[0]
