from __future__ import annotations

import json
import time
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from redis.exceptions import ConnectionError as RedisConnectionError

from backalley import health
from backalley.celery import sign_of_life
from backalley.health import worker_heard
from games import selectors
from games.models import Lane


@pytest.fixture
def heard(redis_url: str) -> None:
    """A worker that was heard of just now, on whatever server the tests have."""
    cache.set_many({worker_heard(lane): time.time() for lane in Lane.values})


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("heard")]


def test_it_works(client: Client) -> None:
    alive = client.get("/healthz")
    assert (alive.status_code, alive.json()) == (200, {"status": "alive"})
    ready = client.get("/readyz")
    assert ready.status_code == 200, ready.content
    assert ready.json()["status"] == "ready"
    assert ready["Cache-Control"] == "no-store"


def test_a_probe_needs_no_host_that_the_service_knows(client: Client) -> None:
    assert client.get("/healthz", headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_nothing_but_reading_is_allowed(client: Client) -> None:
    refused = client.post("/healthz")
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("silent", Lane.values)
def test_a_worker_that_fell_silent_makes_it_not_ready(client: Client, silent: str) -> None:
    cache.set(worker_heard(silent), time.time() - health.SILENCE - 1)
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (503, "not-ready")
    assert ready.json()["checks"]["worker"]["ok"] is False
    cache.delete(worker_heard(silent))
    assert client.get("/readyz").json()["checks"]["worker"] == {
        "ok": False,
        "heard_seconds_ago": None,
    }
    sign_of_life.apply((silent,))
    assert client.get("/readyz").status_code == 200


def test_an_overlooked_turn_makes_it_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "oldest_overdue", lambda now: 59.0)
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(selectors, "oldest_overdue", lambda now: 61.0)
    ready = client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json()["checks"]["turns"] == {"ok": False, "oldest_overdue_seconds": 61.0}


def test_a_broker_that_is_away_makes_it_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise RedisConnectionError

    monkeypatch.setattr(cache, "get_many", away)
    assert client.get("/readyz").json()["checks"]["worker"]["ok"] is False


def test_the_command_says_the_same() -> None:
    said = StringIO()
    call_command("ready", stdout=said)
    assert set(json.loads(said.getvalue())) == set(health.CHECKS)
    cache.delete(worker_heard("slow"))
    call_command("ready", "database", stdout=said)
    with pytest.raises(CommandError, match="not ready: worker"):
        call_command("ready", "worker", stdout=said)
