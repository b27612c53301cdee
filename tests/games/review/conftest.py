"""Games to look at, and those who look: somebody who reviews, staff who do not, and anybody."""

from __future__ import annotations

from itertools import takewhile

import pytest
from django.contrib.auth.models import Group

from games import models
from games.eventstore.store import read
from players.models import Player
from tests.engine.random_games import Step
from tests.engine.table import GAME_ID
from tests.eventstore.logs import KINDS, kind, row, write
from tests.games.review.looking import Logged, Onlooker


def _logged(acts: list[Step]) -> Logged:
    newest = write(acts)[-1].game
    return Logged(GAME_ID, newest, read(GAME_ID))


@pytest.fixture
def game_row(db: None) -> models.Game:
    """The row of the games below."""
    return row()


@pytest.fixture
def under_way(game_row: models.Game) -> Logged:
    """A game in its second deal, in the second trick, in which an autopilot moves now and then."""

    def early(step: Step) -> bool:
        deal = step.after.deal
        return deal is None or deal.number == 1 or len(deal.done) < 2

    acts = kind("gamerules", 1, absent=True, hand_sizes=(1, 3, 2), passing=0.2).acts()
    return _logged(list(takewhile(early, acts)))


@pytest.fixture
def finished(game_row: models.Game) -> Logged:
    """A whole game with absent players, one who leaves, and rewinds."""
    return _logged(list(KINDS["a game with rewinds and a player who leaves"].acts()))


@pytest.fixture
def reviewer(db: None) -> Onlooker:
    rada = Player.objects.create(username="rada", is_staff=True)
    rada.groups.add(Group.objects.get(name="reviewer"))
    return Onlooker(rada)


@pytest.fixture
def clerk(db: None) -> Onlooker:
    """Staff who do not review."""
    kiril = Player.objects.create(username="kiril", is_staff=True)
    kiril.groups.add(Group.objects.get(name="operator"))
    return Onlooker(kiril)


@pytest.fixture
def judge(db: None) -> Onlooker:
    """Staff in no group: may rule, and sees no hands."""
    return Onlooker(Player.objects.create(username="nedko", is_staff=True))


@pytest.fixture
def anybody(db: None) -> Onlooker:
    return Onlooker()
