"""Limits on the web server as it is shipped, with and without a proxy before it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.web import Web

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

GUESS = {"username": "somebody", "password": "a wrong password"}
NUMBERS = count(1)
VICTIM, CROWD = "203.0.113.9", "203.0.113.10"


@pytest.fixture(scope="module", params=["0", "1"], ids=["direct", "behind a proxy"])
def web(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    redis_url: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Web]:
    """With small budgets, counted apart from those of all other tests."""
    settings = {
        "RATE_LIMITS": "on",
        "TRUSTED_PROXIES": request.param,
        "RATE_LIMIT_ARRIVALS": "4",
        "RATE_LIMIT_SIGN_INS": "2",
        "RATE_LIMIT_READS": "3",
    }
    counters = f"{redis_url}?db={8 + int(request.param)}"
    folder: Path = tmp_path_factory.mktemp("web")
    with contextlib.closing(Web(folder, counters, **settings)) as web:
        web.start()
        yield web


def ask(
    web: Web, method: str, path: str, body: Any = None, *, real: str, token: str = ""
) -> requests.Response:
    """Ask as a client does that claims another address each time.

    What a proxy before the service would see, `real`, it adds behind all that it was told.
    """
    claimed = f"198.51.100.{next(NUMBERS) % 250}"
    told = ", ".join([claimed, VICTIM] + [real] * (web.environment["TRUSTED_PROXIES"] == "1"))
    headers = {"X-Forwarded-For": told, "Authorization": f"Bearer {token}"} | dict.fromkeys(
        ("X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP"), claimed
    )
    headers["Forwarded"] = f"for={claimed}"
    with requests.Session() as session:
        session.trust_env = False
        return session.request(
            method, f"{web.url}/api/v1{path}", json=body, headers=headers, timeout=30
        )


def is_limited(answer: requests.Response) -> bool:
    """Whether it is a 429, and one that says all that it should."""
    if answer.status_code != 429:
        return False
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["status"]) == ("rate-limited", 429)
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert ";r=0;t=" in answer.headers["RateLimit"]
    return True


def test_no_claimed_address_opens_a_budget_or_uses_up_anothers(web: Web) -> None:
    direct = web.environment["TRUSTED_PROXIES"] == "0"
    people = [ask(web, "POST", "/players/guest", {}, real=CROWD) for _ in "ab"]
    tokens = [answer.json()["token"] for answer in people]

    # Each of two people behind one address has a budget of his own.
    for token in tokens:
        answers = [ask(web, "GET", "/me", real=CROWD, token=token) for _ in range(4)]
        assert [is_limited(answer) for answer in answers] == [False] * 3 + [True]
        assert {answer.status_code for answer in answers[:3]} == {200}

    # Two guests and two sign-ins of the address's four arrivals, and no more, whatever it claims.
    answers = [ask(web, "POST", "/tokens", GUESS, real=CROWD) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [401, 401, 429]
    answers += [ask(web, "POST", "/players/guest", {}, real=CROWD) for _ in range(3)]
    assert all(is_limited(answer) for answer in answers[2:])

    # Whose address was claimed all the time is charged nothing.
    victims = [ask(web, "POST", "/players/guest", {}, real=VICTIM) for _ in range(2)]
    assert [is_limited(answer) for answer in victims] == [direct] * 2
