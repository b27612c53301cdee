"""manage.py bench growth, size"""

from __future__ import annotations

import json

import pytest

from tests.running import Running

pytestmark = pytest.mark.slow


def test_the_last_moves_are_measured_beside_the_first(service: Running) -> None:
    done = service.manage("bench", "growth", "--deals", "2", "--rounds", "1", "--json")

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["deals"] == [2]
    assert report["first, 2 deals"][0] > 0
    assert report["growth, 2 deals"][0] > 0


def test_what_a_game_takes_of_the_disk_is_weighed(service: Running) -> None:
    done = service.manage("bench", "size", "--deals", "1", "--rounds", "1", "--json")

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    # Four sit down, it starts, a deal is dealt, bid, played and scored, and that is the end.
    assert report["events"] >= 1 + 4 + 1 + 1 + 56 + 1 + 1
    assert report["WAL"][0] > 0
    assert report["kB"][0] >= report["event"][0] > 0
