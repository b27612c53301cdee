"""PATCH /me"""

from __future__ import annotations

from typing import Any

import pytest

from players.models import Player
from tests.caller import PASSWORD, Caller

OTHER = "battery horse correct"


def test_address_and_language_change(ana: Caller) -> None:
    answer = ana.patch("/me", {"email": "ana@example.com", "locale": "ja"})

    assert answer.status == 200
    assert (answer.json["email"], answer.json["locale"]) == ("ana@example.com", "ja")
    assert ana.get("/me").json == answer.json


def test_what_is_left_out_stays(ana: Caller) -> None:
    before = ana.get("/me").json

    assert ana.patch("/me", {"locale": "te"}).json == {**before, "locale": "te"}
    assert ana.patch("/me", {"email": ""}).json == {**before, "locale": "te", "email": ""}
    assert ana.patch("/me", {}).status == 200
    assert ana.patch("/me").status == 200


def test_nothing_else_can_be_changed(ana: Caller) -> None:
    before = ana.get("/me").json
    wish = {"username": "boris", "guest": True, "staff": True, "is_staff": True, "is_active": False}

    assert ana.patch("/me", wish).json == before
    assert ana.get("/me").json == before


def test_a_new_password_takes_the_present_one(ana: Caller) -> None:
    answer = ana.patch("/me", {"password": OTHER, "current_password": PASSWORD})

    assert answer.status == 200
    assert "password" not in answer.json
    assert ana.get("/me").status == 200
    sign_in = {"username": "ana", "password": OTHER}
    assert Caller().post("/tokens", sign_in).status == 201
    assert Caller().post("/tokens", {**sign_in, "password": PASSWORD}).status == 401


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"password": OTHER}, "current_password"),
        ({"password": OTHER, "current_password": "wrong password"}, "current_password"),
        ({"password": OTHER, "current_password": ""}, "current_password"),
        ({"password": OTHER, "current_password": None}, "current_password"),
        ({"password": "short", "current_password": PASSWORD}, "password"),
        ({"password": None, "current_password": PASSWORD}, "password"),
        ({"email": "nobody"}, "email"),
        ({"email": None}, "email"),
        ({"locale": "xx"}, "locale"),
        ({"locale": "ja", "email": 1}, "email"),
    ],
)
def test_what_is_wrong_is_named_and_changes_nothing(
    ana: Caller, body: dict[str, Any], field: str
) -> None:
    before = ana.get("/me").json
    password = Player.objects.get(username="ana").password
    answer = ana.patch("/me", {"locale": "bg", **body})

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])
    assert ana.get("/me").json == before
    assert Player.objects.get(username="ana").password == password


def test_a_guest_has_no_password_to_change(boris: Caller) -> None:
    answer = boris.patch("/me", {"password": OTHER, "current_password": ""})

    assert (answer.status, answer.fields) == (400, ["password"])
    assert boris.patch("/me", {"email": "boris@example.org"}).status == 200


def test_it_takes_a_token_of_the_scope_account(ana: Caller, nobody: Caller) -> None:
    assert nobody.patch("/me", {}).code == "not-authenticated"
    Player.objects.get(username="ana").tokens.update(scopes=["read", "play"])
    assert ana.patch("/me", {}).code == "insufficient-scope"


def test_each_kind_of_notice_is_turned_off_and_on_by_itself(ana: Caller) -> None:
    kinds = dict.fromkeys(("turn", "turn_expiring", "game_over", "dispute"), True)
    assert ana.get("/me").json["notices"] == kinds
    off = dict.fromkeys(kinds, False)
    assert ana.patch("/me", {"notices": off}).json["notices"] == off

    answer = ana.patch("/me", {"notices": {"turn": True, "dispute": True, "unknown": True}})
    assert answer.json["notices"] == off | {"turn": True, "dispute": True}
    ana.patch("/me", {"notices": {"turn": True}})
    answer = ana.patch("/me", {"notices": {"dispute": False, "game_over": True}})
    assert answer.json["notices"] == off | {"turn": True, "game_over": True}
    assert ana.patch("/me", {"notices": {}}).json == answer.json
    assert ana.get("/me").json == answer.json
    assert Player.objects.get(username="ana").notices == ["turn", "game_over"]


@pytest.mark.parametrize(
    ("notices", "field"),
    [
        ({"turn": "yes"}, "notices.turn"),
        ({"turn": None}, "notices.turn"),
        ({"turn": 1}, "notices.turn"),
        (["turn"], "notices"),
        (True, "notices"),
        (None, "notices"),
    ],
)
def test_notices_that_make_no_sense_are_refused(ana: Caller, notices: Any, field: str) -> None:
    answer = ana.patch("/me", {"notices": notices})

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert [error["field"] for error in answer.json["errors"]] == [field]
