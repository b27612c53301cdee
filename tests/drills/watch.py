"""Looks at a running service while it is in trouble: how late turns are, and what clients get."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from operator import itemgetter
from types import TracebackType
from typing import Any, Self

import psycopg
import requests

LATENESS = """
SELECT extract(epoch FROM clock_timestamp() - coalesce(deadline, created_at))::float, id, turn_lane
FROM games_game WHERE status = 'active' ORDER BY 1 DESC LIMIT 1
"""


EVENTS = "SELECT sum(version)::int FROM games_game"


class Watch:
    """Samples the database, several times a second, for as long as it is open.

    `latest` is the longest that a turn was over its deadline, in seconds, with the game and its
    lane; `events` is how many there are in all games.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.latest: tuple[float, object, object] = (0.0, None, None)
        self.events = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._end.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._end.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True, connect_timeout=2) as connection:
                    while not self._end.wait(0.2):
                        for late in connection.execute(LATENESS):
                            self.latest = max(self.latest, late, key=itemgetter(0))
                        (self.events,) = connection.execute(EVENTS).fetchone() or (0,)
            except psycopg.OperationalError:
                self._end.wait(0.1)


class Client:
    """Somebody who asks all the time, and notes what he gets."""

    def __init__(self, ask: Callable[[requests.Session], requests.Response]) -> None:
        self.ask = ask
        # When, and the status; 0 if there was no answer at all.
        self.answers: list[tuple[float, int]] = []
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._go)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._end.set()
        self._thread.join()

    def _go(self) -> None:
        with requests.Session() as session:
            while not self._end.wait(0.02):
                begun = time.monotonic()
                try:
                    status = self.ask(session).status_code
                except requests.RequestException:
                    status = 0
                self.answers.append((begun, status))

    def failures(self, since: float = 0.0) -> list[int]:
        """The answers that a client should never get, of requests made since then."""
        return [status for at, status in self.answers if at >= since and not 0 < status < 500]


def patience() -> float:
    """How much longer things take here than on a machine that does nothing else."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def wait_until(holds: Callable[[], Any], seconds: float) -> None:
    """Wait for something that has to come true. Fails when it does not."""
    deadline = time.monotonic() + seconds * patience()
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.1)
