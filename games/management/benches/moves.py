"""How many moves a second the service takes, and how long one lasts, beside what could be at most.

Runs against a running service, as it is shipped. In each round, right after one another: F1, a
bare loop that locks a game's row, inserts an event, updates the version and commits; F2, Django
and its REST framework doing the same for whoever has a token, with no game in it, served by the
same web server; and the service's own moves. First one game, then several at once.
"""

from __future__ import annotations

import itertools
import os
import statistics
from argparse import ArgumentParser
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, Final
from uuid import UUID

from django.core.management.base import CommandError
from django.db import connection
from psycopg.conninfo import make_conninfo

from games.management.benches import floor, load
from games.management.benches.figures import Figure, Report, figure, ratio
from games.management.benches.load import Ran, http
from games.management.benches.processes import Serving, serving
from games.management.benches.scripted import Scripted, scripted

HELP: Final = "the moves that a running service takes over HTTP"
MOST: Final = 800
"""Moves of a game at most: some are passed out, and have fewer than 840."""
Rounds = list[Ran]


def add_arguments(parser: ArgumentParser) -> None:
    """How many games at once, and how much of them."""
    parser.add_argument("--games", type=int, default=8, help="at once (default: %(default)s)")
    parser.add_argument("--moves", type=int, default=150, help="of each game, each round")
    parser.add_argument("--rounds", type=int, default=3)


def measure(asked: dict[str, Any]) -> Report:
    """Measure in rounds, the references right before what they are references for.

    Raises CommandError when no service runs on this machine, when a move is refused, or when so
    much is asked for that a game would be over before.
    """
    if asked["rounds"] * asked["moves"] > MOST:
        raise CommandError(f"A game has no more moves: --rounds times --moves is {MOST} at most.")
    service = serving()
    figures: dict[str, Figure] = {}
    for games in dict.fromkeys((1, asked["games"])):
        figures |= _figures(games, *_rounds(service, games, asked))
    facts = {
        "games": asked["games"],
        "moves": asked["moves"],
        "processes": len(service.pids),
        "load": round(os.getloadavg()[0], 1),
    }
    return Report("Moves over HTTP", facts, figures)


def _rounds(service: Serving, games: int, asked: Mapping[str, Any]) -> list[Rounds]:
    rounds, moves = asked["rounds"], asked["moves"]
    found: list[Rounds] = [[], [], []]
    with ExitStack() as stack:
        played = [stack.enter_context(scripted(rounds * moves)) for _ in range(games)]
        ids = stack.enter_context(floor.tables(played[0].id, games))
        least = stack.enter_context(floor.stack(len(service.pids)))
        for round_ in range(rounds):
            found[0].append(load.run([_bare(each, moves) for each in ids]))
            pairs = zip(ids, played, strict=True)
            found[1].append(load.run([_least(least, *pair, moves) for pair in pairs]))
            calls = [game.calls(round_ * moves, moves) for game in played]
            found[2].append(load.run([http(service.url, each) for each in calls]))
    return found


def _bare(game: UUID, moves: int) -> dict[str, Any]:
    known = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    dsn = make_conninfo(**{name: known[name] for name in names if known.get(name)})
    statements = [floor.LOCK, floor.APPEND, floor.MOVE_ON]
    return {
        "kind": "sql",
        "dsn": dsn,
        "game": str(game),
        "statements": statements,
        "calls": moves,
    }


def _least(url: str, game: UUID, played: Scripted, moves: int) -> dict[str, Any]:
    tokens = itertools.cycle(token for _, token in played.players.values())
    path = f"/games/{game}/moves"
    calls = [(path, token, '{"card": "TD"}') for token in itertools.islice(tokens, moves)]
    return http(url, calls)


def _figures(games: int, bare: Rounds, least: Rounds, ours: Rounds) -> dict[str, Figure]:
    at_once = "one game" if games == 1 else f"{games} games"
    figures = {}
    for name, rounds in (("F1", bare), ("F2", least), ("moves", ours)):
        words = f"{name}, {at_once}"
        figures[f"{words}: a second"] = figure(f"{words}: a second", _rates(rounds))
        for percent in (50, 99):
            each = f"{words}: p{percent} ms"
            figures[each] = figure(each, _ms(rounds, percent))
    name = f"moves / F2, {at_once}"
    figures[f"{name}: a second"] = ratio(f"{name}: a second", _rates(ours), _rates(least))
    for percent in (50, 99):
        each = f"{name}: p{percent}"
        figures[each] = ratio(each, _ms(ours, percent), _ms(least, percent))
    return figures


def _rates(rounds: Rounds) -> list[float]:
    return [one.rate for one in rounds]


def _ms(rounds: Rounds, percent: int) -> list[float]:
    every = [[second for game in one.seconds for second in game] for one in rounds]
    return [1000 * statistics.quantiles(one, n=100)[percent - 1] for one in every]
