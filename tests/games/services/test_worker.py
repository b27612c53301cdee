"""A Celery worker as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.test import Client

from backalley import health
from games import clock, models
from games.eventstore.store import load_whole
from games.models import Lane
from games.services.machines import MOVES_A_TASK
from games.services.sweeping import sweep
from games.services.tables import create_game
from games.tasks import QUEUES
from players.models import Player
from tests.games.services.table import Table, bots_only

NAME = "the-tests-worker"
BASE = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def process(
    redis_url: str, tmp_path: Path, transactional_db: None
) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of the quick lane on the tests' database."""
    queues = ",".join(QUEUES[Lane.QUICK])
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "REDIS_URL": redis_url,
        "DJANGO_SETTINGS_MODULE": "backalley.settings",
        "PGAPPNAME": NAME,
    }
    with (tmp_path / "worker.log").open("wb") as output:
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
            assert time.monotonic() < deadline, (tmp_path / "worker.log").read_text(
                errors="replace"
            )
        yield process
    finally:
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture
def worker(process: subprocess.Popen[bytes], tmp_path: Path) -> Path:
    """The path of its log."""
    return tmp_path / "worker.log"


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


def test_one_that_lives_and_takes_nothing_is_noticed_and_catches_up_by_itself(
    process: subprocess.Popen[bytes], worker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def turns() -> Any:
        return Client().get("/readyz").json()["checks"]["turns"]

    def age() -> float:
        text = Client().get("/metrics").content.decode()
        (told,) = re.findall(r"\nbackalley_oldest_overdue_turn_seconds (\S+)", text)
        return float(told)

    def wait_until(holds: Callable[[], object]) -> None:
        deadline = time.monotonic() + 120
        while not holds():
            assert time.monotonic() < deadline, worker.read_text(errors="replace")
            time.sleep(0.02)

    ana, now, games = Player.objects.create(username="ana"), clock.now, models.Game.objects
    wish: dict[str, Any] = {"seat": None, "bots": dict.fromkeys("NESW", "beginner")}
    wish["options"] = {"hand_sizes": [2, 1]}
    create_game(player=ana, now=now(), **wish)
    wait_until(games.filter(status="finished").exists)
    process.send_signal(signal.SIGSTOP)
    for _ in range(3):
        create_game(player=ana, now=now(), **wish)
    assert turns()["ok"]
    with monkeypatch.context() as later:
        later.setattr(clock, "now", lambda: now() + timedelta(seconds=health.LATE + 5))
        told = turns()
        assert (told["ok"], told["oldest_overdue_seconds"] > health.LATE) == (False, True)
        assert age() > health.LATE
    assert process.poll() is None
    assert games.filter(status="active").count() == 3

    process.send_signal(signal.SIGCONT)
    # Of a task that became too old meanwhile the sweep, which runs in every service, makes another.
    wait_until(lambda: not sweep(Lane.QUICK, clock=now) and not games.filter(status="active"))
    assert turns()["ok"]
    wait_until(lambda: current_app.control.ping(timeout=0.3))
