from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import models
from games.management.commands import bench as command
from players.models import Player

pytestmark = pytest.mark.django_db


def bench(*words: str) -> str:
    out = StringIO()
    call_command("bench", *words, stdout=out)
    return out.getvalue()


def test_replay_is_measured_beside_the_smallest_loop() -> None:
    words = ("replay", "--preset", "short", "--rounds", "2", "--seconds", "0.1", "--json")
    report: dict[str, Any] = json.loads(bench(*words))
    assert report["preset"] == "short"
    # 14 deals of 1 … 7 cards: their bids, their cards, and what begins and ends them.
    assert report["events"] >= 14 * 4 + 4 * 56 + 2 * 14
    for name in ("rebuilds", "smallest loop", "rebuilds to smallest loop", "events a second"):
        lowest, median, highest = report[name]
        assert 0 < lowest <= median <= highest
    assert report["rebuilds to smallest loop"][0] < 1


def test_nothing_stays_of_the_game_that_was_played() -> None:
    bench("replay", "--preset", "short", "--rounds", "1", "--seconds", "0.01", "--json")
    for model in (models.Event, models.Game, models.Seat, Player):
        assert not model.objects.exists()


def test_people_are_shown_a_table() -> None:
    shown = bench("replay", "--preset", "short", "--rounds", "1", "--seconds", "0.01")
    for word in ("lowest", "median", "highest", "smallest loop", "events a second"):
        assert word in shown


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_a_game_takes_of_the_disk_is_weighed() -> None:
    report = json.loads(bench("size", "--deals", "1", "--rounds", "1", "--json"))
    # Four sit down, it starts, a deal is dealt, bid, played and scored, and that is the end.
    assert report["events"] >= 1 + 4 + 1 + 1 + 56 + 1 + 1
    assert report["WAL"][0] > 0
    assert report["kB"][0] >= report["event"][0] > 0


@pytest.mark.parametrize("words", [("--rounds", "0"), ("--seconds", "0")])
def test_nothing_cannot_be_measured(words: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="--rounds must be 1 or more"):
        bench("replay", *words)


def test_short_is_some_of_all_with_less_of_each() -> None:
    everything, some = command._wanted("all", {}), command._wanted("short", {})
    assert some.keys() < everything.keys()
    for name, asked in some.items():
        assert asked.keys() == everything[name].keys()
        assert asked != everything[name]
        assert asked["rounds"] >= 1
