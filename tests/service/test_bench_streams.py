"""manage.py bench streams"""

from __future__ import annotations

import json

import pytest

from tests.running import Running, manage

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("words", [(), ("--together",)])
def test_streams_are_measured_on_a_running_service(
    service: Running, words: tuple[str, ...]
) -> None:
    service.url()
    small = ("--streams", "6", "--rounds", "1", "--seconds", "3", "--json")
    done = service.manage("bench", "streams", *small, *words)

    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["streams"] == 6
    for name in ("p50 alone", "p50 beside", "p99 alone", "p99 beside", "arrival"):
        lowest, median, highest = report[name]
        assert 0 < lowest <= median <= highest


def test_without_a_service_there_is_nothing_to_measure_here(service: Running) -> None:
    nowhere = {**service.environment, "BACKALLEY_HOME": f"{service.home}-not"}
    done = manage(nowhere, "bench", "streams", "--here")

    assert done.returncode != 0
    assert "start the service with `manage.py up`" in done.stderr
