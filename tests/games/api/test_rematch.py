"""POST /games/{id}/rematch"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games import models
from games.engine.commands import VoidGame
from games.eventstore.actors import SYSTEM
from games.services.acts import act
from games.services.rematches import KEPT
from tests.caller import Answer, Caller
from tests.games.api.test_races import again, at_once, codes
from tests.games.seated import People, Seated, deals, limited_to, open_game, seat_four

BOTS = {"S": "expert", "W": "beginner"}


def over(people: People, **wish: Any) -> Seated:
    """A game of the four that has come to nothing."""
    table = seat_four(people, **wish)
    make_void(table)
    return table


def make_void(table: Seated) -> None:
    game = models.Game.objects.get(pk=table.id)
    act(game.pk, lambda _: (VoidGame("For a test."), SYSTEM), now=game.updated_at)


def with_bots(ana: Caller, boris: Caller, **wish: Any) -> Seated:
    """A game of ana, boris and two bots that is over."""
    game = open_game(ana, bots=BOTS, **wish)
    table = Seated(game["id"], {"N": ana, "E": boris})
    invite = {"invite": game["invite"]} if "invite" in game else {}
    boris.put(f"{table.path}/seats/E", invite)
    make_void(table)
    return table


def rematch(caller: Caller, table: Seated, **headers: str) -> Answer:
    return caller.post(f"{table.path}/rematch", {}, **headers)


def sit(caller: Caller, game: Any, seat: str) -> Answer:
    return caller.put(f"/games/{game['id']}/seats/{seat}")


def test_the_caller_and_the_bots_sit_where_they_sat(ana: Caller, boris: Caller) -> None:
    wish = {"ruleset": "short", "turn_seconds": 77, "options": {"tie": "extra_deal"}}
    table = with_bots(ana, boris, **wish)
    answer = rematch(boris, table)

    game = answer.json
    assert answer.status == 201
    assert answer.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert answer.headers["ETag"] == f'"{game["version"]}"'
    assert game["id"] != table.id
    assert game.items() >= {**wish, "status": "waiting", "you": "E", "creator": "boris"}.items()
    assert game["seats"]["N"] is None
    assert game["seats"]["E"]["player"] == "boris"
    assert [game["seats"][seat]["bot"] for seat in "SW"] == ["expert", "beginner"]
    assert game["scores"] == {"NS": 0, "EW": 0}


def test_it_starts_when_the_former_players_are_back(people: People) -> None:
    table = over(people, **deals(2, 1))
    game = rematch(people["S"], table).json
    answers = [sit(people[seat], game, seat) for seat in "NEW"]

    assert [answer.status for answer in answers] == [200] * 3
    assert answers[-1].json["status"] == "active"


def test_with_bots_alone_it_starts_at_once(ana: Caller) -> None:
    game = open_game(ana, bots=dict.fromkeys("ESW", "normal"))
    table = Seated(game["id"], {"N": ana})
    make_void(table)

    assert rematch(ana, table).json["status"] == "active"


def test_a_second_caller_gets_the_same_game(people: People) -> None:
    table = over(people)
    first = rematch(people["N"], table)
    second, third = rematch(people["E"], table), rematch(people["N"], table)

    assert (first.status, second.status, third.status) == (201, 200, 200)
    assert {**first.json, "you": None} == second.json
    assert third.json == first.json
    assert "Location" not in second.headers
    assert sit(people["E"], first.json, "E").status == 200
    assert rematch(people["E"], table).json["you"] == "E"


def test_a_finished_game_has_one_too(people: People) -> None:
    table = seat_four(people, **deals(1))
    table.finish()

    assert rematch(people["W"], table).status == 201


@pytest.mark.parametrize("status", ["waiting", "active"])
def test_a_game_that_is_not_over_has_none(people: People, status: str) -> None:
    path = seat_four(people).id if status == "active" else open_game(people["N"])["id"]
    answer = rematch(people["N"], Seated(path, people))

    assert (answer.status, answer.code) == (409, "game-not-over")


def test_only_those_who_sat_to_the_end_may_ask(people: People, eve: Caller) -> None:
    table = seat_four(people)
    people["E"].delete(f"{table.path}/seats/E")
    make_void(table)

    for caller in (people["E"], eve):
        assert (rematch(caller, table).status, rematch(caller, table).code) == (403, "not-a-player")
    # The bot that took over sits there again.
    assert rematch(people["N"], table).json["seats"]["E"]["bot"] == "normal"


class TestSeatsThatAreKept:
    def test_nobody_else_gets_one(self, people: People, eve: Caller) -> None:
        game = rematch(people["N"], over(people)).json

        for answer in (
            sit(eve, game, "E"),
            sit(people["W"], game, "E"),
            people["N"].put(f"/games/{game['id']}/seats/E", {"bot": "normal"}),
        ):
            assert (answer.status, answer.code) == (409, "seat-taken")
            assert "24" in answer.json["detail"]
        assert sit(people["N"], game, "E").code == "already-seated"
        assert sit(people["N"], game, "N").status == 200
        assert eve.post("/games/quick", {}).status == 201

    def test_after_a_day_they_are_open(self, people: People, eve: Caller) -> None:
        game = rematch(people["N"], over(people)).json
        models.Hold.objects.update(until=models.Hold.objects.all()[0].until - KEPT)

        assert sit(eve, game, "E").status == 200
        assert sit(people["W"], game, "S").status == 200
        bot = people["N"].put(f"/games/{game['id']}/seats/W", {"bot": "normal"})
        assert bot.json["status"] == "active"

    def test_a_sandboxs_day_is_by_its_own_clock(self, people: People, eve: Caller) -> None:
        game = rematch(people["N"], over(people, sandbox=True)).json
        clock = f"/games/{game['id']}/clock"
        day = int(KEPT / timedelta(seconds=1))
        assert game["sandbox"]
        people["N"].post(clock, {"advance_seconds": day - 60})
        assert sit(eve, game, "E").code == "seat-taken"
        people["N"].post(clock, {"advance_seconds": 60})
        assert sit(eve, game, "E").status == 200

    def test_a_seat_that_its_player_has_left_is_open(self, people: People, eve: Caller) -> None:
        game = rematch(people["N"], over(people)).json
        sit(people["E"], game, "E")
        people["E"].delete(f"/games/{game['id']}/seats/E")

        assert sit(eve, game, "E").status == 200

    def test_none_is_kept_for_who_is_gone(self, people: People, eve: Caller) -> None:
        table = over(people)
        people["E"].delete("/me")
        game = rematch(people["N"], table).json
        people["S"].delete("/me")

        assert sit(eve, game, "S").status == 200
        assert people["N"].put(f"/games/{game['id']}/seats/E", {"bot": "normal"}).status == 200

    def test_quick_players_find_those_that_are_open(self, people: People, eve: Caller) -> None:
        table = over(people)
        people["E"].delete("/me")
        game = rematch(people["N"], table).json

        found = eve.post("/games/quick", {}).json
        assert (found["id"], found["you"]) == (game["id"], "E")


def test_of_a_private_game_it_is_private_and_former_players_need_no_code(
    people: People, eve: Caller
) -> None:
    table = over(people, visibility="private")
    game = rematch(people["N"], table).json
    path = f"/games/{game['id']}"

    assert (game["visibility"], len(game["invite"]) > 10) == ("private", True)
    assert eve.get(path).code == "not-found"
    assert sit(eve, game, "E").code == "not-found"
    assert game["id"] not in eve.get("/games").content.decode()
    shown = people["E"].get(path)
    assert shown.status == 200
    assert "invite" not in shown.json
    assert game["id"] in people["E"].get("/games").content.decode()
    assert people["E"].get(f"{path}/stream").content.count(b"id: ") == game["version"]
    models.Hold.objects.update(until=models.Hold.objects.all()[0].until - KEPT)
    assert sit(people["E"], game, "W").status == 200


def test_a_game_that_has_moved_on_is_stale(people: People) -> None:
    table = over(people)

    assert rematch(people["N"], table, if_match='"1"').code == "stale-version"
    assert rematch(people["N"], table, if_match=f'"{table.version}"').status == 201


def test_a_repeat_gets_the_first_answer(people: People) -> None:
    table = over(people)
    first, second = (rematch(people["N"], table, idempotency_key="k") for _ in "ab")

    assert (first.status, second.status) == (201, 201)
    assert first.content == second.content


def test_the_caller_may_add_to_the_shuffles(people: People) -> None:
    table = over(people)
    answer = people["N"].post(f"{table.path}/rematch", {"entropy": "luck"})

    fairness = people["N"].get(f"/games/{answer.json['id']}/fairness").json
    assert fairness["entropy"]["N"] == "luck"
    assert people["E"].post(f"{table.path}/rematch", {"entropy": 5}).fields == ["entropy"]


def test_it_takes_a_token_of_the_scope_play(people: People, nobody: Caller) -> None:
    table = over(people)

    assert rematch(nobody, table).code == "not-authenticated"
    assert rematch(limited_to(people["N"], "read"), table).code == "insufficient-scope"


@pytest.mark.django_db(transaction=True)
def test_all_who_ask_at_once_get_one_game(people: People) -> None:
    table = over(people)
    answers = at_once(
        *(lambda caller=caller: rematch(again(caller), table) for caller in people.values()),
        lambda: people["N"].get(table.path),
    )

    assert sorted(answer.status for answer in answers[:4]) == [200, 200, 200, 201]
    assert len({answer.json["id"] for answer in answers[:4]}) == 1
    assert models.Rematch.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_former_player_who_goes_at_the_same_moment_keeps_no_seat(
    people: People, eve: Caller
) -> None:
    table = over(people)
    answers = at_once(
        lambda: rematch(again(people["N"]), table), lambda: again(people["E"]).delete("/me")
    )

    assert codes(answers) == {"done": 2}
    assert models.Hold.objects.count() == 2
    assert sit(eve, answers[0].json, "E").status == 200
