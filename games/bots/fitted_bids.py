"""The fitted bids: estimate the own tricks, predict the team's, bid what pays best on average.

A partnership's first bidder bids what he expects to take himself, which is a signal to his
partner. The second predicts what both will take together from his own estimate and the bids made,
and brings the total to the one with the best expected score under a normal error.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from math import erf, sqrt
from typing import Any, Final

from games.bots.cards import JOKERS
from games.bots.estimate import Estimate
from games.bots.one_card import bids_board
from games.bots.position import ALL_TRICKS, BidSeen
from games.bots.table import Scale, Table


@dataclass(frozen=True, slots=True)
class Prediction:
    """The tricks that a team should take, and the standard error of saying so."""

    mean: float
    error: float

    def chances(self, size: int) -> list[float]:
        """The chance of 0, 1, … `size` tricks."""
        below = [0.0]
        for tricks in range(size):
            z = (tricks + 0.5 - self.mean) / (self.error * sqrt(2))
            below.append(0.5 + 0.5 * erf(z))
        below.append(1.0)
        return [high - low for low, high in pairwise(below)]


@dataclass(frozen=True, slots=True)
class Bidder:
    """What the fit found for one hand size, with or without a trump suit."""

    own: Estimate
    first: Sequence[float]
    alone: Sequence[float]
    third: Sequence[float]
    fourth: Sequence[float]


@dataclass(frozen=True, slots=True)
class Wish:
    """A bid that pays best: the tricks (`ALL_TRICKS` for all), and what it rests on."""

    bid: int
    own: float
    team: float


@dataclass(frozen=True, slots=True)
class Weights:
    """All that the fit found; `one_card` has a policy with a trump suit and one without."""

    bidders: dict[tuple[int, bool], Bidder]
    one_card: dict[bool, dict[str, str]]


_WITH: Final = {"suited": True, "none": False}


def weights_from(data: dict[str, Any]) -> Weights:
    """The weights as `fit` writes them."""
    bidders = {}
    for size, by_trump in data["sizes"].items():
        for trump, found in by_trump.items():
            bidders[int(size), _WITH[trump]] = Bidder(
                Estimate(found["own"]),
                found["first"],
                found["alone"],
                found["third"],
                found["fourth"],
            )
    return Weights(bidders, {_WITH[trump]: found for trump, found in data["one_card"].items()})


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """The weights in the repository."""
    text = resources.files("games.bots").joinpath("weights.json").read_text("utf-8")
    return weights_from(json.loads(text))


def terms(own: float, partner: int, foes: Sequence[int], size: int) -> tuple[float, ...]:
    """What a second bidder's prediction is linear in; a board counts as `size` tricks."""
    boards = sum(bid == ALL_TRICKS for bid in foes)
    return (
        1.0,
        own,
        float(min(partner, size)),
        *(float(min(bid, size)) for bid in foes),
        float(partner == ALL_TRICKS),
        float(boards),
    )


def predicted(bidder: Bidder, own: float, bids: Sequence[BidSeen], size: int) -> Prediction:
    """What the team of the seat now to bid should take, by its own estimate and the bids."""
    partner = len(bids) - 2
    if partner < 0:
        constant, slope, error = bidder.alone
        return Prediction(constant + slope * own, error)
    foes = [made.bid for at, made in enumerate(bids) if at != partner]
    *weights, error = bidder.third if partner == 0 else bidder.fourth
    row = terms(own, bids[partner].bid, foes, size)
    return Prediction(sum(w * x for w, x in zip(weights, row, strict=True)), error)


def expected(chances: Sequence[float], scale: Scale, bid: int, level: int) -> float:
    """The team's expected score for a contract."""
    size = len(chances) - 1
    return sum(
        chance * scale.points(size, bid, level, tricks) for tricks, chance in enumerate(chances)
    )


def wished_total(mean: float, error: float, table: Table) -> float:
    """The total that pays best for a team predicted to take `mean` tricks."""
    chances = Prediction(mean, error).chances(table.size)
    return float(max(range(table.size + 1), key=lambda bid: expected(chances, table.scale, bid, 0)))


def fitted_wish(
    weights: Weights,
    table: Table,
    hand: int,
    turned: int,
    bids: Sequence[BidSeen],
    numbers: Sequence[int],
    board: bool,
) -> Wish:
    """The bid for a seat, from its hand, the turn-up and the bids before it.

    `numbers` are the numbers that may be bid, 0 for pass among them; `board` whether board may.
    """
    size, scale = table.size, table.scale
    suited = table.trumps != JOKERS
    if size == 1:
        bid = bids_board(weights.one_card[suited], hand, table.trumps, turned, bids)
        return Wish(bid, float(bool(bid)), float(bool(bid)))
    bidder = weights.bidders[size, suited]
    own = bidder.own.tricks(hand, table.trumps, turned)
    prediction = predicted(bidder, own, bids, size)
    chances = prediction.chances(size)
    partner = bids[-2] if len(bids) > 1 else None
    held = partner.bid if partner is not None else 0
    partner_level = partner.level if partner is not None else 0
    held = 0 if held == ALL_TRICKS else held
    totals = {number: expected(chances, scale, held + number, partner_level) for number in numbers}
    best = max(totals, key=lambda number: (totals[number], -number))
    if board:
        level = 1 + sum(made.bid == ALL_TRICKS for made in bids)
        if expected(chances, scale, 0, level) > totals[best]:
            return Wish(ALL_TRICKS, own, prediction.mean)
    if partner is None:
        scaled, shift = bidder.first
        signal = int(max(0.0, scaled * own + shift))
        best = max(number for number in numbers if number <= signal)
    return Wish(best, own, prediction.mean)
