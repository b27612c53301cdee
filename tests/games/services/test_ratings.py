"""The end of a rated game moves each player's rating once; a voided one gives it back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.commands import VoidGame
from games.engine.events import GameFinished
from games.eventstore.actors import SYSTEM
from games.eventstore.store import read
from games.services import ratings
from games.services.acts import act
from players.models import Player, Rating, RatingChange
from players.skill import START
from tests.games.rated import (
    everything,
    one_card_preset,
    play_out,
    rated,
    skill,
    winners,
)
from tests.games.services.table import People, Table, bots_only, seated

pytestmark = pytest.mark.usefixtures("woken")


@pytest.fixture(autouse=True)
def short_is_one_card() -> Iterator[None]:
    with one_card_preset():
        yield


def void(table: Table) -> None:
    """Staff find that the game counts for nothing."""
    table.keep(act(table.row.pk, lambda _: (VoidGame("Unfair."), SYSTEM), now=table.later()))


def rebuild() -> str:
    out = StringIO()
    call_command("rebuild_ratings", stdout=out)
    return out.getvalue().strip()


def test_winners_rise_and_losers_fall(people: People) -> None:
    table = play_out(rated(people))
    for seat, player in people.items():
        risen = skill(player).mu > START.mu
        assert risen == (seat in winners(table))
    assert RatingChange.objects.filter(contest=table.row.pk).count() == 4


@pytest.mark.parametrize(
    "wish",
    [{"sandbox": True}, {"options": {"points_per_trick": 6}}, {"options": {"hand_sizes": [2]}}],
)
def test_no_rating_moves_in_a_sandbox_or_by_other_rules(
    people: People, wish: dict[str, Any]
) -> None:
    play_out(rated(people, **wish))
    assert not Rating.objects.exists()


def test_an_option_named_as_the_preset_has_it_is_no_departure(people: People) -> None:
    play_out(rated(people, options={"points_per_trick": 5}))
    assert RatingChange.objects.count() == 4


def test_a_voided_game_gives_its_change_back(people: People) -> None:
    first, second = rated(people), rated(people, visibility="private")
    play_out(first)
    alone = {player.pk: skill(player) for player in people.values()}
    # What came after was worth what it was worth; only the first game's own change goes.
    play_out(second)
    void(first)
    for player in people.values():
        change = RatingChange.objects.get(contest=second.row.pk, rating__player=player)
        assert skill(player).mu == START.mu + change.mu
        assert skill(player) != alone[player.pk]
    void(second)
    assert {skill(player) for player in people.values()} == {START}
    assert set(Rating.objects.values_list("contests", flat=True)) == {0}


def test_a_game_that_is_void_before_its_end_changes_nothing(people: People) -> None:
    void(rated(people))
    assert not RatingChange.objects.exists()


def test_who_left_for_good_counts_with_his_team_and_the_bot_does_not(people: People) -> None:
    table = rated(people)
    table.leave("E", people["E"])
    play_out(table)
    assert (skill(people["E"]).mu > START.mu) == ("E" in winners(table))
    assert not Rating.objects.filter(bot__isnull=False).exists()


def test_each_level_of_bots_has_one_rating(ana: Player) -> None:
    bots = {"E": "normal", "S": "normal", "W": "beginner"}
    table = play_out(Table({"N": ana}, ana, ruleset="short", bots=bots))
    assert set(Rating.objects.values_list("player", "bot")) == {
        (ana.pk, None),
        (None, "normal"),
        (None, "beginner"),
    }
    beginner = Rating.objects.get(bot="beginner")
    assert (beginner.mu > START.mu) == ("W" in winners(table))
    everything()


def test_bots_of_one_level_learn_nothing_of_themselves(ana: Player) -> None:
    play_out(bots_only(ana, ruleset="short"))
    assert not Rating.objects.exists()
    assert rebuild() == "0 rated games, 0 ratings, 0 of them otherwise before"


def test_a_tie_is_a_draw(people: People) -> None:
    table = rated(people)
    Rating.objects.bulk_create(
        Rating(player=people[seat], mu=mu, sigma=Decimal(3), rating=0)
        for seat, mu in {"N": 30, "S": 30, "E": 20, "W": 20}.items()
    )
    stake = ratings.at_stake(table.game, [GameFinished({"NS": 0, "EW": 0}, "tie", "")])
    assert stake is not None
    stake.settle(table.now)
    moved = dict(RatingChange.objects.values_list("rating__player__username", "mu"))
    assert moved["ana"] == moved["chie"] < 0 < moved["boris"] == moved["dipa"]


def test_a_rebuild_gives_the_same_numbers(people: People, eve: Player, ana: Player) -> None:
    bots = {"E": "expert", "S": "normal", "W": "normal"}
    tables = [rated(people), rated({**people, "W": eve}), rated(people)]
    tables.append(Table({"N": ana}, ana, ruleset="short", bots=bots))
    tables.append(seated(people, options={"hand_sizes": [1]}))
    tables[0].leave("S", people["S"])
    for table in (tables[2], tables[0], tables[3], tables[4]):
        play_out(table)
    void(tables[2])
    play_out(tables[1])
    void(tables[4])
    before = everything()
    assert len(before[1]) == 15
    assert rebuild() == "4 rated games, 7 ratings, 0 of them otherwise before"
    assert everything() == before


def test_a_rebuild_mends_what_is_otherwise(people: People) -> None:
    table = rated(people)
    play_out(rated({seat: people[other] for seat, other in zip("NESW", "NSEW", strict=True)}))
    play_out(table)
    before = everything()
    Rating.objects.filter(player=people["E"]).update(mu=Decimal(50))
    RatingChange.objects.filter(contest=table.row.pk).delete()
    assert rebuild() == "2 rated games, 4 ratings, 1 of them otherwise before"
    assert everything() == before
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    assert rebuild().endswith("4 ratings, 4 of them otherwise before")
    numbers = [
        sorted((row["player_id"], row["mu"]) for row in rows)
        for rows in (before[0], everything()[0])
    ]
    assert numbers[0] == numbers[1]


def test_games_end_in_an_order_though_clocks_differ(people: People) -> None:
    first, second = rated(people), rated(people)
    first.later(60)
    play_out(first)
    play_out(second)
    ends = [read(table.row.pk)[-1].at for table in (first, second)]
    assert ends[1] == ends[0] + timedelta(microseconds=1)
    assert second.row.updated_at == ends[1]
    before = everything()
    rebuild()
    assert everything() == before
