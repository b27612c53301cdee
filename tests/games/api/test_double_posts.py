"""The same request twice, at once or some milliseconds apart: with one key it makes one thing"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.db.models import Model

from games import models
from games.models import Dispute, Message, Rematch, Webhook
from players.models import Player, Token
from tests.caller import PASSWORD, Answer, Caller
from tests.games.api.hooks import URL
from tests.games.api.test_races import again, at_once, codes
from tests.games.api.test_rematch import over
from tests.games.seated import People, open_game, seat_four

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Kind(NamedTuple):
    """What makes a thing: its path, once the table is as it must be, its body, and the rows."""

    path: Callable[[People], str]
    body: dict[str, Any]
    rows: type[Model]


def waiting(people: People) -> str:
    return f"/games/{open_game(people['N'])['id']}"


MAKING = {
    "game": Kind(lambda _: "/games", {"bots": {"E": "normal"}}, models.Game),
    "quick game": Kind(lambda _: "/games/quick", {}, models.Game),
    "rematch": Kind(lambda people: f"{over(people).path}/rematch", {}, Rematch),
    "message": Kind(lambda people: f"{waiting(people)}/messages", {"text": "Hello!"}, Message),
    "dispute": Kind(lambda p: f"{seat_four(p).path}/disputes", {"reason": "x"}, Dispute),
    "webhook": Kind(lambda _: "/webhooks", {"url": URL, "events": ["turn"]}, Webhook),
    "token": Kind(lambda _: "/tokens", {"username": "ana", "password": PASSWORD}, Token),
    "guest": Kind(lambda _: "/players/guest", {}, Player),
}


def twice(pause: float, *acts: Callable[[], Answer]) -> Sequence[Answer]:
    """The answers to two acts of which the second begins a little later."""
    first, second = acts

    def later() -> Answer:
        time.sleep(pause)
        return second()

    return at_once(first, later)


@pytest.mark.parametrize("pause", [0, 0.017])
@pytest.mark.parametrize("name", MAKING)
def test_with_one_key_one_thing_is_made_and_both_are_told_of_it(
    people: People, name: str, pause: float
) -> None:
    ana, kind = people["N"], MAKING[name]
    player = Player.objects.get(username="ana")
    player.set_password(PASSWORD)
    player.save()
    path = kind.path(people)
    before = kind.rows._default_manager.count()

    def post() -> Answer:
        return again(ana).post(path, kind.body, idempotency_key="k")

    first, second = twice(pause, post, post)
    assert {first.status, second.status} == {201}
    made = [{**answer.json, "token": None, "secret": None} for answer in (first, second)]
    assert made[0] == made[1]
    assert kind.rows._default_manager.count() == before + 1


@pytest.mark.parametrize("pause", [0, 0.017])
@pytest.mark.parametrize("key", [{}, {"idempotency_key": "k"}])
def test_who_sits_down_twice_has_one_seat_with_and_without_a_key(
    people: People, pause: float, key: dict[str, str]
) -> None:
    path = waiting(people)

    def sit() -> Answer:
        return again(people["E"]).put(f"{path}/seats/E", {}, **key)

    first, second = twice(pause, sit, sit)
    assert (first.status, second.status) == (200, 200)
    assert first.json["id"] == second.json["id"] == path.removeprefix("/games/")
    assert first.json["you"] == second.json["you"] == "E"
    assert models.Seat.objects.filter(participant__player__username="boris").count() == 1


@pytest.mark.parametrize("pause", [0, 0.017])
def test_without_a_key_what_there_can_be_one_of_is_made_once(people: People, pause: float) -> None:
    """Of the others there are two: without a key nothing says that the second was not meant."""
    sign_up = {"username": "newcomer", "password": PASSWORD}
    claim = {"reason": "x"}
    disputed, ended = f"{seat_four(people).path}/disputes", f"{over(people).path}/rematch"

    def post(path: str, body: dict[str, Any]) -> Answer:
        return again(people["N"]).post(path, body)

    answers = twice(pause, *[partial(Caller().post, "/players", sign_up)] * 2)
    assert codes(answers) == {"done": 1, "username-taken": 1}
    answers = twice(pause, *[partial(post, disputed, claim)] * 2)
    assert codes(answers) == {"done": 1, "already-disputed": 1}
    answers = twice(pause, *[partial(post, ended, {})] * 2)
    assert sorted(answer.status for answer in answers) == [200, 201]
    assert answers[0].json["id"] == answers[1].json["id"]
    # A quick player who clicks twice sits once at each table at the most.
    twice(pause, *[partial(post, "/games/quick", {})] * 2)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM games_seat WHERE participant_id IS NOT NULL"
            " GROUP BY game_id, participant_id HAVING count(*) > 1"
        )
        assert cursor.fetchall() == []
