"""The client's calls, to a service that is away, busy, or another one."""

from __future__ import annotations

import httpx
import pytest

from games.cli import service
from games.cli.__main__ import main
from games.cli.service import Service, Unreachable


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long it has paused, without doing so."""
    slept: list[float] = []
    monkeypatch.setattr("games.cli.service.time.sleep", slept.append)
    return slept


def calling(*answers: httpx.Response | Exception) -> tuple[Service, list[str]]:
    """A client who gets these answers, and what he is told meanwhile."""
    told: list[str] = []
    return Service("cards.example", tell=told.append, transport=transport(*answers)), told


def transport(*answers: httpx.Response | Exception) -> httpx.MockTransport:
    left = iter(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        following = next(left)
        if isinstance(following, Exception):
            raise following
        return following

    return httpx.MockTransport(answer)


def ok() -> httpx.Response:
    return httpx.Response(200, json={"ok": True})


def test_it_waits_as_long_as_a_busy_service_asks_for(pauses: list[float]) -> None:
    busy = httpx.Response(429, headers={"Retry-After": "7"}, json={})
    client, told = calling(busy, httpx.Response(503), httpx.ReadError("reset"), ok())

    assert client.get("/me") == {"ok": True}
    assert pauses == [7, 2, 4]
    assert told == [
        "The service is busy or away (429). Trying again ...",
        "The service is busy or away (503). Trying again ...",
        "The connection to http://cards.example was lost. Trying again ...",
    ]


def test_it_gives_up_in_the_end(pauses: list[float]) -> None:
    client, told = calling(ok(), *(httpx.ReadError("reset") for _ in range(service.TRIES)))
    client.get("/me")

    with pytest.raises(Unreachable, match="was lost"):
        client.get("/me")
    assert len(pauses) == len(told) == service.TRIES - 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (httpx.ConnectError("refused"), "No service answers at http://cards.example."),
        (httpx.Response(200, text="<html>"), "is not Back Alley."),
        (httpx.Response(200, json=[1]), "is not Back Alley."),
        (httpx.Response(404, text="not here"), "is not Back Alley."),
    ],
)
def test_it_says_at_once_that_there_is_no_service(
    answer: httpx.Response | Exception,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: str,
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "250")

    assert main(["cards.example"], transport=transport(answer)) == 1
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("address", ["http://[", "ftp://cards.example", "http://cards.example:x"])
def test_what_is_no_address_is_told(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert main([address]) == 1
    assert "address" in capsys.readouterr().out
