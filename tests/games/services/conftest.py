"""The people of these tests, without tokens: ana, boris, chie and dipa; eve does not sit."""

from __future__ import annotations

import pytest

from games import tasks
from games.engine.state import Game
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
def woken(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The games, as they stood, for which a worker would have been woken; no broker is asked."""
    games = list[Game]()
    monkeypatch.setattr(tasks, "wake", games.append)
    return games
