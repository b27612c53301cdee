"""What a bot may do and know: only legal moves, only from its view, the same for the same seed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.bots.choose import LEVELS, POLICIES, Level, choose, level_named
from games.engine.player_view import PlayerView, player_view
from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS
from games.engine.state import Game
from tests.bots.random_moves import random_mover, random_options
from tests.bots.tables import Mover, new_game, positions

SIZES = [13, 9, 6, 4, 3, 2, 1]
FEW = 3
"""Worlds enough to go through the search, too few to play well."""


def bot(level: Level) -> Mover:
    """A bot of this level, thinking little."""

    def move(view: PlayerView) -> Any:
        choice = choose(view, level, "seed", worlds=FEW)
        return choice.bid if choice.action == "bid" else choice.card

    return move


def permuted(game: Game, seat: str, rng: Random) -> Game:
    """The same game with the cards that this seat cannot see dealt otherwise."""
    deal = game.deal
    assert deal is not None
    seen = {play.card for play in deal.plays} | {deal.turn_up, *deal.hands[seat]}
    if deal.replaced is not None:
        seen.add(deal.replaced.joker)
    unseen = [card for card in deal.deck if card not in seen]
    shuffled = unseen.copy()
    rng.shuffle(shuffled)
    other = dict(zip(unseen, shuffled, strict=True))
    deck = tuple(other.get(card, card) for card in deal.deck)
    dealt = {one: tuple(other.get(card, card) for card in hand) for one, hand in deal.dealt.items()}
    return game._replace(deal=deal._replace(deck=deck, dealt=dealt))


def play_to_the_end(level: Level, preset: str, others: Level | None = None) -> None:
    """Lets bots of this level play, or one of it and three others, by the engine."""
    game = new_game(f"end/{level}", preset)
    first, rest = bot(level), bot(others or level)
    for state in positions(game, lambda view: (first if view.you == "N" else rest)(view)):
        game = state
    assert len(game.results) == len(PRESETS[preset].hand_sizes) - 1


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", ["beginner", "normal"])
def test_bots_play_every_preset_to_its_end(level: Level, preset: str) -> None:
    play_to_the_end(level, preset)


def test_experts_play_the_short_preset_to_its_end() -> None:
    play_to_the_end("expert", "short", "normal")


@pytest.mark.slow
@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"short"}))
def test_experts_play_every_other_preset_to_its_end(preset: str) -> None:
    play_to_the_end("expert", preset, "normal")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8))
def test_every_choice_is_legal_in_random_positions_under_any_options(number: int) -> None:
    rng = Random(number)
    game = new_game(f"legal/{number}", "gamerules", random_options(rng, SIZES))
    asked = 0
    for state in positions(game, random_mover(rng)):
        view = player_view(state, state.to_act or "N")
        assert view.turn is not None
        for level in LEVELS if asked % 8 == 0 else LEVELS[:2]:
            choice = choose(view, level, "seed", worlds=FEW)
            assert choice.action == view.turn.action
            move = choice.bid if choice.action == "bid" else choice.card
            assert move in (view.turn.legal or ())
            assert type(move) in (int, str)
            assert choice.policy == POLICIES[level]
            # What is told of tricks is between none and all of them.
            size = view.deal.hand_size if view.deal else 0
            told = [choice.reason.facts.get(name, 0) for name in ("own", "team", "tricks")]
            assert all(0 <= one <= size for one in told)
        asked += 1
    assert asked > 150


@pytest.mark.parametrize("level", LEVELS)
def test_cards_that_the_seat_cannot_see_change_nothing(level: Level) -> None:
    rng = Random(level)
    asked = 0
    for state in positions(new_game("permute", "gamerules"), bot("normal")):
        if rng.random() < 0.15:
            seat = state.to_act or "N"
            choice = choose(player_view(state, seat), level, "seed", worlds=FEW)
            other = permuted(state, seat, rng)
            assert choose(player_view(other, seat), level, "seed", worlds=FEW) == choice
            asked += 1
    assert asked > 50


def test_the_same_seed_gives_the_same_move_and_the_search_depends_on_it() -> None:
    different = 0
    for state in positions(new_game("again", "short"), bot("normal")):
        view = player_view(state, state.to_act or "N")
        first = choose(view, "expert", "one", worlds=FEW)
        assert choose(view, "expert", "one", worlds=FEW) == first
        different += choose(view, "expert", "two", worlds=FEW) != first
    assert different > 0


def test_a_search_ends_when_its_time_is_up() -> None:
    ticks = iter(range(1_000_000))
    game = new_game("time", "gamerules")
    for state in positions(game, bot("normal")):
        view = player_view(state, state.to_act or "N")
        if view.turn is not None and view.turn.action == "play":
            before = next(ticks)
            choose(view, "expert", "s", worlds=10**9, budget_seconds=40, clock=lambda: next(ticks))
            assert next(ticks) - before < 60
            break


def test_a_bot_moves_only_when_it_is_its_turn() -> None:
    game = new_game("turn", "gamerules")
    idle = next(seat for seat in SEATS if seat != game.to_act)
    with pytest.raises(ValueError, match="turn"):
        choose(player_view(game, idle), "beginner", "seed")
    with pytest.raises(ValueError, match="turn"):
        choose(player_view(game, "spectator"), "beginner", "seed")


def test_a_level_goes_by_its_name() -> None:
    assert [level_named(level) for level in LEVELS] == list(LEVELS)
    with pytest.raises(ValueError, match="grandmaster"):
        level_named("grandmaster")
