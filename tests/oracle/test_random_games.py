"""What holds in any legal game, over random games under random options."""

from __future__ import annotations

import random

import pytest

from tests.oracle.cards import PACK
from tests.oracle.options import PRESETS, wrong_options
from tests.oracle.random_games import random_game, random_moves, random_options
from tests.oracle.rules import NaiveGame


def check_moment(game: NaiveGame) -> None:
    """What holds at every moment."""
    deal = game.deal
    assert sorted(deal.every_card()) == sorted(PACK)
    seat = deal.turn()
    assert (seat is None) == (game.winner is not None)
    if seat is not None:
        assert game.legal()
        if deal.phase() == "play":
            assert set(deal.legal_cards()) <= set(deal.hands[seat])


@pytest.mark.parametrize("number", range(200))
def test_any_game_under_any_options_goes_to_its_end(number: int) -> None:
    dice = random.Random(number)
    options = random_options(dice)
    assert wrong_options(dict(options)) == []
    game = random_game(options, dice)
    check_moment(game)
    scored = 0
    for happenings in random_moves(game, dice):
        check_moment(game)
        for kind, data in happenings:
            if kind == "deal-scored":
                scored += 1
                assert sum(data["tricks"].values()) == game.results[-1]["hand_size"]
                assert data["number"] == scored
    sizes = options["hand_sizes"]
    extra = options["tie"] == "extra_deal" and scored == len(sizes) + 1
    assert scored == len(sizes) + extra
    first = [sum(r["points"][team] for r in game.results[: len(sizes)]) for team in ("NS", "EW")]
    assert extra == (options["tie"] == "extra_deal" and first[0] == first[1])


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_score_all_their_deals_however_many_were_passed_out(preset: str) -> None:
    dice = random.Random(preset)
    game = random_game(PRESETS[preset], dice)
    passed_out = 0
    while (seat := game.turn()) is not None:
        if game.deal.phase() == "bid":
            careful = "pass" if dice.random() < 0.8 else dice.choice(game.legal())
            passed_out += len(game.bid(seat, careful)) > 1
        else:
            game.play(seat, dice.choice(game.legal()))
    assert [r["hand_size"] for r in game.results] == PRESETS[preset]["hand_sizes"]
    assert passed_out > 0
