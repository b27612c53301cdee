"""POST /me/claim"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection

from players import accounts, services
from players.models import Player
from tests.caller import PASSWORD, Answer, Caller
from tests.players.names import FREE, RESERVED

WISH = {"username": "Chie", "password": PASSWORD}


def test_a_guest_takes_a_name_and_keeps_his_token(boris: Caller) -> None:
    answer = boris.post("/me/claim", {**WISH, "email": "chie@example.org"})

    assert answer.status == 200
    shown = answer.json
    assert (shown["username"], shown["guest"], shown["email"]) == (
        "Chie",
        False,
        "chie@example.org",
    )
    assert boris.get("/me").json == shown
    assert Caller().post("/tokens", {**WISH, "username": "chie"}).status == 201


def test_an_address_that_is_not_named_stays(boris: Caller) -> None:
    boris.patch("/me", {"email": "boris@example.org"})

    assert boris.post("/me/claim", {**WISH, "email": ""}).json["email"] == "boris@example.org"


def test_he_may_keep_the_name_that_he_has(boris: Caller) -> None:
    answer = boris.post("/me/claim", {**WISH, "username": boris.username})

    assert (answer.status, answer.json["username"]) == (200, boris.username)


def test_only_a_guest_may(ana: Caller, boris: Caller) -> None:
    boris.post("/me/claim", WISH)

    for caller in (ana, boris):
        answer = caller.post("/me/claim", {**WISH, "username": "dipa"})
        assert (answer.status, answer.code) == (409, "not-a-guest")


@pytest.mark.parametrize("name", ["ana", "ANA"])
def test_a_name_that_somebody_has_is_taken(ana: Caller, boris: Caller, name: str) -> None:
    answer = boris.post("/me/claim", {**WISH, "username": name})

    assert (answer.status, answer.code) == (409, "username-taken")
    assert boris.get("/me").json["guest"]


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_may_pass_for_what_is_no_player(boris: Caller, name: str) -> None:
    answer = boris.post("/me/claim", {**WISH, "username": name})

    assert (answer.status, answer.code) == (409, "username-taken")
    assert [(e["field"], e["code"]) for e in answer.json["errors"]] == [("username", "reserved")]
    assert boris.get("/me").json["guest"]


@pytest.mark.parametrize("name", FREE)
def test_other_names_are_free(boris: Caller, name: str) -> None:
    assert boris.post("/me/claim", {**WISH, "username": name}).json["username"] == name


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"password": PASSWORD}, "username"),
        ({"username": "chie"}, "password"),
        ({**WISH, "username": "ab"}, "username"),
        ({**WISH, "username": "chie\n"}, "username"),
        ({**WISH, "username": None}, "username"),
        ({**WISH, "password": "short"}, "password"),
        ({**WISH, "password": "x" * 129}, "password"),
        ({**WISH, "email": "nobody"}, "email"),
        ({**WISH, "email": 5}, "email"),
    ],
)
def test_what_is_wrong_is_named(boris: Caller, body: object, field: str) -> None:
    answer = boris.post("/me/claim", body)

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])


def test_a_repeat_gets_the_first_answer(boris: Caller) -> None:
    first, again = (boris.post("/me/claim", WISH, idempotency_key="k") for _ in "ab")

    assert (first.status, again.status) == (200, 200)
    assert again.content == first.content
    assert boris.post("/me/claim", WISH).code == "not-a-guest"


@pytest.mark.parametrize("keys", [("a", "b"), ("a", None), (None, None)])
def test_of_two_claims_at_once_one_is_carried_out_and_one_is_told(
    committing: None, monkeypatch: pytest.MonkeyPatch, keys: tuple[str | None, str | None]
) -> None:
    player, token = services.start_guest()
    meeting = threading.Barrier(2)

    def meet(password: str) -> str:
        # Here both would be, each holding on to the account that the other is about to change.
        with suppress(threading.BrokenBarrierError):
            meeting.wait(0.5)
        return "!"

    def claim(key: str | None, name: str) -> Answer:
        try:
            wish = {"username": name, "password": PASSWORD}
            headers = {} if key is None else {"idempotency_key": key}
            return Caller(token).post("/me/claim", wish, **headers)
        finally:
            connection.close()

    monkeypatch.setattr(accounts, "make_password", meet)
    with ThreadPoolExecutor(2) as threads:
        answers = sorted(threads.map(claim, keys, ("chie", "dipa")), key=lambda a: a.status)

    assert [answer.status for answer in answers] == [200, 409]
    assert answers[1].code == "not-a-guest"
    assert Player.objects.get(pk=player.pk).username == answers[0].json["username"]


@pytest.mark.parametrize("other", ["a", "b"])
def test_a_repeat_at_once_gets_the_first_answer_and_another_key_is_told(
    committing: None, other: str
) -> None:
    _, token = services.start_guest()

    def claim(key: str) -> Answer:
        try:
            return Caller(token).post("/me/claim", WISH, idempotency_key=key)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(claim, ["a", other, "a", other]))

    assert {answer.status for answer in answers} == ({200} if other == "a" else {200, 409})
    assert [a.status for a in answers].count(200) in (2, 4)
    assert len({answer.content for answer in answers if answer.status == 200}) == 1


def test_it_takes_a_token_of_the_scope_account(boris: Caller, nobody: Caller) -> None:
    assert nobody.post("/me/claim", WISH).code == "not-authenticated"
    player = Player.objects.get(username=boris.username)
    player.tokens.update(scopes=["read", "play"])
    assert boris.post("/me/claim", WISH).code == "insufficient-scope"
