"""POST /players"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from players.models import Player, Token
from tests.caller import PASSWORD, Caller
from tests.players.names import FREE, RESERVED

pytestmark = pytest.mark.usefixtures("db")

VALID = {"username": "Ana-1_x", "password": PASSWORD}
NAMES = ["ab", "a" * 31, "", " ana", "ana ", "an a", "аna", "ana\n", "ana\0", "a\ud800b"]
WRONG: dict[str, list[Any]] = {
    "username": [*NAMES, None, True, 1, 1.5, [], ["ana"], {}],
    "password": ["short", "x" * 9, "x" * 129, "", None, True, 1234567890, [], {}],
    "email": ["ana", "@", "a@b@c.org", "a" * 250 + "@b.org", None, 1, True, [], {}],
    "locale": ["", "xx", "EN", "english", None, 1, True, [], {}],
}


def test_it_works(nobody: Caller) -> None:
    answer = nobody.post("/players", VALID)

    assert answer.status == 201
    assert answer.json["username"] == "Ana-1_x"
    assert answer.json["guest"] is False
    assert Caller(answer.json["token"]).get("/me").json["username"] == "Ana-1_x"
    assert answer.headers["Cache-Control"] == "no-store"


def test_it_keeps_email_and_locale(nobody: Caller) -> None:
    answer = nobody.post("/players", VALID | {"email": "ana@example.org", "locale": "bg"})

    me = Caller(answer.json["token"]).get("/me").json
    assert (me["email"], me["locale"]) == ("ana@example.org", "bg")


def test_neither_password_nor_token_is_stored(nobody: Caller) -> None:
    text = nobody.post("/players", VALID).json["token"]

    player, token = Player.objects.get(), Token.objects.get()
    assert player.password.startswith("argon2")
    assert bytes(token.hash) == hashlib.sha256(text.encode()).digest()
    assert len(text) >= 43
    assert text not in repr(vars(token)) + repr(vars(player))
    assert text.startswith(token.prefix)


@pytest.mark.parametrize("name", ["ana", "ANA", "Ana"])
def test_a_name_is_taken_whatever_the_case(ana: Caller, nobody: Caller, name: str) -> None:
    answer = nobody.post("/players", VALID | {"username": name})

    assert (answer.status, answer.code) == (409, "username-taken")
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_may_pass_for_what_is_no_player(nobody: Caller, name: str) -> None:
    answer = nobody.post("/players", VALID | {"username": name})

    assert (answer.status, answer.code) == (409, "username-taken")
    assert [(e["field"], e["code"]) for e in answer.json["errors"]] == [("username", "reserved")]
    assert not Player.objects.exists()


@pytest.mark.parametrize("language", ["bg", "te", "ne", "ja"])
def test_that_is_said_in_the_callers_language(nobody: Caller, language: str) -> None:
    wish = VALID | {"username": "guest-ana"}
    english = nobody.post("/players", wish).json
    said = nobody.post("/players", wish, accept_language=language).json

    assert english["errors"][0]["detail"] == "The service itself uses such names; choose another."
    assert english["errors"][0]["detail"] in english["detail"]
    assert said["errors"][0]["detail"] in said["detail"]
    assert said["errors"][0]["detail"] != english["errors"][0]["detail"]


@pytest.mark.parametrize("name", FREE)
def test_other_names_are_free(nobody: Caller, name: str) -> None:
    assert nobody.post("/players", VALID | {"username": name}).status == 201


def test_who_has_had_such_a_name_for_long_keeps_it(nobody: Caller) -> None:
    player = Player(username="Expert")
    player.set_password(PASSWORD)
    player.save()
    signed_in = nobody.post("/tokens", {"username": "expert", "password": PASSWORD})
    me = Caller(signed_in.json["token"])

    assert me.patch("/me", {"locale": "bg"}).json["username"] == "Expert"
    assert me.get("/players/expert").json["username"] == "Expert"


@pytest.mark.parametrize("field", ["username", "password"])
def test_it_names_a_missing_field(nobody: Caller, field: str) -> None:
    answer = nobody.post("/players", {k: v for k, v in VALID.items() if k != field})

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])
    assert field in answer.json["detail"]
    assert answer.json["errors"][0]["code"] == "required"


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
)
def test_it_refuses_what_is_not_right(nobody: Caller, field: str, value: Any) -> None:
    answer = nobody.post("/players", VALID | {field: value})

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert not Player.objects.exists()


@pytest.mark.parametrize("password", ["x" * 10, "x" * 128, "пароль-длинный", "  spaces  kept  "])
def test_a_password_is_taken_as_it_is(nobody: Caller, password: str) -> None:
    nobody.post("/players", VALID | {"password": password})

    signed_in = nobody.post("/tokens", {"username": "Ana-1_x", "password": password})
    assert signed_in.status == 201


def test_unknown_fields_are_ignored(nobody: Caller) -> None:
    answer = nobody.post("/players", VALID | {"is_staff": True, "is_superuser": True, "id": 7})

    assert answer.status == 201
    player = Player.objects.get()
    assert (player.is_staff, player.is_superuser) == (False, False)


def test_a_stale_token_does_no_harm_where_none_is_needed() -> None:
    assert Caller("ba_long-gone").post("/players", VALID).status == 201
