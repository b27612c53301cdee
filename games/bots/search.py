"""The search of the expert: play each card out in many worlds and keep the one that scores best.

Anchored: the heuristic's card stays unless another is better by a standard error of the paired
difference. Weighted: each world is chosen among a few by how well it explains the bids and the
cards so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from games.bots.cards import LITTLE, singles
from games.bots.fitted_bids import Weights
from games.bots.heuristic import heuristic_card
from games.bots.judged import TRUST, WALKS, JudgedWorlds, Trust, Walks
from games.bots.playout import finish
from games.bots.position import Position


@dataclass(frozen=True, slots=True)
class Settings:
    """How the search goes about it: worlds a move, how they are found, and what it takes to win.

    `anchor` is how many standard errors better than the heuristic's card another must be; a card
    that is `hopeless` standard errors worse after `first_look` worlds is looked at no more.
    """

    worlds: int = 320
    walks: Walks = WALKS
    trust: Trust = TRUST
    anchor: float = 1.0
    first_look: int = 24
    hopeless: float = 1.6


SETTINGS: Final = Settings()


@dataclass(frozen=True, slots=True)
class Found:
    """The card found, the heuristic's, the points between them, and the worlds looked at."""

    card: int
    anchor: int
    gain: float
    worlds: int


def candidates(position: Position, anchor: int) -> list[int]:
    """One card of each run of equivalent cards, the anchor first and for its own run."""
    table = position.table
    around = position.unseen | sum(position.running.cards)
    found = [anchor]
    run: list[int] = []
    runs = [run]
    for card in singles(position.legal_cards()):
        joined = run and card < LITTLE and run[-1] & table.suit_of[card]
        if not (joined and not around & (card - 1) & -run[-1]):
            run = []
            runs.append(run)
        run.append(card)
    found += [run[0] for run in runs if run and anchor not in run]
    return found


def searched(
    position: Position,
    weights: Weights,
    rng: Random,
    worlds: int,
    out_of_time: Callable[[], bool] | None = None,
    how: Settings = SETTINGS,
) -> Found:
    """The best card by play-outs in so many worlds; `out_of_time` is asked after every one."""
    anchor = heuristic_card(position)
    cards = candidates(position, anchor)
    if len(cards) == 1:
        return Found(anchor, anchor, 0.0, 0)
    worth = [float(position.points(tricks)) for tricks in range(position.table.size + 1)]
    judged = JudgedWorlds(position, weights, rng, how.walks, how.trust)
    sums = dict.fromkeys(cards[1:], 0.0)
    squares = dict.fromkeys(cards[1:], 0.0)
    looked = 0
    while looked < worlds and sums:
        world = judged.sample()
        base = worth[_tricks(position, world, anchor)]
        for card in sums:
            gain = worth[_tricks(position, world, card)] - base
            sums[card] += gain
            squares[card] += gain * gain
        looked += 1
        if out_of_time is not None and out_of_time():
            break
        if looked >= how.first_look and looked % 8 == 0:
            for card in list(sums):
                mean, error = _mean_and_error(sums[card], squares[card], looked)
                if mean + how.hopeless * error < 0 or not (mean or error):
                    del sums[card]
    best, gain = anchor, 0.0
    for card in sums:
        mean, error = _mean_and_error(sums[card], squares[card], looked)
        if mean > how.anchor * error and mean > gain:
            best, gain = card, mean
    return Found(best, anchor, gain, looked)


def _mean_and_error(total: float, squares: float, count: int) -> tuple[float, float]:
    mean = total / count
    return mean, sqrt(max(0.0, squares / count - mean * mean) / max(1, count - 1))


def _tricks(position: Position, world: list[int], card: int) -> int:
    """The tricks of N and S in the end, if this card is played now and the heuristic goes on."""
    hands = world.copy()
    hands[position.seat] ^= card
    voids = list(position.voids)
    running = position.running
    if running.cards and not card & position.table.suit_of[running.cards[0]]:
        voids[position.seat] |= position.table.suit_of[running.cards[0]]
    taken = finish(
        position.table,
        hands,
        position.live ^ card,
        voids,
        position.broken,
        position.exempt,
        running.leader,
        [*running.cards, card],
    )
    return position.won[0] + taken[0] + taken[2]
