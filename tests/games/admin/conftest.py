"""Staff at the pages of /admin/, and a game to look at."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.test import Client

from games.services import disputes
from players.models import Player
from tests.games.services.conftest import ana, boris, chie, dipa, eve, people, woken
from tests.games.services.table import People, Table, seated

__all__ = ["ana", "boris", "chie", "dipa", "eve", "people", "woken"]

SignIn = Callable[..., Client]


@pytest.fixture
def groups(db: None) -> None:
    """As the migration made them; a committing test may have emptied their tables."""
    import_module("games.migrations.0006_staff_groups").make_groups(apps, None)


@pytest.fixture
def sign_in(groups: None) -> SignIn:
    """Somebody of the staff in these groups, signed in."""

    def sign_in(name: str, *names: str, **more: Any) -> Client:
        found = Player.objects.filter(username=name).first()
        player = found or Player.objects.create(username=name)
        Player.objects.filter(pk=player.pk).update(is_staff=True, **more)
        player.groups.set(Group.objects.filter(name__in=names))
        client = Client()
        client.force_login(Player.objects.get(pk=player.pk))
        return client

    return sign_in


@pytest.fixture
def reviewer(sign_in: SignIn) -> Client:
    return sign_in("rada", "reviewer")


@pytest.fixture
def operator(sign_in: SignIn) -> Client:
    return sign_in("ognyan", "operator")


@pytest.fixture
def root(sign_in: SignIn) -> Client:
    return sign_in("root", is_superuser=True)


@pytest.fixture
def table(people: People, woken: Any) -> Table:
    """A running game, some cards into its first deal of two."""
    table = seated(people, options={"hand_sizes": [2, 1]})
    for _ in range(6):
        table.move()
    return table


@pytest.fixture
def claim(table: Table) -> Any:
    """An open dispute of ana's about the version 9."""
    return disputes.file_dispute(
        player=table.people["N"],
        game_id=table.row.pk,
        reason="East had a diamond & did not follow.",
        now=table.later(),
        version=9,
    )
