"""What services refuse is told in the caller's language, too, whatever its shape."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.backalley.test_languages import LANGUAGES, told_in, without_texts
from tests.caller import PASSWORD, Caller
from tests.games.seated import Seated, open_game

HOOKS = ["turn"]
A_GAME = "/games/{game}"
RULING = "/disputes/{dispute}/ruling"
UPHELD = {"ruling": "upheld", "remedy": "rewind", "note": "So be it."}


@pytest.fixture
def facts(table: Seated) -> dict[str, Any]:
    """A running game, a sandbox that waits, and an open dispute."""
    claim = {"reason": "That was no trick of theirs.", "version": 3}
    return {
        "game": table.id,
        "waiting": open_game(table.people["N"], sandbox=True)["id"],
        "dispute": table.people["E"].post(f"{table.path}/disputes", claim).json["id"],
    }


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/games", {"options": {"hand_sizes": [14]}}),
        ("POST", "/games", {"options": {"tie": "x"}}),
        ("POST", "/games", {"options": {"bid_n_as_number": 1}}),
        ("POST", "/games", {"options": {"board_points": -1}}),
        ("POST", "/games", {"turn_seconds": 1}),
        ("POST", "/games", {"bots": {"N": "normal"}}),
        ("POST", "/games/{waiting}/clock", {"advance_seconds": 10_000_001}),
        ("GET", A_GAME + "/stream?after=9999", None),
        ("GET", A_GAME + "?wait=-1", None),
        ("POST", A_GAME + "/bids", {"bid": "x"}),
        ("POST", A_GAME + "/plays", {"card": "ZZ"}),
        ("POST", A_GAME + "/messages", {"text": "a\tb"}),
        ("POST", A_GAME + "/disputes", {"reason": "", "version": 0}),
        ("POST", A_GAME + "/rematch", {}),
        ("POST", RULING, UPHELD),
        ("POST", "/webhooks", {"url": "ftp://cards.example", "events": HOOKS}),
        ("POST", "/webhooks", {"url": "http://127.0.0.1/", "events": HOOKS}),
        ("POST", "/webhooks", {"url": "https://ana:secret@cards.example", "events": HOOKS}),
        ("POST", "/me/claim", {"username": "chie", "password": PASSWORD}),
        ("PATCH", "/me", {"password": PASSWORD}),
        ("PATCH", "/me", {"password": PASSWORD, "current_password": "wrong password"}),
        ("POST", "/tokens", {"username": "ana", "password": "wrong password"}),
        ("POST", "/players", {"username": "ana", "password": PASSWORD}),
    ],
)
def test_a_players_mistakes(
    ana: Caller, facts: dict[str, Any], method: str, path: str, body: Any
) -> None:
    check(ana, method, path.format(**facts), body)


@pytest.mark.parametrize(
    "body",
    [
        UPHELD,
        UPHELD | {"to_version": 9999},
        UPHELD | {"note": ""},
        UPHELD | {"ruling": "rejected", "remedy": "void"},
    ],
)
def test_mistakes_of_staff(staff: Caller, facts: dict[str, Any], body: Any) -> None:
    check(staff, "POST", RULING.format(**facts), body)


@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": "text/plain"},
        {"accept": "image/png"},
        {"if-match": "rubbish"},
        {"idempotency-key": "x" * 256},
    ],
)
def test_headers_that_make_no_sense(
    ana: Caller, facts: dict[str, Any], headers: dict[str, str]
) -> None:
    check(ana, "POST", f"/games/{facts['game']}/bids", {"bid": "pass"}, **headers)


def test_a_body_that_is_too_large(ana: Caller) -> None:
    check(ana, "POST", "/games", {"entropy": "x" * 100_000})


def check(caller: Caller, method: str, path: str, body: Any, **headers: str) -> None:
    """It is refused alike in every language, in that language alone."""

    def asked_in(language: str) -> Any:
        raw = b"" if body is None else json.dumps(body).encode()
        spoken = {**headers, "accept-language": f"{language}, en;q=0.9"}
        kind = spoken.pop("content-type", "application/json")
        return caller.send(method, path, raw, content_type=kind, headers=spoken)

    english = asked_in("en")
    assert told_in(english) == {"en"}
    for language in LANGUAGES:
        answer = asked_in(language)
        assert answer.status == english.status >= 400
        assert told_in(answer) == {language}
        assert without_texts(answer) == without_texts(english)
        assert answer.headers["Content-Language"] == language
