from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.conf import settings

from players import valkey


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(valkey, "_known", valkey._Known())
    yield
    valkey._server.cache_clear()


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch, redis_url: str) -> list[list[Any]]:
    """What was said, by round trips."""
    said: list[list[Any]] = []
    carry_out = valkey._carry_out

    def noted(commands: list[valkey.Command]) -> Any:
        said.append([name for name, *_ in commands])
        return carry_out(commands)

    monkeypatch.setattr(valkey, "_carry_out", noted)
    return said


def test_what_is_asked_is_answered(trips: list[list[Any]]) -> None:
    key = f"test:{uuid4()}"
    valkey.say("SET", key, "told", "EX", 60)

    assert valkey.ask("GET", key) == b"told"
    assert trips == [["SET"], ["GET"]]


def test_together_it_takes_one_round_trip_and_comes_in_order(trips: list[list[Any]]) -> None:
    key = f"test:{uuid4()}"
    with valkey.together():
        valkey.say("SET", key, "told", "EX", 60)
        assert valkey.ask("GET", key) == b"told"

    assert trips == [["SET", "GET"]]


@pytest.mark.parametrize("fails", [False, True])
def test_what_nothing_was_asked_after_is_said_at_the_end(
    trips: list[list[Any]], fails: bool
) -> None:
    key = f"test:{uuid4()}"
    try:
        with valkey.together():
            valkey.say("SET", key, "told", "EX", 60)
            assert trips == []
            assert not fails, "whatever it was"
    except AssertionError:
        assert fails

    assert trips == [["SET"]]
    with redis.Redis.from_url(settings.REDIS_URL) as server:
        assert server.get(key) == b"told"


def test_away_it_is_asked_once_and_complained_of_once(
    trips: list[list[Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    with valkey.together():
        valkey.say("PUBLISH", "nobody", "listens")
        assert [valkey.ask("GET", "x") for _ in "abc"] == [None] * 3

    assert [record.levelname for record in caplog.records] == ["WARNING"]
