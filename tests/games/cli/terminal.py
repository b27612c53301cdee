"""The terminal's client without a terminal or a network: what is typed is a list, and the service
answers in this process, its bots too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import httpx
import pytest
from django.test import Client

from games import clock, models
from games.cli.__main__ import main
from games.services import machines
from tests.caller import HANDLER
from tests.documented import check_documented

URL = "http://cards.example"
Typed = str | Callable[[], str]


class InProcess(httpx.BaseTransport):
    """The service. Whoever waits for a bot sees it move."""

    def __init__(self) -> None:
        self.asked: list[httpx.Request] = []
        self.lost: Callable[[httpx.Request], bool] = lambda request: False
        """Whether the answer to a request gets lost."""
        self._client = Client(raise_request_exception=False)
        self._client.handler = HANDLER

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        url = urlsplit(str(request.url))
        if "wait" in request.url.params:
            _move_a_bot(url.path.rpartition("/")[2])
        response = self._client.generic(
            request.method,
            f"{url.path}?{url.query}",
            request.read(),
            content_type=request.headers.get("Content-Type", ""),
            headers={
                name: value
                for name, value in request.headers.items()
                if name.lower() not in ("host", "content-type", "content-length")
            },
        )
        check_documented(request.method, response)
        if self.lost(request):
            raise httpx.ReadError("gone", request=request)
        return httpx.Response(
            response.status_code, headers=dict(response.headers), content=response.content
        )

    def posts(self, end: str) -> list[httpx.Request]:
        """The POSTs to paths that end so."""
        return [
            request
            for request in self.asked
            if request.method == "POST" and request.url.path.endswith(end)
        ]


class Terminal:
    """Somebody who starts the client, and what he sees."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.service = InProcess()
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def run(self, *typed: Typed, words: Iterable[str] = (), status: int = 0) -> str:
        """Start it, type, end the input; what was shown."""
        self._monkeypatch.setattr("sys.stdin", _Keyboard(typed))
        assert main([URL, *words], transport=self.service) == status
        return self._capsys.readouterr().out

    def look(self, path: str) -> Any:
        """What the service shows the person who plays."""
        token = {"Authorization": self.service.asked[-1].headers["Authorization"]}
        request = httpx.Request("GET", f"{URL}/api/v1{path}", headers=token)
        return self.service.handle_request(request).json()


class _Keyboard:
    """Types line by line. A function types what it gives, and may do things before."""

    def __init__(self, typed: Iterable[Typed]) -> None:
        self._typed = iter(typed)

    def isatty(self) -> bool:
        """What is typed here cannot be thrown away."""
        return False

    def readline(self, *args: Any) -> str:
        line = next(self._typed, None)
        if line is None:
            return ""
        return (line if isinstance(line, str) else line()) + "\n"


def _move_a_bot(game: str) -> None:
    version = models.Game.objects.get(pk=game).version
    assert machines.move(UUID(game), version, clock=clock.now), "whom does it wait for?"
