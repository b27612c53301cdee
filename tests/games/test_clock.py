"""There is one clock, and whoever wants to know the time is told it."""

from __future__ import annotations

import re
from datetime import UTC, timedelta

from games import clock
from tests.running import BASE

OTHER_CLOCKS = re.compile(
    r"\b(datetime\.(now|today|utcnow)|date\.today|time\.time|timezone\.now)\b"
)


def test_nothing_in_the_games_reads_another() -> None:
    readers = [
        path.relative_to(BASE).as_posix()
        for path in (BASE / "games").rglob("*.py")
        if OTHER_CLOCKS.search(path.read_text())
    ]
    assert readers == ["games/clock.py"]


def test_services_do_not_even_read_that_one() -> None:
    for path in (BASE / "games" / "services").glob("*.py"):
        assert "clock.now" not in path.read_text(), path.name


def test_it_tells_the_present_time_in_utc() -> None:
    first, second = clock.now(), clock.now()
    assert first.tzinfo is UTC
    assert timedelta(0) <= second - first < timedelta(minutes=1)
