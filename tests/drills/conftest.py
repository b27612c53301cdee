"""One service for all drills: whatever was done to it by one, the next finds it whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from players.models import Player
from tests.drills.site import Site
from tests.games.conftest import person
from tests.games.seated import People


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """`manage.py up` in a home of its own, with games that nobody attends to."""
    folder = Path(tempfile.mkdtemp(prefix="backalley-"))
    site = Site(folder / "home")
    try:
        site.open_games()
        yield site
    finally:
        site.running.end()
        shutil.rmtree(folder)


@pytest.fixture
def people(db: None) -> People:
    """The four at a table, each with a token."""
    names = zip("NESW", ("ana", "boris", "chie", "dipa"), strict=True)
    return {seat: person(name) for seat, name in names}


@pytest.fixture
def ana(db: None) -> Player:
    """Who opens tables for bots."""
    return Player.objects.create(username="ana")
