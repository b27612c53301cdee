"""`manage.py bot_match`: duplicate decks, the sides swapped, and what is reported of it."""

from __future__ import annotations

import json
import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.bots.duplicate import Terms, mean_and_margin, pairs


def test_a_level_gains_nothing_on_itself() -> None:
    found = list(pairs("normal", "normal", 3, 1, Terms("short"), time.perf_counter))
    assert [pair.points for pair in found] == [0, 0, 0]
    assert all(pair.games[0] == -pair.games[1] for pair in found)


@pytest.mark.slow
def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = (
        [pair.points for pair in pairs("normal", "beginner", 2, seed, Terms("short"), time.time)]
        for seed in (1, 1, 2)
    )
    assert first == again != other


def test_the_interval_is_students() -> None:
    assert mean_and_margin([5.0]) == (5.0, 0.0)
    mean, margin = mean_and_margin([1.0, 2.0, 3.0, 4.0, 5.0])
    assert mean == 3
    assert margin == pytest.approx(2.776 * 1.5811 / 5**0.5, rel=0.02)


def test_the_report_is_json_on_request() -> None:
    output = StringIO()
    call_command(
        "bot_match", a="normal", b="beginner", pairs=3, preset="short", json=True, stdout=output
    )
    report = json.loads(output.getvalue())
    assert report["pairs"] == len(report["pair_points"]) == 3
    low, high = report["interval_95"]
    assert low <= report["points_a_game"] <= high
    for level in ("normal", "beginner"):
        times = report["seconds_a_move"][level]
        assert 0 < times["median"] <= times["p95"] <= times["worst"]


def test_the_report_is_a_table_for_people() -> None:
    output = StringIO()
    call_command(
        "bot_match", a="expert", b="normal", pairs=1, preset="short", worlds=2, stdout=output
    )
    assert "points a game" in output.getvalue()


def test_a_match_of_no_games_is_refused() -> None:
    with pytest.raises(CommandError, match="pairs"):
        call_command("bot_match", pairs=0)
