"""GET /games/{game_id}?wait= on the web server as it is shipped"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from players import services
from players.models import Player
from tests.caller import Caller
from tests.games.live.slowness import slowness
from tests.games.seated import People, Seated, deals, open_game, seat_four
from tests.web import Web

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Poller:
    """Asks in threads, as many clients would."""

    def __init__(self, web: Web) -> None:
        self.client = httpx.Client(base_url=f"{web.url}/api/v1", timeout=60, verify=False)
        self.threads = ThreadPoolExecutor(20)

    def ask(self, caller: Caller, path: str, tag: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {caller.token}"}
        if tag is not None:
            headers["If-None-Match"] = tag
        return self.client.get(path, headers=headers)

    def later(self, *asked: Any) -> Future[httpx.Response]:
        """Ask, and give the request time to arrive."""
        future = self.threads.submit(self.ask, *asked)
        time.sleep(0.3)
        return future


@pytest.fixture
def poller(web: Web) -> Iterator[Poller]:
    poller = Poller(web)
    yield poller
    poller.threads.shutdown()
    poller.client.close()


@pytest.fixture
def game(people: People) -> Seated:
    return seat_four(people, **deals(3))


def tag(game: Seated) -> str:
    return f'"{game.version}"'


def test_it_is_answered_when_the_game_moves_on(game: Seated, poller: Poller) -> None:
    callers = list(game.people.values())
    waiting = [poller.later(caller, f"{game.path}?wait=25", tag(game)) for caller in callers]
    assert not any(future.done() for future in waiting)

    began = time.monotonic()
    game.bid_all()
    answers = [future.result() for future in waiting]

    assert time.monotonic() - began < 3 * slowness()
    for answer, caller in zip(answers, callers, strict=True):
        assert answer.status_code == 200
        assert answer.json()["version"] > 7
        assert answer.headers["etag"] == f'"{answer.json()["version"]}"'
        shown = caller.get(game.path).json
        assert answer.json()["deal"]["hand"] == shown["deal"]["hand"]


def test_nothing_new_is_answered_after_the_time(game: Seated, poller: Poller) -> None:
    began = time.monotonic()
    answer = poller.ask(game.people["N"], f"{game.path}?wait=2", tag(game))

    assert 2 <= time.monotonic() - began < 2 + 2 * slowness()
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["etag"] == tag(game)


@pytest.mark.parametrize(("wait", "known"), [("25", None), ("25", '"1"'), ("0", "present")])
def test_there_is_no_wait_without_need(
    game: Seated, poller: Poller, wait: str, known: str | None
) -> None:
    known = tag(game) if known == "present" else known
    began = time.monotonic()
    answer = poller.ask(game.people["N"], f"{game.path}?wait={wait}", known)

    assert time.monotonic() - began < 2 * slowness()
    assert answer.status_code == (304 if wait == "0" else 200)


def test_whoever_names_the_next_version_too_waits_for_the_one_after(
    game: Seated, poller: Poller
) -> None:
    known = f'"{game.version}", "{game.version + 1}"'
    waiting = poller.later(game.people["N"], f"{game.path}?wait=25", known)
    game.move(lambda legal: legal[-1])
    time.sleep(0.5)
    assert not waiting.done()

    game.move(lambda legal: legal[-1])

    assert waiting.result().json()["version"] == game.version


def test_a_private_game_is_waited_for_by_whoever_has_its_invite(
    ana: Caller, eve: Caller, poller: Poller
) -> None:
    game = open_game(ana, visibility="private")
    path = f"/games/{game['id']}"
    waiting = poller.later(eve, f"{path}?wait=25&invite={game['invite']}", '"2"')
    assert poller.ask(eve, f"{path}?wait=25", '"2"').status_code == 404
    assert not waiting.done(), (waiting.result().status_code, waiting.result().text)

    ana.put(f"{path}/seats/E", {"bot": "beginner"})

    assert waiting.result().json()["version"] == 3


def test_a_revoked_token_ends_the_wait(game: Seated, poller: Poller, ana: Caller) -> None:
    token, text = services.create_token(Player.objects.get(username="ana"))
    waiting = poller.later(Caller(text), f"{game.path}?wait=25", tag(game))

    ana.delete(f"/tokens/{token.pk}")
    answer = waiting.result()

    assert answer.status_code == 401
    assert answer.json()["code"] == "not-authenticated"


def test_many_waits_leave_the_threads_to_others(game: Seated, poller: Poller, eve: Caller) -> None:
    waiting = [poller.later(eve, f"{game.path}?wait=8", tag(game)) for _ in range(12)]

    began = time.monotonic()
    assert poller.ask(eve, game.path).status_code == 200
    assert time.monotonic() - began < 2 * slowness()
    assert not any(future.done() for future in waiting[4:])
    assert {future.result().status_code for future in waiting} == {304}
