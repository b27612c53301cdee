"""manage.py bench moves, growth"""

from __future__ import annotations

import json

import pytest

from tests.running import Running

pytestmark = pytest.mark.slow


def test_moves_are_measured_beside_what_could_be_at_most(service: Running) -> None:
    words = ("--games", "1", "--moves", "3", "--rounds", "1", "--json")
    done = service.manage("bench", "moves", *words)

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["games"], report["moves"], report["processes"]) == (1, 3, 2)
    for name in ("F1", "F2", "moves"):
        found = f"{name}, one game"
        assert report[f"{found}: a second"][0] > 0
        assert 0 < report[f"{found}: p50 ms"][0] <= report[f"{found}: p99 ms"][0]
    assert report["moves / F2, one game: a second"][0] > 0


def test_the_last_moves_of_a_game_are_measured_beside_the_first(service: Running) -> None:
    done = service.manage("bench", "growth", "--deals", "1", "--rounds", "1", "--json")

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["deals"] == [1]
    assert report["first, 1 deals"][0] > 0
    assert report["growth, 1 deals"][0] > 0
