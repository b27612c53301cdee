"""Games on the real engine for the bots' tests: dealt, bid and played by whoever is handed in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.bots.choose import choose
from games.engine.commands import CreateGame, MakeBid, PlayCard, TakeSeat
from games.engine.evolve import evolve
from games.engine.game import decide
from games.engine.player_view import PlayerView, player_view
from games.engine.seats import SEATS
from games.engine.state import Game

Mover = Callable[[PlayerView], Any]
"""Answers a bid or a card for the view of the seat whose turn it is."""


def advance(game: Game, command: Any) -> Game:
    """The game after a command and all that follows of it."""
    for event in decide(game, command):
        game = evolve(game, event)
    return game


def new_game(
    seed: str, preset: str = "gamerules", options: Mapping[str, Any] | None = None
) -> Game:
    """A started game of four bots, dealt from this seed."""
    secret = hashlib.sha256(seed.encode()).hexdigest()
    game = advance(Game(id=f"game-{seed}"), CreateGame(secret, preset, options or {}))
    for seat in SEATS:
        game = advance(game, TakeSeat(seat, bot="beginner"))
    return game


def moved(game: Game, move: Any) -> Game:
    """The game after this bid or card of the seat whose turn it is; the engine may refuse."""
    assert game.to_act is not None
    assert game.deal is not None
    if game.deal.phase == "bid":
        return advance(game, MakeBid(game.to_act, move, "bot"))
    return advance(game, PlayCard(game.to_act, move, "bot"))


def positions(game: Game, mover: Mover) -> Iterator[Game]:
    """Every position of a game in which somebody is to move, `mover` making the moves."""
    while (seat := game.to_act) is not None:
        yield game
        game = moved(game, mover(player_view(game, seat)))


def normal(view: PlayerView) -> Any:
    """The move of a normal bot."""
    choice = choose(view, "normal", "seed")
    return choice.bid if choice.action == "bid" else choice.card
