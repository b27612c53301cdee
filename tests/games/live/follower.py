"""A client that follows a game: it reads in a thread of its own, and keeps what it has read."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx

PATIENCE = 60.0


class Follower:
    """One connection to a stream."""

    def __init__(
        self, url: str, token: str | None, game: str, last: int | None = None, query: str = ""
    ) -> None:
        self.events: list[dict[str, Any]] = []
        self.disputes: list[dict[str, Any]] = []
        self.comments: list[float] = []
        self.status = 0
        self.code = ""
        self.headers: dict[str, str] = {}
        self.ended = threading.Event()
        self.broken = False
        self._url = f"{url}/api/v1/games/{game}/stream{query}"
        self._headers = {"Authorization": f"Bearer {token}"}
        if last is not None:
            self._headers["Last-Event-ID"] = str(last)
        # There is no TLS, and reading all authorities for nothing takes long.
        self._client = httpx.Client(timeout=PATIENCE, verify=False)
        self._opened = threading.Event()
        self._leave = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._opened.wait(PATIENCE)

    @property
    def versions(self) -> list[int]:
        """The versions that came, as they came."""
        return [event["version"] for event in self.events]

    @property
    def last(self) -> int:
        """The version that came last; 0 before the first."""
        return self.versions[-1] if self.events else 0

    def wait_for(self, there: Callable[[], bool]) -> None:
        """Wait for what is to come."""
        deadline = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < deadline, (self.status, self.versions, self.ended.is_set())
            time.sleep(0.01)

    def wait_for_version(self, version: int) -> None:
        self.wait_for(lambda: self.last >= version)

    def wait_for_disputes(self, count: int) -> None:
        self.wait_for(lambda: len(self.disputes) >= count)

    def leave(self) -> None:
        """Hang up with the next line that comes."""
        self._leave.set()

    def close(self) -> None:
        """Hang up, and wait until it is done."""
        self.leave()
        self.ended.wait(PATIENCE)
        self._thread.join(PATIENCE)
        self._client.close()

    def _run(self) -> None:
        try:
            with self._client.stream("GET", self._url, headers=self._headers) as answer:
                self.status = answer.status_code
                self.headers = dict(answer.headers)
                if answer.status_code >= 400:
                    self.code = json.loads(answer.read())["code"]
                else:
                    self._opened.set()
                    self._read(answer)
        except httpx.TransportError:
            self.broken = True
        finally:
            self._opened.set()
            self.ended.set()

    def _read(self, answer: httpx.Response) -> None:
        message: dict[str, str] = {}
        for line in answer.iter_lines():
            if self._leave.is_set():
                return
            if line.startswith(":"):
                self.comments.append(time.monotonic())
            elif line:
                name, _, value = line.partition(": ")
                assert name not in message
                message[name] = value
            elif message:
                event = json.loads(message["data"])
                if message["event"] == "dispute":
                    assert set(message) == {"event", "data"}
                    self.disputes.append(event)
                    message = {}
                    continue
                assert message["id"] == str(event["version"])
                assert message["event"] == event["type"]
                assert set(message) == {"id", "event", "data"}
                self.events.append(event)
                message = {}
        assert not message
