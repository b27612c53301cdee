"""The people of these tests: ana, boris, chie and dipa sit N, E, S and W; eve does not."""

from __future__ import annotations

import pytest

from players import services
from players.models import Player
from tests.caller import Caller
from tests.games.seated import People, Seated, seat_four


def person(username: str, *, staff: bool = False) -> Caller:
    player = Player.objects.create(username=username, is_staff=staff)
    return Caller(services.create_token(player)[1], username)


@pytest.fixture
def nobody() -> Caller:
    """Somebody without a token."""
    return Caller()


@pytest.fixture
def ana(db: None) -> Caller:
    return person("ana")


@pytest.fixture
def boris(db: None) -> Caller:
    return person("boris")


@pytest.fixture
def chie(db: None) -> Caller:
    return person("chie")


@pytest.fixture
def dipa(db: None) -> Caller:
    return person("dipa")


@pytest.fixture
def eve(db: None) -> Caller:
    """Sits nowhere."""
    return person("eve")


@pytest.fixture
def staff(db: None) -> Caller:
    """May review every game."""
    return person("stanka", staff=True)


@pytest.fixture
def people(ana: Caller, boris: Caller, chie: Caller, dipa: Caller) -> People:
    return {"N": ana, "E": boris, "S": chie, "W": dipa}


@pytest.fixture
def table(people: People) -> Seated:
    """A game of the four, in its first deal of 13."""
    return seat_four(people)
