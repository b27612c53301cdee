"""Worlds chosen by how well they explain what the hidden seats have bid and played.

A few walkers start from worlds drawn at random and walk: two hidden cards change places, and the
step stands as often as the changed hands explain the past better (Metropolis). After a warm-up
every walker hands in the world it stands in, walks on, and hands in the next when its turn comes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, prod
from random import Random
from typing import Final

from games.bots.fitted_bids import Weights
from games.bots.past_bids import Surprise, past_bids
from games.bots.past_plays import Judge, past_plays
from games.bots.position import Position
from games.bots.worlds import Lie, Worlds


@dataclass(frozen=True, slots=True)
class Trust:
    """What to make of surprises, if the seat plays as we would (`like_us`) or otherwise.

    `bid_error` is by how many tricks a bid may well be off, `odd_play` how likely a card is that
    the heuristic would not have played against one that it would; the partner may search, too.
    """

    like_us: float = 0.9
    bid_error: float = 0.35
    odd_play: float = 0.07
    odd_play_of_partner: float = 0.25
    other_bid_error: float = 1.0
    other_odd_play: float = 0.6


class _SeatLikelihood(dict[int, float]):
    """How well a hand that a hidden seat may now hold explains its bid and its cards."""

    def __init__(
        self,
        bids: list[tuple[int, Surprise]],
        plays: list[tuple[int, Judge]],
        trust: Trust,
    ) -> None:
        super().__init__()
        self._bids = bids
        self._plays = plays
        self._trust = trust
        self._precise = 0.5 / trust.bid_error**2
        self._vague = 0.5 / trust.other_bid_error**2
        self._explains = bool(bids or plays)

    def __missing__(self, hand: int) -> float:
        if not self._explains:
            return 1.0
        squares = 0.0
        for played, surprise in self._bids:
            off = surprise(hand | played)
            squares += off * off
        odd = 0
        for played, expected in self._plays:
            if not expected(hand | played):
                odd += 1
        trust = self._trust
        likely = (
            trust.like_us * exp(-squares * self._precise) * trust.odd_play**odd
            + (1 - trust.like_us) * exp(-squares * self._vague) * trust.other_odd_play**odd
            + 1e-30
        )
        self[hand] = likely
        return likely


@dataclass(slots=True)
class _Walker:
    """A world on its way: the cards, listed and as sets, and how each seat's explain the past."""

    lie: Lie
    hands: list[int]
    likely: list[float]


@dataclass(frozen=True, slots=True)
class Walks:
    """How many walkers, the random worlds each starts from the likeliest of, and their steps."""

    walkers: int = 24
    choices: int = 3
    warm_up: int = 60
    steps: int = 6


WALKS: Final = Walks()
TRUST: Final = Trust()


class JudgedWorlds:
    """Worlds of a position in which what was done is likely."""

    def __init__(
        self, position: Position, weights: Weights, rng: Random, walks: Walks, trust: Trust
    ) -> None:
        self._worlds = Worlds(position, rng)
        self._random = rng.random
        self._walks = walks
        self._own = position.hand
        self._seat = position.seat
        barred = list(position.barred)
        barred[position.seat] = 0
        self._barred = barred
        bids, plays = past_bids(position, weights), past_plays(position)
        partner = replace(trust, odd_play=trust.odd_play_of_partner)
        # The stock stands in the own seat's place: it explains nothing, so all is as likely.
        self._likelihood = [
            _SeatLikelihood(
                [(played, surprise) for one, played, surprise in bids if one == seat],
                [(played, judge) for one, played, judge in plays if one == seat],
                partner if seat == position.seat ^ 2 else trust,
            )
            for seat in range(4)
        ]
        self._walkers: list[_Walker] = []
        self._next = 0

    def sample(self) -> list[int]:
        """Four hands, the own one among them."""
        walks = self._walks
        if len(self._walkers) < walks.walkers:
            walker = self._started()
            self._walk(walker, walks.warm_up)
            self._walkers.append(walker)
        else:
            walker = self._walkers[self._next]
            self._next = (self._next + 1) % walks.walkers
            self._walk(walker, walks.steps)
        hands = walker.hands.copy()
        hands[self._seat] = self._own
        return hands

    def _started(self) -> _Walker:
        """A walker in one of a few random worlds, drawn by how well they explain the past."""
        walkers = []
        for _ in range(self._walks.choices):
            lie = self._worlds.sample()
            hands = [sum(cards) for cards in lie]
            likely = [self._likelihood[seat][hands[seat]] for seat in range(4)]
            walkers.append(_Walker(lie, hands, likely))
        ticket = self._random() * sum(prod(walker.likely) for walker in walkers)
        for walker in walkers:
            ticket -= prod(walker.likely)
            if ticket < 0:
                return walker
        return walkers[-1]

    def _walk(self, walker: _Walker, steps: int) -> None:
        random, barred, likelihood = self._random, self._barred, self._likelihood
        lie, hands, likely = walker.lie, walker.hands, walker.likely
        for _ in range(steps):
            one = int(random() * 4)
            other = (one + 1 + int(random() * 3)) & 3
            ours, theirs = lie[one], lie[other]
            if not ours or not theirs:
                continue
            at, there = int(random() * len(ours)), int(random() * len(theirs))
            card, instead = ours[at], theirs[there]
            if instead & barred[one] or card & barred[other]:
                continue
            change = card | instead
            asked = random() * likely[one] * likely[other]
            new_one = likelihood[one][hands[one] ^ change]
            # No likelihood is above 1, so that half may settle it.
            if new_one < asked:
                continue
            new_other = likelihood[other][hands[other] ^ change]
            if new_one * new_other < asked:
                continue
            ours[at], theirs[there] = instead, card
            hands[one] ^= change
            hands[other] ^= change
            likely[one], likely[other] = new_one, new_other
