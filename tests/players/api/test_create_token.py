"""POST /tokens"""

from __future__ import annotations

import statistics
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.caller import PASSWORD, Caller

pytestmark = pytest.mark.usefixtures("db")

VALID = {"username": "ana", "password": PASSWORD}
SCOPES = [[""], ["write"], ["READ"], [None], [["read"]], [1], ["read", "write"], {"read": 1}]
WRONG: dict[str, list[Any]] = {
    "username": [None, True, 1, [], {}, "x" * 255, "ana\0", "\udfff"],
    "password": [None, True, 1, [], {}, "x" * 129, PASSWORD + "\0"],
    "label": [None, True, 1, [], {}, "x" * 101, "\0"],
    "scopes": [*SCOPES, None, True, 1, [], {}, "read"],
    "expires_in": [None, True, "60", 0, -1, 1.5, 60.0, 10**9, 10**400, [], {}],
}


def test_it_works(ana: Caller, nobody: Caller) -> None:
    answer = nobody.post("/tokens", VALID)

    assert answer.status == 201
    assert answer.json["label"] == ""
    assert answer.json["scopes"] == ["read", "play", "account"]
    assert answer.json["expires_at"] is None
    assert answer.json["token"].startswith(answer.json["prefix"])
    assert answer.headers["Cache-Control"] == "no-store"
    listed = Caller(answer.json["token"]).get("/tokens").json["results"]
    assert listed[0]["id"] == answer.json["id"]


def test_it_takes_label_scopes_and_time(ana: Caller, nobody: Caller) -> None:
    wish = {"label": "phone", "scopes": ["play", "read", "play"], "expires_in": 3600}

    answer = nobody.post("/tokens", VALID | wish).json

    assert (answer["label"], answer["scopes"]) == ("phone", ["play", "read"])
    left = datetime.fromisoformat(answer["expires_at"]) - datetime.now(UTC)
    assert 3590 < left.total_seconds() <= 3600


def test_the_name_is_read_whatever_the_case(ana: Caller, nobody: Caller) -> None:
    assert nobody.post("/tokens", VALID | {"username": "ANA"}).status == 201


def test_a_wrong_password_and_an_unknown_name_are_refused_alike(
    ana: Caller, nobody: Caller
) -> None:
    wrong = nobody.post("/tokens", VALID | {"password": "not the password"})
    unknown = nobody.post("/tokens", VALID | {"username": "eve"})

    assert wrong.status == 401
    assert wrong.code == "not-authenticated"
    assert wrong.json == unknown.json
    assert wrong.headers["WWW-Authenticate"] == unknown.headers["WWW-Authenticate"] == "Bearer"


def test_an_unknown_name_takes_as_long_as_a_wrong_password(ana: Caller, nobody: Caller) -> None:
    def seconds(username: str) -> float:
        start = time.perf_counter()
        nobody.post("/tokens", {"username": username, "password": "not the password"})
        return time.perf_counter() - start

    pairs = [(seconds("ana"), seconds("eve")) for _ in range(5)]
    known, unknown = (statistics.median(side) for side in zip(*pairs, strict=True))

    assert 0.4 < unknown / known < 2.5


@pytest.mark.parametrize("field", ["username", "password"])
def test_it_names_a_missing_field(nobody: Caller, field: str) -> None:
    answer = nobody.post("/tokens", {k: v for k, v in VALID.items() if k != field})

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
)
def test_it_refuses_what_is_not_right(ana: Caller, nobody: Caller, field: str, value: Any) -> None:
    answer = nobody.post("/tokens", VALID | {field: value})

    assert (answer.status, answer.code) == (400, "invalid-request")
