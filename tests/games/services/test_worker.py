"""A Celery worker as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.db import connection

from games import models
from games.eventstore.store import load_whole
from games.models import Lane
from games.services.machines import MOVES_A_TASK
from games.tasks import QUEUES
from players.models import Player
from tests.games.services.table import Table, bots_only

NAME = "the-tests-worker"
BASE = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def worker(redis_url: str, tmp_path: Path, transactional_db: None) -> Iterator[Path]:
    """A worker of the quick lane on the tests' database; the path of its log."""
    log = tmp_path / "worker.log"
    queues = ",".join(QUEUES[Lane.QUICK])
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "REDIS_URL": redis_url,
        "DJANGO_SETTINGS_MODULE": "backalley.settings",
        "PGAPPNAME": NAME,
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "celery", "--app", "backalley.celery", "worker"),
                *("--pool", "solo", "--queues", queues, "--loglevel", "warning"),
                *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            ],
            cwd=BASE,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        # No sweep runs here, so a task that is too old when the worker comes would be missed.
        deadline = time.monotonic() + 60
        while not current_app.control.ping(timeout=0.5):
            assert time.monotonic() < deadline, log.read_text(errors="replace")
        yield log
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def database_url() -> str:
    """The address of the tests' own database."""
    found = connection.settings_dict
    host = f"host={found['HOST']}&port={found['PORT']}"
    user = f"&user={found['USER']}" if found["USER"] else ""
    password = f"&password={found['PASSWORD']}" if found["PASSWORD"] else ""
    return f"postgresql:///{found['NAME']}?{host}{user}{password}"


def connections_of_the_worker() -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE application_name = %s", [NAME])
        return {pid for (pid,) in cursor.fetchall()}


def watch(table: Table, worker: Path) -> Iterator[set[int]]:
    """Until the game is over, at each look, the worker's connections."""
    deadline = time.monotonic() + 120
    while not models.Game.objects.filter(pk=table.row.pk, status="finished").exists():
        assert time.monotonic() < deadline, worker.read_text(errors="replace")
        yield connections_of_the_worker()
        time.sleep(0.01)


def test_four_bots_finish_a_game_unattended_on_one_connection(worker: Path) -> None:
    ana = Player.objects.create(username="ana")
    table = bots_only(ana, options={"hand_sizes": [3, 2, 1, 2]})
    seen = set[int]().union(*watch(table, worker))

    stream = load_whole(table.row.pk)
    assert len(stream.game.results) == 4
    # It took several tasks, each for a few moves.
    assert stream.version > 3 * MOVES_A_TASK
    assert len(seen) == 1


def test_a_connection_that_breaks_is_replaced(worker: Path) -> None:
    ana = Player.objects.create(username="ana")
    ended = set[int]()
    for sizes in ([3, 2, 1, 2], [2, 3]):
        table = bots_only(ana, options={"hand_sizes": sizes})
        last = {pid for seen in watch(table, worker) for pid in seen}
        assert last.isdisjoint(ended)
        ended |= last
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) pid", [list(last)])
    assert len(ended) == 2
