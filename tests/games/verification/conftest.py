"""A game in which everything has happened, once for all tests of this folder that change it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from games import tasks
from players.models import Player
from tests.games.services.table import Table
from tests.games.verification.eventful import eventful


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Table]:
    """The game, in a transaction that is rolled back after the module's last test."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch, transaction.atomic():
        patch.setattr(tasks, "wake", lambda _: None)
        names = ("ana", "boris", "chie", "dipa")
        people = dict(zip("NESW", (Player.objects.create(username=n) for n in names), strict=True))
        *_, table = eventful(people)
        yield table
        transaction.set_rollback(True)


@pytest.fixture
def game(played: Table) -> Iterator[Table]:
    """The game, for one test to do with as it likes."""
    with transaction.atomic():
        yield played
        transaction.set_rollback(True)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> None:
    """No broker is asked."""
    monkeypatch.setattr(tasks, "wake", lambda _: None)
