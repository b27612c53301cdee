"""GET /me, and what holds for every operation that needs a token"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from players import services
from players.models import Player, Token
from tests.caller import Caller

pytestmark = pytest.mark.usefixtures("db")


def test_it_works(ana: Caller) -> None:
    answer = ana.get("/me")

    assert answer.status == 200
    assert (
        answer.json.items()
        >= {
            "username": "ana",
            "guest": False,
            "staff": False,
            "email": "ana@example.org",
            "locale": "en",
        }.items()
    )
    assert answer.json["created_at"].endswith("Z")


def test_head_is_like_get_without_the_body(ana: Caller) -> None:
    answer = ana.send("HEAD", "/me")

    assert (answer.status, answer.content) == (200, b"")


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer nonsense",
        "Bearer ba_" + "x" * 43,
        "Bearer ba_" + "x" * 5000,
        "Bearer ba_ключ",
        "Bearer a b",
        "Basic YW5hOmFuYQ==",
        "Token {token}",
        "{token}",
        "Bearer {token}x",
        "Bearer {token} {token}",
    ],
)
def test_without_a_valid_token_nobody_is_let_in(ana: Caller, header: str | None) -> None:
    headers = {} if header is None else {"authorization": header.format(token=ana.token)}

    answer = Caller().get("/me", **headers)

    assert (answer.status, answer.code) == (401, "not-authenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_the_scheme_is_read_in_either_case(ana: Caller) -> None:
    assert Caller().get("/me", authorization=f"bEARER {ana.token}").status == 200


def test_a_token_ends_when_it_was_to_end(ana: Caller) -> None:
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert ana.get("/me").code == "not-authenticated"


@pytest.mark.parametrize("scope", ["read", "play"])
def test_a_token_without_the_scope_is_refused(ana: Caller, scope: str) -> None:
    _, text = services.create_token(Player.objects.get(), scopes=[scope])

    answer = Caller(text).get("/me")

    assert (answer.status, answer.code) == (403, "insufficient-scope")
    assert "account" in answer.json["detail"]


def test_the_last_use_is_noted_to_the_minute(ana: Caller) -> None:
    ana.get("/me")
    first = Token.objects.get().last_used_at
    ana.get("/me")
    assert first is not None
    assert Token.objects.get().last_used_at == first

    Token.objects.update(last_used_at=first - timedelta(minutes=2))
    ana.get("/me")
    last = Token.objects.get().last_used_at
    assert last is not None
    assert last >= first


def test_a_token_is_looked_up_in_one_query(ana: Caller, django_assert_num_queries: object) -> None:
    ana.get("/me")

    with django_assert_num_queries(1):  # type: ignore[operator]
        ana.get("/me")
