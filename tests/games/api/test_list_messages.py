"""GET /games/{id}/messages"""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.caller import Caller
from tests.games.seated import Seated, limited_to, open_game


@pytest.fixture
def table(ana: Caller, boris: Caller) -> Seated:
    """Of ana and boris, who have said three things."""
    game = Seated(open_game(ana)["id"], {"N": ana, "E": boris})
    boris.put(f"{game.path}/seats/E")
    for caller, text in ((ana, "one"), (boris, "two"), (ana, "three")):
        caller.post(f"{game.path}/messages", {"text": text})
    return game


def texts(caller: Caller, url: str) -> list[str]:
    return [message["text"] for message in caller.get(url).json["results"]]


def test_all_who_see_the_game_read_it_newest_first(table: Seated, eve: Caller) -> None:
    page = eve.get(f"{table.path}/messages").json

    assert [(one["player"], one["seat"], one["text"]) for one in page["results"]] == [
        ("ana", "N", "three"),
        ("boris", "E", "two"),
        ("ana", "N", "one"),
    ]
    assert (page["next"], page["previous"]) == (None, None)


def test_another_tables_talk_is_not_in_it(table: Seated, ana: Caller) -> None:
    assert ana.get(f"/games/{open_game(ana)['id']}/messages").json["results"] == []


def test_it_comes_in_pages(table: Seated, eve: Caller) -> None:
    first = eve.get(f"{table.path}/messages?limit=2").json
    assert [one["text"] for one in first["results"]] == ["three", "two"]
    assert texts(eve, first["next"]) == ["one"]
    assert texts(eve, eve.get(first["next"]).json["previous"]) == ["three", "two"]


def test_after_a_message_there_is_what_is_newer(table: Seated, ana: Caller, eve: Caller) -> None:
    first, second = reversed(eve.get(f"{table.path}/messages").json["results"][1:])

    assert texts(eve, f"{table.path}/messages?after={first['id']}") == ["three", "two"]
    assert texts(eve, f"{table.path}/messages?after={second['id']}&limit=1") == ["three"]
    newest = eve.get(f"{table.path}/messages?limit=1").json["results"][0]
    assert texts(eve, f"{table.path}/messages?after={newest['id']}") == []


def test_it_stays_without_a_name_when_its_writer_is_gone(table: Seated, ana: Caller) -> None:
    table.people["E"].delete("/me")

    said = ana.get(f"{table.path}/messages").json["results"]
    assert [one["player"] for one in said] == ["ana", None, "ana"]
    assert [one["text"] for one in said] == ["three", "two", "one"]


def test_one_takes_away_what_one_has_said_oneself(table: Seated, ana: Caller) -> None:
    said = ana.get("/me/export").json["messages"]

    assert [(one["game"], one["text"]) for one in said] == [
        (table.id, "three"),
        (table.id, "one"),
    ]


def test_a_private_tables_talk_is_not_there_for_others(ana: Caller, eve: Caller) -> None:
    game = open_game(ana, visibility="private")

    assert ana.get(f"/games/{game['id']}/messages").status == 200
    assert eve.get(f"/games/{game['id']}/messages").code == "not-found"
    assert eve.get(f"/games/{uuid4()}/messages").code == "not-found"


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "cursor=x", "after=x"])
def test_what_is_wrong_is_named(table: Seated, eve: Caller, query: str) -> None:
    answer = eve.get(f"{table.path}/messages?{query}")

    assert (answer.status, answer.fields) == (400, [query.partition("=")[0]])


def test_it_takes_a_token_of_the_scope_read(table: Seated, ana: Caller, nobody: Caller) -> None:
    assert nobody.get(f"{table.path}/messages").code == "not-authenticated"
    limited = limited_to(ana, "play", "account")
    assert limited.get(f"{table.path}/messages").code == "insufficient-scope"
