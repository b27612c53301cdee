"""A page of another host asks the API from its visitor's browser"""

from __future__ import annotations

from typing import Any, Final

import pytest
from django.test import Client

from backalley.rate_limits import ALWAYS_SENT
from players.models import Player
from players.services import create_token

HERE: Final = "https://cards.example.org"
ALLOWED: Final = "Access-Control-Allow-Origin"
pytestmark = pytest.mark.django_db


@pytest.fixture
def token(ana: Player) -> str:
    return create_token(ana)[1]


@pytest.fixture
def ana() -> Player:
    return Player.objects.create(username="ana")


def listed(header: str) -> set[str]:
    return {word.strip().lower() for word in header.split(",")}


def test_an_answer_may_be_read_with_all_that_a_client_needs(client: Client, token: str) -> None:
    answer = client.get(
        "/api/v1/games", headers={"Origin": HERE, "Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 200
    assert answer.headers[ALLOWED] == "*"
    exposed = listed(answer.headers["Access-Control-Expose-Headers"])
    wanted = {"etag", "location", "retry-after", "idempotency-replayed", "x-request-id"}
    assert exposed >= wanted | {name.lower() for name in ALWAYS_SENT}
    # No cookie of the staff's pages goes with it.
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("path", ["games", "nowhere", "games/rubbish"])
def test_so_may_a_refusal(client: Client, path: str) -> None:
    answer = client.post(f"/api/v1/{path}", headers={"Origin": HERE})
    assert answer.status_code in (401, 404, 405)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers[ALLOWED] == "*"


def test_a_browser_that_asks_before_is_told_every_header_and_method_of_the_contract(
    client: Client,
) -> None:
    document: dict[str, Any] = client.get("/api/v1/openapi.json").json()
    answer = client.options(
        "/api/v1/games",
        headers={
            "Origin": HERE,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization",
        },
    )
    assert answer.status_code == 200
    assert answer.headers[ALLOWED] == "*"
    methods = listed(answer.headers["Access-Control-Allow-Methods"])
    headers = listed(answer.headers["Access-Control-Allow-Headers"])
    for operations in document["paths"].values():
        assert methods >= operations.keys() & {"get", "post", "put", "patch", "delete"}
        for operation in operations.values():
            told = operation.get("parameters", ()) if isinstance(operation, dict) else ()
            named = {one["name"].lower() for one in told if one["in"] == "header"}
            assert headers >= named
    assert headers >= {"authorization", "content-type", "accept-language"}


@pytest.mark.parametrize("path", ["/", "/admin/login/", "/healthz", "/metrics"])
def test_only_the_api_is_for_them(client: Client, path: str) -> None:
    assert ALLOWED not in client.get(path, headers={"Origin": HERE}).headers


def test_who_asks_from_no_page_is_told_nothing_of_it(client: Client) -> None:
    assert ALLOWED not in client.get("/api/v1/rulesets").headers


def test_they_may_be_some_and_no_others(client: Client, settings: Any) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS = False
    settings.CORS_ALLOWED_ORIGINS = [HERE]
    own = client.get("/api/v1/rulesets", headers={"Origin": HERE})
    assert own.headers[ALLOWED] == HERE
    other = client.get("/api/v1/rulesets", headers={"Origin": "https://other.example.org"})
    assert ALLOWED not in other.headers
