"""The whole service from outside, in each of its languages: no text of it is in another one."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
import requests

from tests.backalley.test_languages import LANGUAGES, SCRIPTS
from tests.games.http import HttpPlayer
from tests.running import Running

pytestmark = pytest.mark.slow

# What is no language's own: what is quoted as code, and names that clients send.
NAMES = r"`[^`]*`|<code>.*?</code>|“[A-Za-z]+”|「[A-Za-z]+」"
ENGLISH = r"[A-Za-z]{2,}(?: [A-Za-z]{2,})+"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def ana(service: Running) -> HttpPlayer:
    return HttpPlayer(service.url())


@pytest.fixture(scope="module")
def game(ana: HttpPlayer) -> str:
    """The path of a game in which ana is to bid; no bot is before her."""
    for _ in range(40):
        wish = {"bots": dict.fromkeys("ESW", "beginner"), "turn_seconds": 86400}
        made = ana.send("POST", "/games", wish).json()
        if made["turn"]["seat"] == "N":
            return f"/games/{made['id']}"
    raise AssertionError("the dealer always sits where he should not")


def in_language(language: str, text: str) -> bool:
    """Whether a text has this language's letters, no other's, and no English."""
    text = re.sub(NAMES, "", text)
    others = [letters for name, letters in SCRIPTS.items() if name != language]
    return (
        bool(re.search(f"[{SCRIPTS[language]}]", text))
        and not any(re.search(f"[{letters}]", text) for letters in others)
        and not re.search(ENGLISH, text)
    )


def asked(player: HttpPlayer, method: str, path: str, header: str, **sent: Any) -> Any:
    """An answer in the language that the header asks for, with how it is marked."""
    headers = {**sent.pop("headers", JSON), "Accept-Language": header}
    answer = player.send(method, path, headers=headers, **sent)
    assert "Accept-Language" in answer.headers["Vary"]
    return answer


REFUSALS: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "/nothing", {}),
    ("PUT", "/me", {}),
    ("GET", "/games?limit=0", {}),
    ("GET", "/games?status=x&mine=1", {}),
    ("POST", "/games", {"raw": b"{"}),
    ("POST", "/games", {"raw": b"\xff"}),
    ("POST", "/games", {"raw": b"{}", "headers": {"Content-Type": "text/plain"}}),
    ("POST", "/games", {"raw": b" " * 200_000}),
    ("POST", "/games", {"body": {"seat": "X", "bots": 5, "options": {"tie": 1}, "entropy": "\0"}}),
    ("POST", "/games", {"body": {"seat": "X", "bots": 5, "visibility": "x", "sandbox": 1}}),
    ("POST", "/games", {"body": {"options": {"hand_sizes": [99]}}}),
    ("GET", "/me", {"headers": {"Accept": "image/png"}}),
    ("POST", "/me/claim", {"body": {"username": "a b", "password": "short"}}),
    ("POST", "/webhooks", {"body": {"url": "ftp://cards.example", "events": ["x"]}}),
    ("GET", f"/games/{uuid4()}?wait=5", {"headers": {"If-None-Match": '"1"'}}),
    ("POST", "{game}/bids", {"body": {"bid": 13}}),
    ("POST", "{game}/bids", {"body": {"bid": None}}),
    ("POST", "{game}/bids", {"body": {"bid": 1}, "headers": {**JSON, "If-Match": '"1"'}}),
    ("POST", "{game}/plays", {"body": {"card": "AS"}}),
    ("POST", "{game}/rematch", {"body": {}}),
    ("GET", "{game}/states/9999", {}),
    ("GET", "{game}/stream?after=9999", {}),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_told_in_it(ana: HttpPlayer, game: str, language: str) -> None:
    for method, path, sent in REFUSALS:
        answer = asked(ana, method, path.format(game=game), f"xx, {language};q=0.1", **sent)
        problem = answer.json()
        assert 400 <= answer.status_code < 500, (path, problem)
        assert answer.headers["Content-Language"] == language
        errors = [error["detail"] for error in problem.get("errors", [])]
        for text in (problem["title"], problem["detail"], *errors):
            assert in_language(language, text), (path, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_hints_are_told_in_it(ana: HttpPlayer, game: str, language: str) -> None:
    for ruleset in ("gamerules", "bab"):
        rules = asked(ana, "GET", f"/rules?ruleset={ruleset}", language).json()
        assert rules["language"] == language
        assert in_language(language, rules["title"].replace(ruleset, ""))
        for line in filter(None, rules["text"].splitlines()[1:]):
            # Options and values alone are on some lines.
            assert in_language(language, line) or not re.search(
                r"[^\W\d_]", re.sub(NAMES, "", line)
            )
    hint = asked(ana, "GET", f"{game}/hint", language).json()
    assert in_language(language, hint["reason"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/rules", "/problems/stale-version", "/nothing"])
def test_pages_are_told_in_it(ana: HttpPlayer, path: str, language: str) -> None:
    url = ana.base.removesuffix("/api/v1") + path
    answer = requests.get(url, headers={"Accept-Language": language}, timeout=30)
    body = re.sub(NAMES, "", answer.text).partition("</head>")[2]
    assert f'<html lang="{language}">' in answer.text
    assert in_language(language, re.sub("<[^>]*>", "\n", body))


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("te;q=0.2, ne;q=0.9", "ne"),
        ("ja-JP, en;q=0.5", "ja"),
        ("en;q=0, bg", "bg"),
        ("fr, de;q=0.5", "en"),
        ("*", "en"),
        ("bg;q=nan, ;;q=, \xff", "en"),
        ("bg," * 1000, "bg"),
    ],
)
def test_the_header_may_be_anything(ana: HttpPlayer, header: str, language: str) -> None:
    for path in ("/nothing", "/rules", "/me"):
        answer = asked(ana, "GET", path, header)
        assert answer.headers["Content-Language"] == language
