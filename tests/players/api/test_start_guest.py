"""POST /players/guest"""

from __future__ import annotations

import re

import pytest

from players import services
from players.models import Player
from tests.caller import Caller

pytestmark = pytest.mark.usefixtures("db")


def test_it_works(nobody: Caller) -> None:
    answer = nobody.post("/players/guest", {})

    assert answer.status == 201
    assert answer.json["guest"] is True
    assert re.fullmatch(r"[A-Za-z0-9_-]{3,30}", answer.json["username"])
    me = Caller(answer.json["token"]).get("/me").json
    assert (me["username"], me["guest"]) == (answer.json["username"], True)


def test_no_body_counts_as_an_empty_one(nobody: Caller) -> None:
    assert nobody.send("POST", "/players/guest", content_type="").status == 201


def test_two_guests_are_two_players(nobody: Caller) -> None:
    first, second = (nobody.post("/players/guest", {}).json["username"] for _ in range(2))

    assert first != second


def test_a_drawn_name_that_is_taken_is_drawn_again(
    nobody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    draws = iter(["first", "first", "second"])
    monkeypatch.setattr(services, "draw_name", lambda _: next(draws))

    names = [nobody.post("/players/guest", {}).json["username"] for _ in range(2)]

    assert names == ["first", "second"]


def test_a_guest_cannot_sign_in(nobody: Caller) -> None:
    name = nobody.post("/players/guest", {}).json["username"]

    for password in ("", "!", Player.objects.get().password):
        answer = nobody.post("/tokens", {"username": name, "password": password})
        assert (answer.status, answer.code) == (401, "not-authenticated")


def test_a_body_that_is_no_object_is_refused(nobody: Caller) -> None:
    assert nobody.post("/players/guest", []).code == "invalid-request"
