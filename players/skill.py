"""How a result changes what is known of the players' skill: pure, by Weng and Lin's method.

A skill is a guess and a doubt. All are kept to the millionth, so that what a contest gave can be
taken back to the last digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple, TypeVar

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

Who = TypeVar("Who", bound=Hashable)
Teams = tuple[Sequence[Who], Sequence[Who]]
"""Who took part, on either side."""

STEP: Final = Decimal("0.000001")
"""The finest difference that is kept."""
LEAST_DOUBT: Final = Decimal("0.5")
"""Nobody is known better than this, however many results are taken back."""
SHOWN_START: Final = 1000
"""The rating of somebody of whom nothing is known."""
SHOWN_SCALE: Final = 40
"""So many points of a rating are one of a guess."""

_MODEL: Final = BradleyTerryFull()


class Skill(NamedTuple):
    """How good somebody is taken to be (`mu`), and how far off that may be (`sigma`)."""

    mu: Decimal
    sigma: Decimal

    def plus(self, change: Skill) -> Skill:
        """This skill after a change."""
        return Skill(self.mu + change.mu, self.sigma + change.sigma)

    def minus(self, change: Skill) -> Skill:
        """This skill without a change that it once had."""
        return Skill(self.mu - change.mu, self.sigma - change.sigma)


START: Final = Skill(
    Decimal(_MODEL.mu).quantize(STEP),
    Decimal(_MODEL.sigma).quantize(STEP),
)
"""Where everybody begins."""


def shown(skill: Skill) -> int:
    """The rating that people see: what he almost certainly is worth, so doubt counts against it."""
    rating = _MODEL.rating(float(skill.mu), float(skill.sigma))
    return round(rating.ordinal(alpha=SHOWN_SCALE, target=SHOWN_START))


def is_contest(teams: Teams[Who]) -> bool:
    """Whether there is anything to learn: not if a team met itself, as bots of one level do."""
    return Counter(teams[0]) != Counter(teams[1])


def changes(teams: Teams[Who], winner: int | None, known: Mapping[Who, Skill]) -> dict[Who, Skill]:
    """What a contest changes, by who took part; nothing if it is none.

    `winner` is the index of the team that won, None for a draw. Whoever holds several places, as
    bots do, gets the mean of what each would.
    """
    if not is_contest(teams):
        return {}
    before = [[_rating(known[who]) for who in team] for team in teams]
    ranks = [0.0 if winner in (None, place) else 1.0 for place in range(len(teams))]
    after = _MODEL.rate(before, ranks=ranks)
    found: dict[Who, list[tuple[float, float]]] = {}
    for team, ratings in zip(teams, after, strict=True):
        for who, rating in zip(team, ratings, strict=True):
            found.setdefault(who, []).append((rating.mu, rating.sigma))
    return {who: _mean(places).minus(known[who]) for who, places in found.items()}


def _rating(skill: Skill) -> BradleyTerryFullRating:
    return _MODEL.rating(float(skill.mu), float(max(skill.sigma, LEAST_DOUBT)))


def _mean(places: Sequence[tuple[float, float]]) -> Skill:
    mus, sigmas = zip(*places, strict=True)
    return Skill(*(Decimal(sum(of) / len(places)).quantize(STEP) for of in (mus, sigmas)))
