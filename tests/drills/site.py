"""A service as processes, the games on it, and what can be done to both."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import redis
import requests

from backalley.embedded.home import Home
from tests.drills.proof import faults
from tests.drills.watch import Client, Watch, patience, wait_until
from tests.running import Running, command_lines

LATE = 5.0
"""So many seconds after its deadline a turn is made at the latest, whatever happens."""
FEW_SECONDS = 5
"""The time for a turn of those who never come."""
CALM = 6.0
"""For so many seconds after a drill it is watched whether all is well again."""


class Drill:
    """What has been done to the service, as far as it excuses anything."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.outage = 0.0
        self.since = 0.0

    def outage_is_over(self) -> None:
        """From now on nothing is excused; no turn could be made since the drill began."""
        self.since = time.monotonic()
        self.outage = self.since - self.begun


class Site:
    """The service of the drills."""

    def __init__(self, home: Path) -> None:
        # The one client of the drills asks as often as many would.
        quotas = dict.fromkeys(("RATE_LIMIT_READS", "RATE_LIMIT_WRITES"), "1000000")
        self.running = Running(home, environment=quotas)
        self.url = self.running.url()
        self.api = f"{self.url}/api/v1"
        self.database = Home(home).embedded_database_url()
        self.redis = redis.Redis(unix_socket_path=str(Home(home).run / "valkey.sock"))
        token = requests.post(f"{self.api}/players/guest", json={}, timeout=20).json()["token"]
        self.headers = {"Authorization": f"Bearer {token}"}
        self.games: list[str] = []

    def open_game(self, **wish: Any) -> None:
        answer = requests.post(f"{self.api}/games", json=wish, headers=self.headers, timeout=20)
        assert answer.status_code == 201, answer.text
        self.games.append(answer.json()["id"])

    def open_games(self) -> None:
        """Fifty that wait for somebody who is away, some among bots, some of these experts."""
        for _ in range(50):
            self.open_game(bots=dict.fromkeys("ESW", "beginner"), turn_seconds=FEW_SECONDS)
        for level, number in (("normal", 4), ("expert", 2)):
            for _ in range(number):
                self.open_game(seat=None, bots=dict.fromkeys("NESW", level))

    def ask(self, session: requests.Session) -> requests.Response:
        """Look at one of the games, or try to write to it what is refused."""
        number = int(time.monotonic() * 50)
        path = f"{self.api}/games/{self.games[number % len(self.games)]}"
        if number % 2:
            return session.get(path, headers=self.headers, timeout=20)
        stale = {**self.headers, "If-Match": '"1"'}
        return session.delete(f"{path}/seats/N", headers=stale, timeout=20)

    def serves(self) -> bool:
        """Whether a game is shown again."""
        try:
            with requests.Session() as session:
                return self.ask(session).status_code < 500
        except requests.RequestException:
            return False

    @contextmanager
    def drill(self) -> Iterator[Drill]:
        """The time of a drill; after it all has to be well, and to have been but for its excuse."""
        with Watch(self.database) as watch, Client(self.ask) as client:
            wait_until(lambda: watch.events, 10)
            drill = Drill()
            yield drill
            before = watch.events
            time.sleep(CALM)
            wait_until(lambda: watch.events > before + len(self.games), 10)
        late = watch.latest[0] - drill.outage
        assert late <= LATE * patience(), (watch.latest, drill.outage)
        failures = client.failures(since=drill.since)
        assert failures == [], failures
        assert len(client.answers) > 20
        wrong = faults(self.database)
        assert wrong == [], wrong[:20]

    def takes_tasks(self) -> None:
        """Wait until workers of all lanes have taken a task since now, nobody having helped."""
        begun = time.monotonic()
        wait_until(lambda: self._silence() < time.monotonic() - begun, 60)
        assert requests.get(f"{self.url}/readyz", timeout=20).status_code == 200

    def _silence(self) -> float:
        checks = requests.get(f"{self.url}/readyz", timeout=20).json()["checks"]
        heard = checks["worker"]["heard_seconds_ago"]
        return float("inf") if heard is None else float(heard)

    def processes(self, mark: str) -> list[int]:
        """Those of the service whose command line holds this, with all that they have forked."""
        home = str(self.running.home)
        found = []
        for pid, line in command_lines().items():
            with suppress(OSError):
                environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
                ours = home in line or f"BACKALLEY_HOME={home}".encode() in environment
                if mark in line and ours and pid != self.running.process.pid:
                    found.append(pid)
        return sorted(found)


def send(number: signal.Signals, *pids: int) -> None:
    """A signal to each of them, of which there is one at least, that still is there."""
    assert pids
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
