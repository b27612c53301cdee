"""Matches between levels: the same decks twice with the sides swapped, the engine as referee."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from games.bots.choose import Level, choose
from games.engine.commands import Command, CreateGame, MakeBid, PlayCard, TakeSeat
from games.engine.evolve import evolve
from games.engine.game import decide
from games.engine.player_view import player_view
from games.engine.seats import SEATS, TEAM_OF, Team
from games.engine.state import Game

Z95: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is played for: the preset, its departures, and the bots' budgets.

    `worlds` None leaves the search its own number; `budget_seconds` bounds a move by the clock.
    """

    preset: str = "gamerules"
    options: Mapping[str, Any] | None = None
    worlds: int | None = None
    budget_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A move made: by which level, whether a bid or a card, in how many seconds."""

    level: Level
    action: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games on the same decks; `points` is what A scored more than B, a game."""

    points: float
    games: tuple[int, int]
    moves: tuple[Move, ...]


def play_game(
    seed: str,
    levels: Mapping[Team, Level],
    terms: Terms,
    clock: Callable[[], float],
) -> tuple[int, list[Move]]:
    """One whole game; what N and S scored more than E and W, and every move made.

    The engine refuses an illegal move: `Refusal` then ends the match.
    """
    game = _begun(seed, terms)
    moves = []
    while (seat := game.to_act) is not None:
        level = levels[TEAM_OF[seat]]
        view = player_view(game, seat)
        start = clock()
        choice = choose(
            view,
            level,
            seed,
            worlds=terms.worlds,
            budget_seconds=terms.budget_seconds,
            clock=clock,
        )
        moves.append(Move(level, choice.action, clock() - start))
        if choice.bid is not None:
            game = _after(game, MakeBid(seat, choice.bid, "bot"))
        elif choice.card is not None:
            game = _after(game, PlayCard(seat, choice.card, "bot"))
    return game.scores["NS"] - game.scores["EW"], moves


def pairs(
    a: Level, b: Level, count: int, seed: int, terms: Terms, clock: Callable[[], float]
) -> Iterator[Pair]:
    """So many pairs of games, one after the other: A sits N and S first, then E and W."""
    for number in range(count):
        decks = f"{seed}/{number}"
        first, moves = play_game(decks, {"NS": a, "EW": b}, terms, clock)
        second, more = play_game(decks, {"NS": b, "EW": a}, terms, clock)
        yield Pair((first - second) / 2, (first, -second), (*moves, *more))


def mean_and_margin(values: list[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval by Student's t; nought for one value."""
    if len(values) < 2:
        return fmean(values), 0.0
    free = len(values) - 1
    # The first terms of the expansion of t around the normal; good to a few per cent from 4 on.
    quantile = Z95 + (Z95**3 + Z95) / (4 * free)
    quantile += (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / (96 * free**2)
    return fmean(values), quantile * stdev(values) / len(values) ** 0.5


def _begun(seed: str, terms: Terms) -> Game:
    secret = hashlib.sha256(f"bot-match/{seed}".encode()).hexdigest()
    game = _after(
        Game(id=f"bot-match/{seed}"), CreateGame(secret, terms.preset, terms.options or {})
    )
    for seat in SEATS:
        game = _after(game, TakeSeat(seat, bot="beginner"))
    return game


def _after(game: Game, command: Command) -> Game:
    for event in decide(game, command):
        game = evolve(game, event)
    return game
