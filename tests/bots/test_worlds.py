"""Worlds agree with all that was seen, and the true one is never ruled out."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.cards import BITS, singles
from games.bots.fitted_bids import shipped
from games.bots.judged import TRUST, JudgedWorlds, Walks
from games.bots.past_plays import past_plays
from games.bots.seen import position_of
from games.bots.worlds import Worlds
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from tests.bots.random_moves import random_mover, random_options
from tests.bots.tables import new_game, normal, positions


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_worlds_agree_with_what_was_seen(number: int) -> None:
    rng = Random(number)
    sizes = [13, 11, 8, 5, 3]
    game = new_game(f"worlds/{number}", "gamerules", random_options(rng, sizes))
    for state in positions(game, random_mover(rng)):
        deal, seat = state.deal, state.to_act or "N"
        assert deal is not None
        if deal.phase != "play":
            continue
        position = position_of(player_view(state, seat))
        bits = BITS[deal.trump]
        true = [sum(bits[card] for card in deal.hands[one]) for one in SEATS]
        assert not any(hand & barred for hand, barred in zip(true, position.barred, strict=True))
        lie = Worlds(position, rng).sample()
        assert sorted(card for cards in lie for card in cards) == singles(position.unseen)
        worlds = JudgedWorlds(position, shipped(), rng, Walks(2, 1, 5, 5), TRUST)
        for _ in range(4):
            world = worlds.sample()
            assert world[position.seat] == position.hand
            assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in true]
            assert sum(world) == world[0] | world[1] | world[2] | world[3]
            assert not sum(world) & ~position.live


@pytest.mark.slow
def test_a_seat_that_did_not_follow_is_dealt_none_of_the_suit() -> None:
    rng = Random(7)
    looked = 0
    for state in positions(new_game("void", "gamerules"), random_mover(rng)):
        assert state.deal is not None
        if state.deal.phase != "play":
            continue
        position = position_of(player_view(state, state.to_act or "N"))
        if any(position.voids):
            world = JudgedWorlds(position, shipped(), rng, Walks(1, 1, 30, 1), TRUST).sample()
            for seat in set(range(4)) - {position.seat}:
                assert not world[seat] & position.barred[seat]
                looked += bool(position.voids[seat])
    assert looked > 100


@pytest.mark.slow
def test_walkers_find_worlds_that_explain_what_was_done() -> None:
    rng, weights = Random(3), shipped()
    odd = {"random": 0, "judged": 0}
    for state in positions(new_game("walk", "short"), normal):
        assert state.deal is not None
        if state.deal.phase != "play":
            continue
        position = position_of(player_view(state, state.to_act or "N"))
        judges = past_plays(position)
        samples = {
            "random": [sum(cards) for cards in Worlds(position, rng).sample()],
            "judged": JudgedWorlds(position, weights, rng, Walks(1, 3, 60, 1), TRUST).sample(),
        }
        for name, world in samples.items():
            odd[name] += sum(not judge(world[seat] | later) for seat, later, judge in judges)
    assert odd["judged"] < 0.6 * odd["random"]
