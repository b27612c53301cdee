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
from django.db import connection

from games import models
from games.eventstore.store import load_whole
from games.models import Lane
from games.tasks import QUEUES
from players.models import Player
from tests.games.services.table import bots_only

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


def test_four_bots_finish_a_game_unattended(worker: Path) -> None:
    ana = Player.objects.create(username="ana")
    table = bots_only(ana, options={"hand_sizes": [3, 2, 1, 2]})
    deadline = time.monotonic() + 120
    while not models.Game.objects.filter(pk=table.row.pk, status="finished").exists():
        assert time.monotonic() < deadline, worker.read_text(errors="replace")
        time.sleep(0.1)
    stream = load_whole(table.row.pk)
    assert len(stream.game.results) == 4
