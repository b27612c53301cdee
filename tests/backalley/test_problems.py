"""Every error is a problem of the contract."""

from __future__ import annotations

import logging
import re
from typing import Any, get_args

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.test import RequestFactory
from rest_framework.exceptions import Throttled

from backalley.problem_kinds import KINDS
from backalley.problems import FOREIGN, exception_handler
from games.engine import refusals
from games.engine.refusals import Refusal
from players import selectors
from players.errors import Problem
from tests.caller import Answer, Caller

CONTRACT = {
    400: "invalid-request",
    401: "not-authenticated",
    403: "not-a-player not-the-creator insufficient-scope not-staff own-game",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    409: "not-your-turn wrong-phase game-not-started game-over seat-taken already-seated "
    "username-taken not-a-sandbox game-not-over already-ruled already-disputed not-a-guest",
    412: "stale-version",
    413: "too-large",
    415: "unsupported-media-type",
    422: "illegal-bid card-not-in-hand must-follow-suit trump-not-broken must-play-highest-trump "
    "must-play-lowest-trump idempotency-key-reused",
    429: "rate-limited",
    500: "internal-error",
    503: "unavailable",
}


def answer_to(error: Exception) -> Answer:
    request = RequestFactory().get("/api/v1/games/1?invite=secret")
    response = exception_handler(error, {"request": request})
    assert response is not None
    return Answer(response)


def test_the_codes_and_their_statuses_are_those_of_the_contract() -> None:
    codes = {code: status for status, codes in CONTRACT.items() for code in codes.split()}

    assert {code: kind.status for code, kind in KINDS.items()} == codes


@pytest.mark.parametrize("code", KINDS)
def test_every_code_makes_a_whole_answer_without_any_facts(code: str) -> None:
    answer = answer_to(Problem(code))

    assert (answer.code, answer.status) == (code, KINDS[code].status)
    assert answer.json["instance"] == "/api/v1/games/1"
    assert "{" not in answer.json["detail"]


def test_every_code_of_the_engine_has_its_words() -> None:
    assert set(get_args(refusals.Code)) <= set(KINDS)


def codes_named_in_the_code() -> set[str]:
    """The codes with which the code refuses, as far as it spells them out there."""
    refusing = re.compile(r'\b(?:Problem|Refusal)\(\s*"([a-z-]+)"')
    sources = (
        file.read_text()
        for folder in ("backalley", "games", "players")
        for file in (settings.BASE_DIR / folder).rglob("*.py")
    )
    return {code for source in sources for code in refusing.findall(source)}


def test_whatever_the_code_refuses_with_is_a_code_and_every_code_is_used() -> None:
    named = codes_named_in_the_code()
    used = named | {*get_args(refusals.Code), *(code for _, code in FOREIGN)}

    assert named <= set(KINDS)
    assert set(KINDS) == used


def test_a_refusal_of_the_engine_says_what_is_legal() -> None:
    answer = answer_to(Refusal("illegal-bid", legal=["pass", 1, 2], bid=9, hand_size=2))

    assert (answer.status, answer.code) == (422, "illegal-bid")
    assert answer.json["legal"] == ["pass", 1, 2]
    says = "That is no legal bid now; the legal ones are pass, 1, 2. To bid nothing, pass."
    assert answer.json["detail"] == says


def test_a_refusal_without_a_legal_list_has_none() -> None:
    answer = answer_to(Refusal("not-your-turn", turn="E"))

    assert (answer.status, answer.code) == (409, "not-your-turn")
    assert "legal" not in answer.json
    assert answer.json["detail"] == "It is E’s turn, not yours."


@pytest.mark.parametrize("card", ["QS", "BB", "2C"])
def test_a_card_that_is_not_held_is_refused_in_the_same_words_wherever_it_is(card: str) -> None:
    answer = answer_to(Refusal("card-not-in-hand", legal=["AD"], card=card))

    assert answer.json["detail"] == "You do not hold that card; the legal ones are AD."


def test_a_stale_version_names_the_present_one() -> None:
    answer = answer_to(Problem("stale-version", version=131))

    assert (answer.status, answer.json["version"]) == (412, 131)
    assert "131" in answer.json["detail"]


def test_field_errors_name_their_fields_in_the_sentence_too() -> None:
    errors: Any = [{"field": "options.board", "code": "invalid", "detail": "Must be an integer."}]

    answer = answer_to(Problem("invalid-request", errors=errors))

    assert answer.json["errors"] == errors
    assert answer.json["detail"] == "options.board: Must be an integer."


def test_headers_of_a_problem_are_sent() -> None:
    assert (
        answer_to(Problem("rate-limited", headers={"Retry-After": "7"})).headers["Retry-After"]
        == "7"
    )
    assert answer_to(Throttled(wait=6.2)).headers["Retry-After"] == "7"
    assert answer_to(Problem("not-authenticated")).headers["WWW-Authenticate"] == "Bearer"


def test_a_fault_of_our_own_is_left_to_django() -> None:
    request = RequestFactory().get("/api/v1/me")

    assert exception_handler(KeyError("trump"), {"request": request}) is None


@pytest.mark.parametrize("path", ["", "/", "/nothing", "/players/", "/me/x", "/games/1/x", "/%0A"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS", "BREW"])
def test_an_unknown_path_is_not_found(path: str, method: str) -> None:
    answer = Caller().send(method, path)

    assert (answer.status, answer.code) == (404, "not-found")


@pytest.mark.parametrize(
    ("path", "method", "allow"),
    [
        ("/players", "GET", "POST, OPTIONS"),
        ("/players/guest", "PUT", "POST, OPTIONS"),
        ("/tokens", "PATCH", "GET, POST, HEAD, OPTIONS"),
        ("/tokens/1", "GET", "DELETE, OPTIONS"),
        ("/me", "POST", "GET, PATCH, DELETE, HEAD, OPTIONS"),
        ("/openapi.json", "DELETE", "GET, HEAD, OPTIONS"),
        ("/docs", "BREW", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(path: str, method: str, allow: str) -> None:
    answer = Caller().send(method, path)

    assert (answer.status, answer.code) == (405, "method-not-allowed")
    assert answer.headers["Allow"] == allow


def test_options_says_what_is_allowed() -> None:
    answer = Caller().send("OPTIONS", "/tokens")

    assert (answer.status, answer.content) == (204, b"")
    assert answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS"
    assert "Content-Type" not in answer.headers


@pytest.mark.parametrize(
    "accept",
    [
        *("text/html", "application/xml", "image/*", "rubbish", ";", "a/b, c/d;q=1,,"),
        *("application/json;q=0", "application/json; q=0.000, */*", "application/*;q=0, */*;q=0.1"),
        *("*/*;q=0", "application/json;q=0, application/problem+json", "x/y," * 64 + "*/*"),
    ],
)
def test_an_answer_that_is_not_accepted_is_not_made(accept: str) -> None:
    answer = Caller().post("/players/guest", {}, accept=accept)

    assert (answer.status, answer.code) == (406, "not-acceptable")


@pytest.mark.parametrize(
    "accept",
    [
        *(
            "application/json",
            "APPLICATION/JSON",
            "application/*",
            "*/*",
            "",
            " ",
            "text/html, */*",
        ),
        *(
            "application/json; charset=utf-8",
            "application/json;q=0.1",
            "application/json;x*=n'x'%ff",
        ),
        *("application/problem+json", "application/json, */*;q=0", "*/*;q=0, application/json"),
        *("application/problem+json;q=0, application/json", "text/*;q=0, */*;q=0.001"),
    ],
)
def test_an_answer_that_is_accepted_in_any_way_is_made(accept: str) -> None:
    answer = Caller().get("/rulesets", accept=accept)

    assert (answer.status, answer.media_type) == (200, "application/json")


def test_who_takes_errors_alone_gets_errors(db: None) -> None:
    answer = Caller().get("/me", accept="application/problem+json")

    assert (answer.status, answer.code) == (401, "not-authenticated")


def test_a_fault_of_our_own_is_told_without_its_cause_and_logged_once(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(text: str) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(selectors, "live_token", fail)

    answer = Caller("ba_x").get("/me", x_request_id="ticket-7")

    assert (answer.status, answer.code) == (500, "internal-error")
    assert b"secret" not in answer.content
    assert "ticket-7" in answer.json["detail"]
    assert [record.name for record in caplog.records if record.levelno >= logging.WARNING] == [
        "django.request"
    ]


@pytest.mark.parametrize("lost", [OperationalError("the server is gone"), InterfaceError("closed")])
def test_a_database_out_of_reach_is_told_as_such(
    lost: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(text: str) -> None:
        raise lost

    monkeypatch.setattr(selectors, "live_token", fail)

    answer = Caller("ba_x").get("/me")

    assert (answer.status, answer.code) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "2"
    assert str(lost) in caplog.text
    assert "Traceback" not in caplog.text


def test_a_refusal_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    Caller("ba_secret").get("/me?invite=secret")

    (record,) = caplog.records
    assert record.getMessage() == "refused GET /api/v1/me 401 not-authenticated"


def test_no_path_looks_like_a_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    Caller().get("/x%0AERROR%20root:%20all%20is%20lost")

    assert [len(record.getMessage().splitlines()) for record in caplog.records] == [1]


def test_outside_the_base_path_pages_are_for_people() -> None:
    response = Caller().client.get("/nothing")

    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("code", KINDS)
def test_the_type_of_a_problem_leads_to_its_page(code: str) -> None:
    response = Caller().client.get(f"/problems/{code}")

    assert response.status_code == 200
    assert re.search(rf"<code>{code}</code>, HTTP {KINDS[code].status}", response.text)


def test_there_is_no_page_of_what_is_no_problem() -> None:
    assert Caller().client.get("/problems/wrong-password").status_code == 404
