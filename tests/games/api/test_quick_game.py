"""POST /games/quick"""

from __future__ import annotations

from typing import Any

import pytest

from games import models
from tests.caller import Answer, Caller
from tests.games.api.test_races import again, at_once
from tests.games.conftest import person
from tests.games.seated import People, deals, limited_to, open_game, seat_four


def quick(caller: Caller, **wish: Any) -> Answer:
    answer = caller.post("/games/quick", wish)
    assert answer.status in (200, 201), answer.content
    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    return answer


def test_where_nobody_waits_a_table_is_opened(ana: Caller) -> None:
    answer = quick(ana)

    game = answer.json
    assert answer.status == 201
    assert answer.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert (game["status"], game["you"], game["creator"]) == ("waiting", "N", "ana")
    assert (game["ruleset"], game["options"], game["turn_seconds"]) == ("gamerules", {}, 86400)
    assert (game["visibility"], game["sandbox"]) == ("public", False)


def test_four_who_come_play_at_one_table(people: People) -> None:
    answers = [quick(caller) for caller in people.values()]

    assert [answer.status for answer in answers] == [201, 200, 200, 200]
    assert len({answer.json["id"] for answer in answers}) == 1
    assert [answer.json["you"] for answer in answers] == list("NESW")
    assert answers[-1].json["status"] == "active"
    assert "Location" not in answers[-1].headers


def test_the_oldest_game_comes_first_and_a_bots_seat_is_none(
    ana: Caller, boris: Caller, eve: Caller
) -> None:
    older = open_game(ana, seat="S", bots={"N": "normal", "E": "normal"})
    open_game(boris)
    answer = quick(eve)

    assert (answer.status, answer.json["id"]) == (200, older["id"])
    assert (answer.json["you"], answer.json["status"]) == ("W", "active")


@pytest.mark.parametrize(
    "wish",
    [
        {"visibility": "private"},
        {"sandbox": True},
        {"ruleset": "short"},
        deals(3),
        {"bots": dict.fromkeys("ESW", "beginner")},
    ],
)
def test_a_game_of_another_kind_does_not_fit(
    ana: Caller, eve: Caller, wish: dict[str, Any]
) -> None:
    open_game(ana, **wish)

    assert quick(eve).status == 201


def test_ruleset_and_time_may_be_named(ana: Caller, boris: Caller, eve: Caller) -> None:
    short = open_game(ana, ruleset="short", turn_seconds=60)

    assert quick(eve, ruleset="short", turn_seconds=61).status == 201
    assert quick(boris, ruleset="short", turn_seconds=60).json["id"] == short["id"]
    opened = quick(boris, ruleset="pagat", turn_seconds=99).json
    assert (opened["ruleset"], opened["turn_seconds"]) == ("pagat", 99)
    # Whoever names no time takes any.
    assert quick(eve, ruleset="pagat").json["id"] == opened["id"]


def test_nobody_sits_twice_at_a_table(ana: Caller) -> None:
    first, second = quick(ana), quick(ana)

    assert (first.status, second.status) == (201, 201)
    assert first.json["id"] != second.json["id"]


def test_games_that_are_full_or_over_are_passed_over(people: People, eve: Caller) -> None:
    seat_four(people)
    table = seat_four(people, **deals(1))
    table.finish()

    assert quick(eve).status == 201


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"ruleset": "poker"}, "ruleset"),
        ({"ruleset": None}, "ruleset"),
        ({"turn_seconds": 4}, "turn_seconds"),
        ({"turn_seconds": 1209601}, "turn_seconds"),
        ({"turn_seconds": "60"}, "turn_seconds"),
        ({"turn_seconds": True}, "turn_seconds"),
    ],
)
def test_what_is_wrong_is_named(ana: Caller, body: dict[str, Any], field: str) -> None:
    answer = ana.post("/games/quick", body)

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])


def test_a_repeat_gets_the_first_answer(ana: Caller) -> None:
    first, second = (ana.post("/games/quick", {}, idempotency_key="k") for _ in "ab")

    assert first.content == second.content
    assert first.headers["Location"] == second.headers["Location"]
    assert models.Game.objects.count() == 1


def test_it_takes_a_token_of_the_scope_play(ana: Caller, nobody: Caller) -> None:
    assert nobody.post("/games/quick", {}).code == "not-authenticated"
    assert limited_to(ana, "read").post("/games/quick", {}).code == "insufficient-scope"


@pytest.mark.django_db(transaction=True)
def test_who_come_at_once_meet_at_as_few_tables_as_may_be(people: People) -> None:
    callers = [*people.values(), *(person(f"player-{number}") for number in range(4))]
    answers = at_once(*(lambda caller=caller: quick(again(caller)) for caller in callers))

    games = [answer.json["id"] for answer in answers]
    assert sorted(games.count(game) for game in set(games)) == [4, 4]
    assert sorted(answer.status for answer in answers) == [200] * 6 + [201] * 2
    seats = models.Seat.objects.values_list("participant__player__username", flat=True)
    assert sorted(map(str, seats)) == sorted(caller.username for caller in callers)
