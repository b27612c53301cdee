"""manage.py bench moves"""

from __future__ import annotations

import json

import pytest

from tests.running import Running

pytestmark = pytest.mark.slow


def test_moves_are_measured_beside_what_could_be_at_most(service: Running) -> None:
    words = ("--games", "2", "--moves", "3", "--rounds", "1", "--json")
    done = service.manage("bench", "moves", *words)

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["games"], report["moves"], report["processes"]) == (2, 3, 2)
    for games in ("one game", "2 games"):
        for name in ("F1", "F2", "moves"):
            found = f"{name}, {games}"
            assert report[f"{found}: a second"][0] > 0
            assert 0 < report[f"{found}: p50 ms"][0] <= report[f"{found}: p99 ms"][0]
        assert report[f"moves / F2, {games}: a second"][0] > 0
