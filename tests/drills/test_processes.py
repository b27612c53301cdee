"""Whatever is killed or restarted, its games go on."""

from __future__ import annotations

import signal
import time

import pytest

from tests.drills.site import Site, send
from tests.drills.watch import wait_until
from tests.running import command_lines

pytestmark = pytest.mark.slow

LANES = ("quick@", "slow@")
"""What the command lines of each lane's worker hold."""


def test_every_worker_is_killed_in_the_middle_of_a_decision(site: Site) -> None:
    for _ in range(4):
        site.open_game(seat=None, bots=dict.fromkeys("NESW", "expert"))
    with site.drill():
        for _ in range(2):
            # While four experts and more play, one of them is thinking at any moment.
            send(signal.SIGKILL, *site.processes("backalley.celery"))
            time.sleep(2)
    site.takes_tasks()


def test_only_those_are_killed_that_do_the_workers_work(site: Site) -> None:
    wait_until(lambda: all(len(site.processes(lane)) > 1 for lane in LANES), 60)
    with site.drill():
        for lane in LANES:
            worker, *forked = site.processes(lane)
            send(signal.SIGKILL, *forked)
            assert worker in site.processes(lane)
    site.takes_tasks()


def test_web_and_workers_are_restarted_with_fifty_games_waiting_and_no_task_left(
    site: Site,
) -> None:
    # Each by its first process, as those who run it would do it.
    first = [site.processes(name)[0] for name in ("gunicorn", *LANES, "manage.py sweep")]
    with site.drill() as drill:
        send(signal.SIGTERM, *first)
        # What the workers had, and what they hand back as they go, is lost.
        while not command_lines().keys().isdisjoint(first):
            site.redis.flushall()
            time.sleep(0.1)
        site.redis.flushall()
        wait_until(site.serves, 60)
        drill.outage_is_over()
    site.takes_tasks()


def test_postgres_is_restarted_under_load(site: Site) -> None:
    with site.drill() as drill:
        send(signal.SIGINT, site.processes("bin/postgres")[0])
        time.sleep(0.5)
        wait_until(site.serves, 60)
        drill.outage_is_over()
    site.takes_tasks()


def test_postgres_is_killed_under_load(site: Site) -> None:
    with site.drill() as drill:
        send(signal.SIGKILL, site.processes("bin/postgres")[0])
        time.sleep(0.5)
        wait_until(site.serves, 60)
        drill.outage_is_over()
    site.takes_tasks()
