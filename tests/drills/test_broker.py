"""The queue is a hint: without it the games go on."""

from __future__ import annotations

import signal
import time

import pytest

from tests.drills.site import Site, send

pytestmark = pytest.mark.slow

STOPPED = 15.0
"""So many seconds the broker is away: three turns of everybody, and longer than any patience."""


def test_the_broker_is_emptied(site: Site) -> None:
    with site.drill():
        for _ in range(5):
            site.redis.flushall()
            time.sleep(0.5)
    site.takes_tasks()


def test_the_broker_stops_answering_and_goes_on_later(site: Site) -> None:
    (broker,) = site.processes("valkey-server")
    with site.drill():
        send(signal.SIGSTOP, broker)
        try:
            time.sleep(STOPPED)
        finally:
            send(signal.SIGCONT, broker)
    # Workers take tasks again, nobody having started them anew.
    site.takes_tasks()


def test_the_broker_is_killed(site: Site) -> None:
    with site.drill():
        send(signal.SIGKILL, *site.processes("valkey-server"))
    site.takes_tasks()
