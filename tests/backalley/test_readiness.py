"""A service that lives but moves for nobody is not ready, and is again once all have been moved."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client

from backalley import health
from games import clock, models
from games.models import Lane
from games.services import sandbox, sweeping, tables
from games.services.acts import Act
from players.models import Player

pytestmark = pytest.mark.django_db

Shift = Callable[[float], None]


@pytest.fixture
def ana() -> Player:
    return Player.objects.create(username="ana")


@pytest.fixture(autouse=True)
def heard(redis_url: str) -> None:
    """The workers still send signs of life: by those alone nothing would be noticed."""
    for lane in Lane.values:
        cache.set(health.worker_heard(lane), time.time())


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Shift:
    """Lets so many seconds pass, for everybody who asks the games' clock."""
    passed = timedelta(0)
    real = clock.now

    def now() -> datetime:
        return real() + passed

    def shift(seconds: float) -> None:
        nonlocal passed
        passed += timedelta(seconds=seconds)

    monkeypatch.setattr(clock, "now", now)
    return shift


def game_of(ana: Player, **wish: Any) -> Act:
    return tables.create_game(player=ana, now=clock.now(), **wish)


def ready() -> tuple[int, Any]:
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()["checks"]["turns"]


def test_a_turn_that_nobody_moves_is_noticed_after_a_minute(ana: Player, later: Shift) -> None:
    games = [game_of(ana, seat=None, bots=dict.fromkeys("NESW", "normal")) for _ in range(3)]
    versions = [game.stream.version for game in games]

    later(health.LATE - 5)
    status, turns = ready()
    assert (status, turns["ok"]) == (200, True)
    assert turns["oldest_overdue_seconds"] == pytest.approx(health.LATE - 6, abs=5)
    later(10)
    status, turns = ready()
    assert (status, turns["ok"]) == (503, False)
    assert turns["oldest_overdue_seconds"] > health.LATE
    assert Client().get("/healthz").status_code == 200

    # Somebody sweeps again, and nobody has to do more.
    while sweeping.sweep(Lane.QUICK, clock=clock.now) and ready()[0] != 200:
        pass
    status, turns = ready()
    assert (status, turns["ok"]) == (200, True)
    for game, version in zip(games, versions, strict=True):
        assert models.Game.objects.get(pk=game.row.pk).version > version


def test_an_absent_players_overlooked_turn_is_noticed_too(ana: Player, later: Shift) -> None:
    game = game_of(ana, seat="N", bots=dict.fromkeys("ESW", "beginner"), turn_seconds=30)
    while models.Game.objects.get(pk=game.row.pk).turn_seat != "N":
        later(3)
        sweeping.sweep(Lane.QUICK, clock=clock.now)

    later(30)
    assert ready()[0] == 200
    later(health.LATE + 5)
    assert ready()[0] == 503
    sweeping.sweep(Lane.QUICK, clock=clock.now)
    assert ready()[0] == 200


def test_who_has_time_left_is_not_late(ana: Player, later: Shift) -> None:
    game_of(ana)
    later(86_000)

    assert ready() == (200, {"ok": True, "oldest_overdue_seconds": 0.0})


def test_a_sandboxs_clock_makes_nobody_late(
    ana: Player, later: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(ana, seat="N", bots=dict.fromkeys("ESW", "beginner"), sandbox=True)
    while models.Game.objects.get(pk=game.row.pk).turn_seat != "N":
        sweeping.sweep(Lane.QUICK, clock=clock.now)
    # Whoever asked for it dies before the time-out is carried out.
    monkeypatch.setattr(sandbox, "_time_is_up", lambda *_: False)
    sandbox.advance_clock(
        player=ana, game_id=UUID(str(game.row.pk)), seconds=10_000_000, clock=clock.now
    )
    later(2)

    status, turns = ready()
    assert (status, turns["ok"]) == (200, True)
    assert turns["oldest_overdue_seconds"] < 5
