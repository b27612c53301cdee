"""Ratings on their way: who took part in a contest is locked, and then changed once.

Rows are locked in one order, so contests that end at the same moment wait for each other and none
is lost. Whoever changes ratings lets his contest end after all that is in them already: so the
changes of each rating have one order, in which they can be made again out of a record of contests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from players.models import Player, Rating, RatingChange
from players.skill import START, Skill, Teams, changes, shown

TICK: Final = timedelta(microseconds=1)
"""The least time between two changes of a rating."""


class Holder(NamedTuple):
    """Who has a rating: a player by his account's id, or a level of bots."""

    player: UUID | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """Ratings that nobody else changes until the transaction ends."""

    rows: Mapping[Holder, Rating]

    def time_for(self, at: datetime) -> datetime:
        """When a contest that changes them ends: at that time, or as soon after as may be."""
        taken = [row.latest for row in self.rows.values() if row.latest is not None]
        return max([at, *(latest + TICK for latest in taken)])


def hold(holders: Iterable[Holder]) -> Held:
    """Lock the ratings of those who took part in a contest; who has none begins with one.

    Within the caller's transaction.
    """
    wanted = sorted(set(holders), key=_order)
    players = [holder.player for holder in wanted if holder.player is not None]
    bots = [holder.bot for holder in wanted if holder.bot is not None]
    out = set(Player.objects.filter(pk__in=players, is_active=False).values_list("pk", flat=True))
    fresh = [rating_of(holder, retired=holder.player in out) for holder in wanted]
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    return _locked(Q(player__in=players) | Q(bot__in=bots))


def hold_of(contest: UUID) -> Held:
    """Lock the ratings that a contest changed and that still have it. As `hold`."""
    return _locked(Q(changes__contest=contest, changes__taken_back_at=None))


def settle(
    held: Held, contest: UUID, teams: Teams[Holder], winner: int | None, *, at: datetime
) -> None:
    """Count a contest in the ratings of all who took part; `at` is by `Held.time_for`."""
    known = {holder: skill_of(row) for holder, row in held.rows.items()}
    made = changes(teams, winner, known)
    RatingChange.objects.bulk_create(
        RatingChange(
            contest=contest, rating=held.rows[who], mu=change.mu, sigma=change.sigma, at=at
        )
        for who, change in made.items()
    )
    for who, change in made.items():
        put(held.rows[who], known[who].plus(change), by=1, at=at)
    save(held.rows[who] for who in made)


def take_back(held: Held, contest: UUID, *, at: datetime) -> None:
    """Count a contest no more: each rating is again what it would be by the other changes.

    `held` is by `hold_of`, `at` by `Held.time_for`.
    """
    made = RatingChange.objects.filter(contest=contest, taken_back_at=None)
    rows = {row.pk: row for row in held.rows.values()}
    for change in made:
        row = rows[change.rating_id]
        put(row, skill_of(row).minus(skill_of(change)), by=-1, at=at)
    made.update(taken_back_at=at)
    save(rows.values())


def retire(player: Player) -> None:
    """Give a player no place in the table any more.

    Within the transaction that shuts him out or deletes his account. A contest of his that ends
    meanwhile finds this, or is waited for.
    """
    Rating.objects.bulk_create(
        [rating_of(Holder(player=player.pk), retired=True)],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["retired"],
    )


def bring_back(player: Player) -> None:
    """Give a player his place again who was shut out."""
    Rating.objects.filter(player=player).update(retired=False)


def rating_of(holder: Holder, *, retired: bool = False) -> Rating:
    """A rating of which nothing is known yet, unsaved."""
    row = Rating(player_id=holder.player, bot=holder.bot, retired=retired)
    row.mu, row.sigma, row.rating = START.mu, START.sigma, shown(START)
    return row


def skill_of(row: Rating | RatingChange) -> Skill:
    """What a rating says, or by how much it changed."""
    return Skill(row.mu, row.sigma)


def put(row: Rating, skill: Skill, *, by: int, at: datetime) -> None:
    """Have a rating say this after one contest more, or less; unsaved."""
    row.mu, row.sigma, row.rating = skill.mu, skill.sigma, shown(skill)
    row.contests += by
    row.latest = at


def save(rows: Iterable[Rating]) -> None:
    """Write what ratings say."""
    fields = ["mu", "sigma", "rating", "contests", "latest"]
    Rating.objects.bulk_update(rows, fields, batch_size=500)


def _locked(which: Q) -> Held:
    rows = Rating.objects.select_for_update(no_key=True, of=("self",)).filter(which)
    in_order = rows.order_by("player_id", "bot")
    return Held({Holder(row.player_id, row.bot): row for row in in_order})


def _order(holder: Holder) -> tuple[bool, int, str]:
    """The order of the rows: by player, and then by level."""
    return holder.player is None, holder.player.int if holder.player else 0, holder.bot or ""
