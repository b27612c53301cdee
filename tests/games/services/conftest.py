"""The people of these tests, without tokens: ana, boris, chie and dipa; eve does not sit."""

from __future__ import annotations

from uuid import UUID

import pytest

from games import tasks
from players.models import Player
from tests.games.services.table import People


@pytest.fixture
def ana(db: None) -> Player:
    return Player.objects.create(username="ana")


@pytest.fixture
def boris(db: None) -> Player:
    return Player.objects.create(username="boris")


@pytest.fixture
def chie(db: None) -> Player:
    return Player.objects.create(username="chie")


@pytest.fixture
def dipa(db: None) -> Player:
    return Player.objects.create(username="dipa")


@pytest.fixture
def eve(db: None) -> Player:
    return Player.objects.create(username="eve")


@pytest.fixture
def people(ana: Player, boris: Player, chie: Player, dipa: Player) -> People:
    return {"N": ana, "E": boris, "S": chie, "W": dipa}


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[UUID, int]]:
    """Whom a worker would have been woken for, and at which version; no broker is asked."""
    calls = list[tuple[UUID, int]]()
    monkeypatch.setattr(tasks, "wake", lambda game_id, version: calls.append((game_id, version)))
    return calls
