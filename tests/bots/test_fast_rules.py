"""The rules on bits are the engine's rules: the same legal cards, winners and scores."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from games.bots.cards import BITS, NAMES, singles
from games.bots.seen import position_of
from games.bots.selfplay import leader_of
from games.engine.player_view import player_view
from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS, TEAMS
from games.engine.state import Game
from tests.bots.random_moves import random_mover, random_options
from tests.bots.tables import new_game, positions

SIZES = [13, 8, 5, 3, 2, 1, 11]


def random_game(number: int) -> list[Game]:
    """All positions of a game of random moves under random options."""
    rng = Random(number)
    game = new_game(f"fast/{number}", "gamerules", random_options(rng, SIZES))
    return list(positions(game, random_mover(rng)))


def preset_game(preset: str) -> list[Game]:
    """All positions of a game of random moves under a preset."""
    return list(positions(new_game("fast", preset), random_mover(Random(preset))))


def check_legal_cards(states: list[Game]) -> int:
    """Compares the legal cards of every position in which a card is to be played."""
    compared = 0
    for game in states:
        assert game.deal is not None
        assert game.to_act is not None
        view = player_view(game, game.to_act)
        assert view.turn is not None
        if view.turn.action == "play":
            legal = singles(position_of(view).legal_cards())
            names = NAMES[game.deal.trump]
            assert {names[card] for card in legal} == set(view.turn.legal or ())
            compared += 1
    return compared


@pytest.mark.parametrize("number", range(12))
def test_the_legal_cards_are_the_engines_under_any_options(number: int) -> None:
    assert check_legal_cards(random_game(number)) > 100


@pytest.mark.parametrize("preset", PRESETS)
def test_the_legal_cards_are_the_engines_under_every_preset(preset: str) -> None:
    assert check_legal_cards(preset_game(preset)) > 100


@pytest.mark.parametrize("number", range(6))
def test_the_winner_of_every_trick_is_the_engines(number: int) -> None:
    compared = 0
    for game in random_game(number):
        view = player_view(game, game.to_act or "N")
        assert view.deal is not None
        if view.turn is None or view.turn.action != "play":
            continue
        position = position_of(view)
        for trick, seen in zip(view.deal.done, position.done, strict=True):
            taker = (seen.leader + position.table.winner(seen.cards)) & 3
            assert SEATS[taker] == trick.winner
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("number", range(6))
def test_first_leads_are_the_engines(number: int) -> None:
    for game in random_game(number):
        deal = game.deal
        assert deal is not None
        if deal.phase == "play" and not deal.done:
            assert deal.trick is not None
            position = position_of(player_view(game, game.to_act or "N"))
            assert SEATS[leader_of(position.bids)] == deal.trick.leader


@pytest.mark.parametrize("number", range(12))
def test_every_deals_score_is_the_engines(number: int) -> None:
    states = random_game(number)
    compared = 0
    for before, after in pairwise(states):
        if len(after.results) > len(before.results):
            position = position_of(player_view(before, before.to_act or "N"))
            result = after.results[-1]
            for team, name in enumerate(TEAMS):
                scale, contract = position.table.scale, position.contract(team)
                points = scale.points(
                    after.ruleset.hand_size(result.number), *contract, result.tricks[name]
                )
                assert points == result.points[name]
                compared += 1
    assert compared == 2 * len(SIZES) - 2


def test_every_card_has_its_own_bit_whatever_is_trump() -> None:
    for bits in BITS.values():
        assert sorted(bits.values()) == [1 << place for place in range(54)]
