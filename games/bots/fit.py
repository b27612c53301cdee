"""Fits the bids by self-play and writes the weights: `python -m games.bots.fit`.

Own tricks first: heuristic play of random deals, least squares on card kinds and shape, one set
of weights a hand size. Then the predictions of a team's tricks, on auctions bid with what was
found so far, twice, because the bids change with the predictions.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from games.bots.estimate import Estimate
from games.bots.features import NAMES, features
from games.bots.fit_one_card import solved
from games.bots.fitted_bids import Bidder, Weights, fitted_wish, terms
from games.bots.position import ALL_TRICKS, BidSeen
from games.bots.selfplay import Dealt, auction, deal, played
from games.bots.solve import LeastSquares

FIRST: Final = (1.0, 0.3)
"""A first bidder's signal: the own tricks by this factor and shift, rounded down."""
PASSES: Final = 2


@dataclass(slots=True)
class Fit:
    """The fit of one hand size, with or without a trump suit, as it grows."""

    size: int
    suited: bool
    deals: int
    rng: Random
    own: list[float]
    own_error: float = 0.0
    alone: tuple[float, ...] = ()
    third: tuple[float, ...] = ()
    fourth: tuple[float, ...] = ()

    def bidder(self) -> Bidder:
        """What the fit would bid with by now."""
        return Bidder(Estimate(self.own), FIRST, self.alone, self.third, self.fourth)

    def dealt(self) -> Dealt:
        """One more random deal."""
        return deal(self.rng, self.size, suited=self.suited)


def fit_own(fit: Fit, bids: Callable[[Dealt, int], Sequence[BidSeen]]) -> None:
    """Own tricks of each seat, by the features of its hand."""
    sums = LeastSquares(len(NAMES))
    for _ in range(fit.deals):
        dealt = fit.dealt()
        taken = played(dealt, bids(dealt, fit.rng.randrange(4)))
        for seat in range(4):
            row = features(dealt.hands[seat], dealt.table.trumps, dealt.turned)
            sums.add(row, taken[seat])
    fit.own = sums.weights()
    fit.own_error = sums.error(fit.own)


def fit_team(fit: Fit, bids: Callable[[Dealt, int], Sequence[BidSeen]]) -> None:
    """The tricks of a team, by what its bidders know when they bid."""
    estimate = Estimate(fit.own)
    sums = (LeastSquares(2), LeastSquares(6), LeastSquares(7))
    for _ in range(fit.deals):
        dealt = fit.dealt()
        made = bids(dealt, fit.rng.randrange(4))
        taken = played(dealt, made)
        for turn, bid in enumerate(made):
            own = estimate.tricks(dealt.hands[bid.seat], dealt.table.trumps, dealt.turned)
            tricks = taken[bid.seat] + taken[bid.seat ^ 2]
            if turn < 2:
                sums[0].add((1.0, own), tricks)
                continue
            foes = [other.bid for other in made[:turn] if other.seat & 1 != bid.seat & 1]
            row = terms(own, made[turn - 2].bid, foes, fit.size)
            sums[turn - 1].add(row, tricks)
    found = [(*weights, one.error(weights)) for one in sums if (weights := one.weights())]
    fit.alone, fit.third, fit.fourth = found


def signals(fit: Fit) -> Callable[[Dealt, int], list[BidSeen]]:
    """Auctions in which everybody bids the tricks he expects to take himself."""
    estimate = Estimate(fit.own)

    def bid(dealt: Dealt, seat: int, _: Sequence[BidSeen]) -> int:
        own = estimate.tricks(dealt.hands[seat], dealt.table.trumps, dealt.turned)
        return min(fit.size - 1, max(0, int(own + 0.5)))

    return lambda dealt, dealer: auction(dealt, dealer, bid)


def fitted(fit: Fit) -> Callable[[Dealt, int], list[BidSeen]]:
    """Auctions bid with what was found so far."""
    weights = Weights({(fit.size, fit.suited): fit.bidder()}, {})
    numbers = range(fit.size)

    def bid(dealt: Dealt, seat: int, bids: Sequence[BidSeen]) -> int:
        hand, turned = dealt.hands[seat], dealt.turned
        return fitted_wish(weights, dealt.table, hand, turned, bids, numbers, True).bid

    return lambda dealt, dealer: auction(dealt, dealer, bid)


def at_random(dealt: Dealt, dealer: int) -> list[BidSeen]:
    """An auction that only settles who leads."""
    return [BidSeen(dealer, 1, 0)]


def fit_size(size: int, suited: bool, deals: int, seed: int) -> dict[str, Any]:
    """All that is fitted for one hand size, as data, with the figures the fit gave."""
    fit = Fit(size, suited, deals // 3, Random(f"{seed}/{size}/{suited}"), [])
    fit_own(fit, at_random)
    fit.deals = deals
    fit_own(fit, signals(fit))
    fit_team(fit, signals(fit))
    for _ in range(PASSES):
        fit_team(fit, fitted(fit))
    return {
        "own": _rounded(fit.own),
        "first": list(FIRST),
        "alone": _rounded(fit.alone),
        "third": _rounded(fit.third),
        "fourth": _rounded(fit.fourth),
        "figures": {"deals": deals, "own_error": round(fit.own_error, 3), **_figures(fit)},
    }


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 4) for value in values]


def _figures(fit: Fit) -> dict[str, float]:
    """What the bids fitted come to in fresh deals: average total bid, taken, made, boards."""
    bids = fitted(fit)
    bid = taken = made = boards = teams = 0
    points = 0.0
    for _ in range(fit.deals // 2):
        dealt = fit.dealt()
        auctioned = bids(dealt, fit.rng.randrange(4))
        tricks = played(dealt, auctioned)
        for team in (0, 1):
            own = [one for one in auctioned if one.seat & 1 == team]
            level = max(one.level for one in own)
            total = sum(one.bid for one in own if one.bid != ALL_TRICKS)
            took = tricks[team] + tricks[team + 2]
            score = dealt.table.scale.points(fit.size, total, level, took)
            teams += 1
            boards += level > 0
            bid += fit.size if level else total
            taken += took
            made += score >= 0
            points += score
    return {
        "bid": round(bid / teams, 2),
        "taken": round(taken / teams, 2),
        "made": round(made / teams, 3),
        "boards": round(boards / teams, 3),
        "points": round(points / teams, 2),
    }


def main() -> None:
    """Fits every hand size and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=10_000, help="deals a hand size")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights.json"))
    asked = parser.parse_args()
    sizes: dict[str, Any] = {}
    for size in range(2, 14):
        sizes[str(size)] = {
            name: fit_size(size, suited, asked.deals, asked.seed)
            for name, suited in (("suited", True), ("none", False))
        }
        sys.stderr.write(f"{size} {sizes[str(size)]['suited']['figures']}\n")
    one_card = {
        "suited": solved(True, 5 * asked.deals, asked.seed),
        "none": solved(False, 5 * asked.deals, asked.seed),
    }
    data = {"features": list(NAMES), "sizes": sizes, "one_card": one_card}
    asked.out.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
