"""Random options and random legal moves, from a seed: positions nobody would think of."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.player_view import PlayerView
from games.engine.ruleset import CHOICES, SWITCHES
from tests.bots.tables import Mover


def random_options(rng: Random, sizes: list[int]) -> dict[str, Any]:
    """Every option of the rules at random, with these hand sizes."""
    options: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items()}
    options |= {name: rng.random() < 0.5 for name in SWITCHES}
    return options | {"hand_sizes": sizes}


def random_mover(rng: Random) -> Mover:
    """Any legal bid or card, boards seldom, so that every kind of contract comes up."""

    def move(view: PlayerView) -> Any:
        assert view.turn is not None
        assert view.turn.legal is not None
        legal = list(view.turn.legal)
        if view.turn.action == "bid" and rng.random() < 0.8 and len(legal) > 2:
            legal.remove(legal[-1])
        return rng.choice(legal)

    return move
