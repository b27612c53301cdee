"""GET /games"""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.api.pages import cursor_at
from tests.caller import Caller
from tests.games.seated import (
    SEATS,
    People,
    Seated,
    deals,
    limited_to,
    open_game,
    seat_four,
)


def ids(caller: Caller, query: str = "") -> list[str]:
    answer = caller.get(f"/games{query}")
    assert answer.status == 200, answer.content
    return [game["id"] for game in answer.json["results"]]


def test_it_works(ana: Caller, boris: Caller) -> None:
    games = [open_game(ana), open_game(ana, ruleset="short", options={"tie": "extra_deal"})]

    answer = boris.get("/games")

    assert answer.status == 200
    assert answer.json["next"] is answer.json["previous"] is None
    newest, first = answer.json["results"]
    assert [newest["id"], first["id"]] == [games[1]["id"], games[0]["id"]]
    assert newest["options"] == {"tie": "extra_deal"}


@pytest.mark.parametrize("wish", [{}, {"sandbox": True}, {"visibility": "private"}])
def test_a_row_has_the_fields_of_the_game_but_deal_and_results(
    people: People, wish: dict[str, Any]
) -> None:
    table = seat_four(people, **wish, **deals(1))
    dice = random.Random(5)
    moves = table.moves(dice)
    while True:
        for seat in SEATS:
            whole = table.show(seat)
            row = people[seat].get("/games").json["results"][0]
            for shown in (whole, row):
                shown.pop("now", None)
            if whole["turn"]:
                whole["turn"].pop("legal", None)
            assert row == {k: v for k, v in whole.items() if k not in ("deal", "results")}
        if next(moves, None) is None:
            break


def test_a_private_game_is_listed_for_its_people_and_staff_alone(
    people: People, eve: Caller, staff: Caller
) -> None:
    table = seat_four(people, visibility="private", seat="N")

    for caller in (*people.values(), staff):
        assert ids(caller) == [table.id]
    assert ids(eve) == []
    assert ids(eve, "?player=ana") == []


def test_the_invite_is_in_the_creators_list_alone(people: People, staff: Caller) -> None:
    seat_four(people, visibility="private")

    rows = {
        caller.username: caller.get("/games").json["results"][0]
        for caller in (*people.values(), staff)
    }
    assert [name for name, row in rows.items() if "invite" in row] == ["ana"]


def test_who_left_a_private_game_still_lists_it(ana: Caller, boris: Caller) -> None:
    game = open_game(ana, visibility="private")
    boris.put(f"/games/{game['id']}/seats/E", {"invite": game["invite"]})
    boris.delete(f"/games/{game['id']}/seats/E")

    assert ids(boris) == ids(boris, "?mine=true") == [game["id"]]


def test_by_status(people: People) -> None:
    waiting = open_game(people["N"])["id"]
    active = seat_four(people).id
    finished = seat_four(people, **deals(1))
    finished.finish()

    ana = people["N"]
    assert ids(ana, "?status=waiting") == [waiting]
    assert ids(ana, "?status=active") == [active]
    assert ids(ana, "?status=finished") == [finished.id]
    assert ids(ana, "?status=void") == []


def test_mine(ana: Caller, boris: Caller, eve: Caller) -> None:
    watched = open_game(ana, seat=None)["id"]
    joined = open_game(boris)["id"]
    ana.put(f"/games/{joined}/seats/E")
    other = open_game(boris)["id"]

    assert ids(ana, "?mine=true") == [joined, watched]
    assert ids(boris, "?mine=true") == [other, joined]
    assert ids(eve, "?mine=true") == []
    assert ids(eve, "?mine=false") == [other, joined, watched]


def test_my_turn(people: People, eve: Caller) -> None:
    table = seat_four(people)
    turn = table.turn

    for seat, caller in people.items():
        assert ids(caller, "?my_turn=true") == ([table.id] if seat == turn else [])
    assert ids(eve, "?my_turn=true") == []


def test_by_player(ana: Caller, boris: Caller, eve: Caller) -> None:
    game = open_game(ana)["id"]
    open_game(boris, seat=None)

    assert ids(eve, "?player=ana") == ids(eve, "?player=ANA") == [game]
    assert ids(eve, "?player=boris") == []
    assert ids(eve, "?player=nobody") == []


def test_filters_add_up(ana: Caller, boris: Caller) -> None:
    one = open_game(ana)["id"]
    open_game(ana, seat=None, bots=dict.fromkeys(SEATS, "normal"))

    assert ids(ana, "?mine=true&status=waiting&player=ana") == [one]
    assert ids(boris, "?mine=true&status=waiting&player=ana") == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("status=running", "status"),
        ("status=", "status"),
        ("mine=1", "mine"),
        ("mine=True", "mine"),
        ("my_turn=", "my_turn"),
        ("player=", "player"),
        ("player=" + "x" * 255, "player"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
        ("cursor=x", "cursor"),
        (f"cursor={cursor_at('/api/v1/games', 'a', 1)}", "cursor"),
        ("status=active&status=void", "status"),
    ],
)
def test_a_wrong_parameter_is_refused_by_its_name(ana: Caller, query: str, field: str) -> None:
    answer = ana.get(f"/games?{query}")

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])


def test_paging_shows_every_game_once_in_both_directions_while_new_ones_arrive(ana: Caller) -> None:
    first = [open_game(ana)["id"] for _ in range(9)]
    seen, url = [], "/games?limit=4"
    while url:
        page = ana.get(url).json
        seen += [game["id"] for game in page["results"]]
        url = page["next"]
        first.append(open_game(ana)["id"])
    assert seen == first[8::-1]

    back, url = list[str](), page["previous"]
    while url:
        page = ana.get(url).json
        back = [game["id"] for game in page["results"]] + back
        url = page["previous"]
    # All that there are by now, but for the last page, from which the way back began.
    assert back == first[:0:-1]


def test_a_long_list_takes_as_many_queries_as_a_short_one(people: People) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert people["N"].get("/games").status == 200
        return len(captured)

    open_game(people["N"])
    few = queries()
    for _ in range(5):
        Seated(seat_four(people).id, people)
    assert queries() == few <= 4


def test_it_takes_a_token_of_the_scope_read(ana: Caller, nobody: Caller) -> None:
    assert nobody.get("/games?limit=x").code == "not-authenticated"
    assert limited_to(ana, "play").get("/games?limit=x").code == "insufficient-scope"
