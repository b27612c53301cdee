"""The fit: least squares, and that a small one already bids better than a beginner."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.fit import fit_size
from games.bots.fit_one_card import solved
from games.bots.fitted_bids import weights_from
from games.bots.solve import LeastSquares


def test_least_squares_finds_the_weights_that_made_the_targets() -> None:
    rng, sums = Random(1), LeastSquares(3)
    for _ in range(500):
        row = (1.0, rng.random(), float(rng.random() < 0.3))
        sums.add(row, 2 * row[0] - 3 * row[1] + 0.5 * row[2] + rng.gauss(0, 0.1))
    weights = sums.weights(ridge=0.0)
    assert weights == pytest.approx([2, -3, 0.5], abs=0.05)
    assert sums.error(weights) == pytest.approx(0.1, abs=0.02)


def test_a_small_fit_gives_whole_weights_that_bid_and_make_contracts() -> None:
    found = fit_size(5, True, 150, 1)
    bidder = weights_from({"sizes": {"5": {"suited": found}}, "one_card": {}}).bidders[5, True]
    assert bidder.third[1] > 0
    figures = found["figures"]
    assert 1.0 < figures["bid"] < figures["taken"] == 2.5
    assert figures["made"] > 0.7


def test_one_card_boards_strong_trumps_and_answers_a_partners_board() -> None:
    policy = solved(True, 150, 1)
    assert len(policy) == 15
    assert all(len(letters) == 28 for letters in policy.values())
    assert policy[""][14] == "B"
    assert policy["BP"].count("B") > policy["B"].count("B")
