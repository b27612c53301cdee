"""How many have each rating: counted as ratings come, move and go, whoever writes them."""

from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F

from players import accounts, ratings, selectors, services
from players.models import Player, Rating, RatingTally
from players.ratings import Holder

pytestmark = pytest.mark.django_db
NUMBERS: dict[str, Any] = {"mu": Decimal(25), "sigma": Decimal(3)}


def counted() -> dict[int, tuple[int, int]]:
    """The tally, without ratings that nobody has."""
    rows = RatingTally.objects.exclude(people=0, bots=0)
    return {row.rating: (row.people, row.bots) for row in rows}


def true_counts() -> dict[int, tuple[int, int]]:
    ranked = [row for row in Rating.objects.all() if row.contests > 0 and not row.retired]
    people = Counter(row.rating for row in ranked if row.player_id is not None)
    bots = Counter(row.rating for row in ranked if row.bot is not None)
    return {rating: (people[rating], bots[rating]) for rating in people | bots}


def someone(number: int) -> Player:
    return Player.objects.create(username=f"player-{number}")


def test_it_is_right_whatever_is_done() -> None:
    dice = random.Random(7)
    players = [someone(number) for number in range(12)]
    Rating.objects.bulk_create(
        Rating(
            player=player, rating=1000 + dice.randrange(3), contests=dice.randrange(3), **NUMBERS
        )
        for player in players
    )
    Rating.objects.create(bot="expert", rating=1001, contests=1, **NUMBERS)
    assert counted() == true_counts()
    for _ in range(60):
        which = Rating.objects.filter(pk__in=dice.sample([*all_ids()], 3))
        act = dice.randrange(6)
        if act == 0:
            which.update(rating=F("rating") + dice.randrange(-1, 2))
        elif act == 1:
            which.update(contests=dice.randrange(2))
        elif act == 2:
            rows = list(which)
            for row in rows:
                row.rating, row.contests = 1000 + dice.randrange(3), 1
            ratings.save(rows)
        elif act == 3:
            services.set_active(dice.choice(players), dice.choice([True, False]))
        elif act == 4:
            ratings.hold([Holder(player=dice.choice(players).pk), Holder(bot="normal")])
        else:
            which.filter(bot=None).delete()
        assert counted() == true_counts()


def all_ids() -> Any:
    ids = list(Rating.objects.values_list("pk", flat=True))
    return ids * 3


def test_places_are_those_of_the_table() -> None:
    dice = random.Random(8)
    for number in range(20):
        rating = 1000 + dice.randrange(4)
        Rating.objects.create(player=someone(number), rating=rating, contests=1, **NUMBERS)
    for level in ("beginner", "normal", "expert"):
        Rating.objects.create(bot=level, rating=1000 + dice.randrange(4), contests=1, **NUMBERS)
    for bots in (True, False):
        table = selectors.ranked(bots=bots).order_by("-rating", "-id")
        places = [selectors.place_of(row, bots=bots) for row in table]
        assert places == list(range(1, len(places) + 1))


def test_a_first_contest_of_somebody_who_has_gone_gives_him_no_place() -> None:
    gone, out, here = (someone(number) for number in range(3))
    accounts.delete(gone)
    services.set_active(out, False)
    held = ratings.hold([Holder(player=player.pk) for player in (gone, out, here)])
    Rating.objects.filter(pk__in=[row.pk for row in held.rows.values()]).update(contests=1)

    assert [row.player for row in selectors.ranked()] == [here]
    services.set_active(out, True)
    assert {row.player for row in selectors.ranked()} == {here, out}
