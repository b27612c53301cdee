"""What only shows when several write at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import DatabaseError, connection

from players import services
from players.errors import Problem
from players.models import Player, Token
from tests.caller import PASSWORD


def at_once(act: Callable[[Any], Any], inputs: list[Any]) -> list[Any]:
    """The outcomes of one act with several inputs, each in a connection of its own."""

    def run(given: Any) -> Any:
        try:
            return act(given)
        except Problem as problem:
            return problem.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(inputs)) as threads:
        return list(threads.map(run, inputs))


def test_of_many_who_want_one_name_at_once_one_gets_it(committing: None) -> None:
    def sign_up(name: str) -> str:
        return services.sign_up(username=name, password=PASSWORD)[0].username

    outcomes = at_once(sign_up, ["chie", "Chie", "CHIE", "chiE"])

    assert outcomes.count("username-taken") == 3
    assert Player.objects.count() == 1


def test_of_many_who_revoke_one_token_at_once_one_does_it(committing: None) -> None:
    player, _ = services.start_guest()
    token = Token.objects.get(player=player)

    outcomes = at_once(lambda _: services.revoke_token(player, token.pk), [1, 2, 3, 4])

    assert sorted(map(str, outcomes)) == ["None", "not-found", "not-found", "not-found"]


@pytest.mark.parametrize("name", ["ab", "a" * 31, "an a", "ana\n", "аna"])
def test_the_database_itself_refuses_other_names(db: None, name: str) -> None:
    with pytest.raises(DatabaseError):
        services.sign_up(username=name, password=PASSWORD)
