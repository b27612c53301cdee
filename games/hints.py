"""Hints: what the expert would do in a player's seat, from that player's view and nothing else."""

from __future__ import annotations

import logging
import time
from typing import Final

from django.core.cache import cache
from redis.exceptions import RedisError

from games.bots.choice import Choice
from games.bots.choose import LEVELS, POLICIES, Level, choose
from games.engine.player_view import PlayerView
from players.errors import Problem

logger = logging.getLogger(__name__)

THINKING: Final = 0.8
"""So many seconds at most the expert thinks about a hint."""
KEPT: Final = 3600
"""So many seconds a hint is kept: whoever asks again at the same version gets the same one."""


def require_turn(view: PlayerView) -> None:
    """See that the viewer is to act.

    Raises Problem `not-a-player`, `game-over`, `game-not-started`, `not-your-turn`.
    """
    if view.you is None:
        raise Problem("not-a-player")
    if view.status == "waiting":
        raise Problem("game-not-started")
    if view.turn is None:
        raise Problem("game-over")
    if view.turn.seat != view.you:
        raise Problem("not-your-turn", turn=view.turn.seat)


def hint(view: PlayerView) -> Choice:
    """What the expert would do now in the viewer's seat, and why. Raises as `require_turn`."""
    require_turn(view)
    key = f"hint:{POLICIES['expert']}:{view.id}:{view.version}:{view.you}"
    try:
        choice = cache.get_or_set(key, lambda: think(view), KEPT)
    except RedisError as error:
        logger.warning("hint not kept game=%s version=%s: %s", view.id, view.version, error)
        return think(view)
    assert isinstance(choice, Choice)
    return choice


def think(view: PlayerView) -> Choice:
    """The expert's move for the viewer, whose turn it is, thought about anew."""
    return _choice(view, "expert")


def opinions(view: PlayerView) -> dict[Level, Choice]:
    """Each level's move for the viewer, whose turn it is or was, as this view has it."""
    return {level: _choice(view, level) for level in LEVELS}


def _choice(view: PlayerView, level: Level) -> Choice:
    # Anybody may know this seed: what only the view can tell is not in it.
    seed = f"hint/{view.id}"
    return choose(view, level, seed, budget_seconds=THINKING, clock=time.perf_counter)
