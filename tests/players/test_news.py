from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
import redis
from django.conf import settings

from players import valkey
from players.news import CHANNEL, News, read, tell


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(valkey, "_known", valkey._Known())
    yield
    valkey._server.cache_clear()


def test_what_is_told_is_heard(redis_url: str) -> None:
    told = [News("game", uuid4(), 17), News("token", uuid4()), News("player", uuid4())]
    with redis.Redis.from_url(redis_url) as server, server.pubsub() as channel:
        channel.subscribe(CHANNEL)
        assert channel.get_message(timeout=5)["type"] == "subscribe"
        for one in told:
            tell(one)
        heard = [channel.get_message(timeout=5)["data"] for _ in told]

    assert [read(message) for message in heard] == told


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"game",
        b"game 1 2",
        b"cards 01890a5d-ac96-774b-bcce-b302099a8057 1",
        b"game 01890a5d-ac96-774b-bcce-b302099a8057 -1",
        b"game ------------------------------------ 1",
        b"\xff\xfe",
    ],
)
def test_what_is_no_news_is_not_listened_to(message: bytes) -> None:
    assert read(message) is None


def test_nobody_waits_for_a_redis_that_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    for _ in range(3):
        tell(News("game", uuid4(), 1))

    assert [record.levelname for record in caplog.records] == ["WARNING"]
