"""The people of these tests: ana has an account, boris has another, nobody has a token."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.hashers import make_password
from pytest_django import DjangoDbBlocker

from players import services
from players.models import Player, Rating
from tests.caller import PASSWORD, Caller


@pytest.fixture
def nobody() -> Caller:
    """Somebody without a token."""
    return Caller()


@pytest.fixture(scope="session")
def hashed_password() -> str:
    """Hashed once, because that is slow by design."""
    return make_password(PASSWORD)


@pytest.fixture
def ana(db: None, hashed_password: str) -> Caller:
    """Has an account with a password."""
    player = Player.objects.create(
        username="ana", email="ana@example.org", password=hashed_password
    )
    return Caller(services.create_token(player)[1], "ana")


@pytest.fixture
def boris(db: None) -> Caller:
    """Has an account too, and no business with ana's."""
    player, token = services.start_guest()
    return Caller(token, player.username)


@pytest.fixture
def committing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Lets a test commit, for threads to see it, and takes its players away afterwards."""
    with django_db_blocker.unblock():
        yield
        Rating.objects.all().delete()
        Player.objects.all().delete()
