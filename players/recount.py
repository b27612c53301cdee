"""All ratings made anew out of a record of contests: the same numbers, to the last digit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction

from players.models import Rating, RatingChange
from players.ratings import Holder, put, rating_of, save, skill_of
from players.skill import START, Teams, changes, shown

# Whoever changes ratings waits; who only looks at them does not.
_LOCK = "LOCK TABLE players_rating IN EXCLUSIVE MODE"


class Ending(NamedTuple):
    """A contest's end at a time; without `teams` it had ended before, and counts no more."""

    at: datetime
    contest: UUID
    teams: Teams[Holder] | None = None
    winner: int | None = None


class Recount(NamedTuple):
    """What a recount has found: so many contests and ratings, and how many were otherwise."""

    contests: int
    ratings: int
    otherwise: int


def recount(endings: Callable[[], Iterable[Ending]]) -> Recount:
    """Make all ratings, and what each contest changed in them, out of these endings.

    `endings` is asked while nothing can end; contests that end meanwhile wait. In whatever order
    they are named, they are taken in that of their times.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(_LOCK)
        rows = {Holder(row.player_id, row.bot): row for row in Rating.objects.all()}
        before = {holder: (*skill_of(row), row.contests) for holder, row in rows.items()}
        for row in rows.values():
            row.mu, row.sigma, row.rating = START.mu, START.sigma, shown(START)
            row.contests, row.latest = 0, None
        made = _made(sorted(endings(), key=lambda ending: ending[:2]), rows)
        RatingChange.objects.all().delete()
        Rating.objects.bulk_create(row for holder, row in rows.items() if holder not in before)
        save(rows.values())
        _retire_who_is_out()
        RatingChange.objects.bulk_create(made, batch_size=5000)
    after = {holder: (*skill_of(row), row.contests) for holder, row in rows.items()}
    otherwise = sum(before.get(holder) != found for holder, found in after.items())
    return Recount(len({change.contest for change in made}), len(rows), otherwise)


def _retire_who_is_out() -> None:
    for active in (True, False):
        of_these = Rating.objects.filter(player__is_active=active, retired=active)
        of_these.update(retired=not active)


def _made(endings: Iterable[Ending], rows: dict[Holder, Rating]) -> list[RatingChange]:
    """Have the rows say what these endings lead to; each change, in order."""
    made: dict[UUID, list[RatingChange]] = {}
    for ending in endings:
        if ending.teams is None:
            for change in made.get(ending.contest, []):
                change.taken_back_at = ending.at
                skill = skill_of(change.rating).minus(skill_of(change))
                put(change.rating, skill, by=-1, at=ending.at)
            continue
        there = {who: rows.setdefault(who, rating_of(who)) for who in chain(*ending.teams)}
        known = {who: skill_of(row) for who, row in there.items()}
        made[ending.contest] = [
            RatingChange(
                contest=ending.contest,
                rating=there[who],
                mu=change.mu,
                sigma=change.sigma,
                at=ending.at,
            )
            for who, change in changes(ending.teams, ending.winner, known).items()
        ]
        for change in made[ending.contest]:
            skill = skill_of(change.rating).plus(skill_of(change))
            put(change.rating, skill, by=1, at=ending.at)
    return [change for contest in made.values() for change in contest]
