from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from tests.caller import Caller
from tests.games.live.follower import Follower
from tests.web import Web

Follow = Callable[..., Follower]


@pytest.fixture(scope="module")
def web(
    django_db_setup: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    """One web server for the tests of a file."""
    with closing(Web(tmp_path_factory.mktemp("web"), redis_url)) as web:
        web.start()
        yield web
    text = web.log.read_text()
    assert "Traceback" not in text, text
    assert "[ERROR]" not in text, text


@pytest.fixture
def follow(web: Web) -> Iterator[Follow]:
    """Opens streams, and hangs up at the end."""
    opened: list[Follower] = []

    def follow(
        caller: Caller, game: str, last: int | None = None, query: str = "", url: str = ""
    ) -> Follower:
        opened.append(Follower(url or web.url, caller.token, game, last, query))
        return opened[-1]

    yield follow
    for follower in opened:
        follower.leave()
    for follower in opened:
        follower.close()
