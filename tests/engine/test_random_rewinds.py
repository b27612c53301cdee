"""Rewinding random games to random versions: nothing is lost, no deck is ever dealt twice."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.commands import RewindGame
from games.engine.deal import Deal
from games.engine.events import DealStarted, Event, GameRewound
from games.engine.game import replay
from games.engine.rewind import deal_standing_at
from games.engine.state import Game
from tests.engine.random_games import Setting, Step, act, move, steps
from tests.engine.strategies import SHORT_HANDS, games
from tests.engine.table import GAME_ID


def position(deal: Deal | None) -> Deal | None:
    """A deal apart from its memory of what was undone."""
    return None if deal is None else deal._replace(undone=None)


def history(setting: Setting, part: float) -> tuple[Game, list[Event]]:
    """A game somewhere in its course, and its events; never one that is over."""
    acts = [step for step in steps(setting) if step.before.deal is not None]
    at = acts[int(part * (len(acts) - 1))].before
    log = [event for step in steps(setting) for event in step.events]
    return at, log[: at.version]


def rewind(game: Game, log: list[Event], version: int) -> Step:
    """Staff goes back to a version; the events join the log."""
    step = act(game, RewindGame(version, "", deal_standing_at(log, version)))
    log += step.events
    return step


def check(step: Step, past: Game, log: list[Event], version: int) -> None:
    """What must hold after a rewind to `version`, at which the game was `past`."""
    game, before = step.after, step.before
    assert isinstance(step.events[0], GameRewound)
    assert step.events[0].to_version == version
    assert before.deal is not None
    assert game.deal is not None
    if version >= before.deal.version:
        assert len(step.events) == 1
        assert position(game.deal) == position(past.deal)
        assert (game.results, game.scores) == (past.results, past.scores)
        return
    standing = deal_standing_at(log, version) or (1, game.first_dealer)
    assert (game.deal.number, game.deal.dealer) == standing
    assert game.deal.bids == ()
    assert [result.number for result in game.results] == list(range(1, standing[0]))
    assert game.results == past.results[: standing[0] - 1]
    assert game.scores == (game.results[-1].scores if game.results else {"NS": 0, "EW": 0})
    earlier = log[: before.version]
    used = [e.attempt for e in earlier if isinstance(e, DealStarted) and e.number == standing[0]]
    assert game.deal.attempt == 1 + max(used)


def play_on(game: Game, log: list[Event], random: Random, passing: float, acts: int) -> Game:
    """Some acts more, or the rest of the game; never to the end of it by `acts`."""
    while acts and not game.over:
        step = act(game, move(game, random, passing))
        if step.after.over and acts > 0:
            return game
        log += step.events
        game = step.after
        acts -= 1
    return game


PARTS = st.floats(0, 1, allow_nan=False)


@given(games(SHORT_HANDS), PARTS, st.lists(PARTS, min_size=1, max_size=4), st.integers(0, 30))
def test_a_game_can_be_rewound_again_and_again_and_played_on_to_its_end(
    setting: Setting, part: float, targets: list[float], between: int
) -> None:
    game, log = history(setting, part)
    random = setting.random()
    for target in targets:
        version = 1 + int(target * (game.version - 1))
        step = rewind(game, log, version)
        check(step, replay(GAME_ID, log[:version]), log, version)
        assert replay(GAME_ID, log) == step.after
        game = play_on(step.after, log, random, setting.passing, between)
    game = play_on(game, log, random, setting.passing, -1)
    assert game.status == "finished"
    assert replay(GAME_ID, log) == game
    deals = len(game.ruleset.hand_sizes)
    numbers = [result.number for result in game.results]
    assert numbers in (list(range(1, deals + 1)), list(range(1, deals + 2)))
    started = [event for event in log if isinstance(event, DealStarted)]
    assert len({event.deck for event in started}) == len(started)
    assert len({(event.number, event.attempt) for event in started}) == len(started)


@pytest.mark.slow
@settings(max_examples=4)
@given(games(st.lists(st.integers(1, 3), min_size=2, max_size=3)), PARTS)
def test_every_version_of_a_game_can_be_rewound_to_also_after_another_rewind(
    setting: Setting, part: float
) -> None:
    game, log = history(setting, 1.0)
    game = rewind(game, log, 1 + int(part * (game.version - 1))).after
    game = play_on(game, log, setting.random(), setting.passing, 6)
    for version in range(1, game.version + 1):
        branch = list(log)
        check(rewind(game, branch, version), replay(GAME_ID, log[:version]), branch, version)
