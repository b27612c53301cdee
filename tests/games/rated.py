"""Rated games that are short, and what they do to ratings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any
from unittest import mock

from django.db.models import Sum

from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS, TEAM_OF
from players.models import Player, Rating, RatingChange
from players.skill import START, Skill, shown
from tests.games.services.table import People, Table, seated


def one_card_preset() -> Any:
    """While this lasts the preset `short` is one deal of one card."""
    return mock.patch.dict(PRESETS, short=replace(PRESETS["short"], hand_sizes=(1,)))


def rated(people: People, **wish: Any) -> Table:
    """A rated game of the four that has begun."""
    return seated(people, ruleset="short", **wish)


def play_out(table: Table) -> Table:
    """The game to its end, whoever is to move."""
    while table.game.status == "active":
        step(table)
    return table


def play_up_to_the_last_card(table: Table) -> Table:
    """The game until one card is left."""
    while sum(len(hand) for hand in hands(table)) > 1 or table.game.deal.phase != "play":  # type: ignore[union-attr]
        step(table)
    return table


def hands(table: Table) -> Iterator[Any]:
    """The four hands."""
    assert table.game.deal is not None
    return iter(table.game.deal.hands.values())


def step(table: Table) -> None:
    """One move, by the bot if one is to act."""
    if table.game.seats[table.turn].bot is None:
        table.move()
    else:
        table.later()
        assert table.machine() is not None


def winners(table: Table) -> list[str]:
    """The seats that won."""
    return [seat for seat in SEATS if TEAM_OF[seat] == table.game.winner]


def skill(player: Player) -> Skill:
    """What is known of a player's skill, once it is found to be what his changes come to."""
    row = Rating.objects.get(player=player)
    verify(row)
    return Skill(row.mu, row.sigma)


def verify(row: Rating) -> None:
    """A rating is the start and all changes that were not taken back."""
    made = RatingChange.objects.filter(rating=row, taken_back_at=None)
    total = made.aggregate(mu=Sum("mu", default=Decimal(0)), sigma=Sum("sigma", default=Decimal(0)))
    assert (row.mu, row.sigma) == (START.mu + total["mu"], START.sigma + total["sigma"])
    assert row.contests == made.count()
    assert row.rating == shown(Skill(row.mu, row.sigma))


def everything() -> tuple[list[Any], list[Any]]:
    """All ratings and all changes, with nothing left out."""
    for row in Rating.objects.all():
        verify(row)
    return (
        list(Rating.objects.order_by("id").values()),
        list(RatingChange.objects.order_by("contest", "rating_id").values()),
    )
