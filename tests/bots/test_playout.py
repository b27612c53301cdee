"""The play-out on bits goes exactly as the engine goes when every seat plays the heuristic card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.bots.cards import BITS
from games.bots.choose import choose
from games.bots.playout import finish
from games.bots.position import Position
from games.bots.seen import position_of
from games.engine.player_view import PlayerView, player_view
from games.engine.seats import SEATS
from games.engine.state import Game
from tests.bots.random_moves import random_mover, random_options
from tests.bots.tables import moved, new_game, positions


def by_heuristic(view: PlayerView) -> Any:
    """The card of a normal bot."""
    return choose(view, "normal", "seed").card


def true_hands(game: Game) -> list[int]:
    """All four hands as bits, which no bot is ever shown."""
    assert game.deal is not None
    bits = BITS[game.deal.trump]
    return [sum(bits[card] for card in game.deal.hands[seat]) for seat in SEATS]


def played_on(game: Game) -> int:
    """The tricks of N and S when the engine's deal is played to its end by the heuristic."""
    deals = len(game.results)
    while len(game.results) == deals:
        game = moved(game, by_heuristic(player_view(game, game.to_act or "N")))
    return game.results[-1].tricks["NS"]


def finished(position: Position, hands: list[int]) -> int:
    """The tricks of N and S when the play-out takes the position to its end."""
    taken = finish(
        position.table,
        hands,
        position.live,
        list(position.voids),
        position.broken,
        position.exempt,
        position.running.leader,
        list(position.running.cards),
    )
    return position.won[0] + taken[0] + taken[2]


@pytest.mark.parametrize("number", range(10))
def test_a_play_out_takes_the_tricks_that_the_engine_gives(number: int) -> None:
    rng = Random(number)
    sizes = [13, 10, 7, 4, 2]
    options = random_options(rng, sizes) | {"tie": "tie", "all_pass": "next_dealer"}
    game = new_game(f"playout/{number}", "gamerules", options)
    compared = 0
    for state in positions(game, random_mover(rng)):
        assert state.deal is not None
        if state.deal.phase == "play" and rng.random() < 0.15:
            position = position_of(player_view(state, state.to_act or "N"))
            if state.ruleset.joker_turned_up == "turn_next" and state.deal.turn_up in ("LB", "BB"):
                continue
            assert finished(position, true_hands(state)) == played_on(state)
            compared += 1
    assert compared > 5
