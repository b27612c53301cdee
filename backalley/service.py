"""The whole service on one machine: which programs it is made of, and in which order they run."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from backalley import metric_files
from backalley.celery import queues_of
from backalley.embedded.home import Home
from backalley.embedded.identity import die_with_parent
from backalley.embedded.postgres import Postgres
from backalley.embedded.valkey import Valkey
from backalley.supervision import Program, Supervisor
from games.tasks import MESSENGERS

# A recovery after a power cut may take its time.
SERVER_PATIENCE = 120.0
READY_PATIENCE = 120.0
# Each worker's name, its lane and its processes. One expert's move at a time, on a core that it
# shares, leaves the rest of the machine to the moves that take milliseconds.
WORKERS = (("worker", "quick", 2), ("thinker", "slow", 1))
# The worker that sends to webhooks waits for others' servers most of the time.
MESSENGER = "messenger"
MESSENGER_THREADS = 8


class NotReady(Exception):
    """Part of the service did not come up; the message says which."""


def web_command(descriptor: int) -> list[str]:
    """The web server, on a socket that is bound already."""
    # Behind proxies the scheme is theirs to tell; otherwise it is nobody's.
    proxies = "*" if settings.TRUSTED_PROXIES else ""
    return [
        *(sys.executable, "-m", "gunicorn", "backalley.asgi:application"),
        *("--bind", f"fd://{descriptor}"),
        *("--worker-class", "backalley.web.Worker", "--workers", "2"),
        # Imported once, not once for each process; nothing is connected at import.
        "--preload",
        # Longer than any client waits between two polls, so that none meets a closing connection.
        *("--keep-alive", "75"),
        *("--graceful-timeout", "5", "--forwarded-allow-ips", proxies),
        # As long as it can be: room for the longest values that are taken, each byte escaped.
        *("--limit-request-line", "8190"),
        "--no-control-socket",
    ]


def worker_command(lane: str, processes: int) -> list[str]:
    """A Celery worker that moves for the bots of one lane."""
    return [
        *(sys.executable, "-m", "celery", "--quiet", "--app", "backalley.celery", "worker"),
        *("--hostname", f"{lane}@%h", "--queues", ",".join(queues_of(lane))),
        *("--concurrency", str(processes), "--loglevel", "INFO"),
        *("--without-mingle", "--without-gossip"),
    ]


def messenger_command() -> list[str]:
    """A Celery worker that sends to players' webhooks, so that no slow one holds up a move."""
    return [
        *(sys.executable, "-m", "celery", "--quiet", "--app", "backalley.celery", "worker"),
        *("--hostname", f"{MESSENGER}@%h", "--queues", ",".join(MESSENGERS)),
        *("--pool", "threads", "--concurrency", str(MESSENGER_THREADS), "--loglevel", "INFO"),
        *("--without-mingle", "--without-gossip"),
    ]


def manage_command(*words: str) -> list[str]:
    """One of the commands of manage.py."""
    return [sys.executable, "manage.py", *words]


class Service:
    """Brings everything up in order, and takes it down in the reverse."""

    def __init__(
        self, home: Home, base: Path, listener: socket.socket, embedded: dict[str, bool]
    ) -> None:
        self.home = home
        self.base = base
        self.listener = listener
        self.supervisor = Supervisor()
        self.postgres = Postgres(home) if embedded["DATABASE_URL"] else None
        self.valkey = Valkey(home) if embedded["REDIS_URL"] else None
        host, port = listener.getsockname()[:2]
        wildcard = host in ("0.0.0.0", "::")
        self.host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        self.port = port
        self.address = f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{port}"
        self.environment = {
            **os.environ,
            "BACKALLEY_HOME": str(home.path),
            "PYTHONUNBUFFERED": "1",
            "PROMETHEUS_MULTIPROC_DIR": str(home.path / "metrics"),
        }
        if not os.environ.get("ALLOWED_HOSTS", "").strip():
            # Bound to every address, it cannot know by which names it will be called.
            names = ["*"] if wildcard else ["localhost", "127.0.0.1", "[::1]", host]
            self.environment["ALLOWED_HOSTS"] = ",".join(names)

    def start(self) -> None:
        """Servers, migrations, programs; returns when a game can be played. Raises NotReady."""
        metric_files.clear(self.home.path / "metrics")
        self._start_servers()
        self.home.write_state(
            {
                "pid": os.getpid(),
                "address": self.address,
                **({"database_url": self.postgres.url} if self.postgres else {}),
                **({"redis_url": self.valkey.url} if self.valkey else {}),
            }
        )
        # A change of a big table takes longer than any request may.
        migrate = manage_command("migrate", "--no-input")
        status = self.supervisor.run(self._program("migrate", migrate, STATEMENT_TIMEOUT="0"))
        if status != 0:
            raise NotReady(f"The migrations failed with status {status}; the lines above say why.")
        descriptor = self.listener.fileno()
        self.supervisor.start(self._program("web", web_command(descriptor), files=(descriptor,)))
        self.worker_started = time.monotonic()
        for name, lane, processes in WORKERS:
            self.supervisor.start(self._program(name, worker_command(lane, processes)))
        self.supervisor.start(self._program(MESSENGER, messenger_command()))
        self.supervisor.start(self._program("sweep", manage_command("sweep")))
        if not self.supervisor.wait_until(self._answers, READY_PATIENCE):
            raise NotReady(f"The service is not ready after {READY_PATIENCE:.0f} s.")

    def _start_servers(self) -> None:
        if self.postgres:
            self.postgres.prepare()
            self.environment["DATABASE_URL"] = self.postgres.url
            self._start_server("postgres", self.postgres, signal.SIGINT, patience=60)
        if self.valkey:
            self.valkey.prepare()
            self.environment["REDIS_URL"] = self.valkey.url
            self._start_server("valkey", self.valkey, signal.SIGTERM, patience=20)
        for name, server in (("PostgreSQL", self.postgres), ("Valkey", self.valkey)):
            if server and not self.supervisor.wait_until(server.is_ready, SERVER_PATIENCE):
                raise NotReady(f"{name} takes no connections after {SERVER_PATIENCE:.0f} s.")

    def _start_server(
        self, name: str, server: Postgres | Valkey, stop: signal.Signals, patience: float
    ) -> None:
        self.supervisor.start(
            Program(
                name=name,
                command=server.command(),
                environment=server.environment(),
                folder="/",
                enter=server.enter(),
                stop=stop,
                patience=patience,
            )
        )

    def _program(
        self, name: str, command: list[str], files: tuple[int, ...] = (), **environment: str
    ) -> Program:
        return Program(
            name=name,
            command=command,
            # By this the database tells whose connection is whose.
            environment={
                **self.environment,
                "PGAPPNAME": f"backalley-{name}",
                **environment,
            },
            folder=str(self.base),
            enter=_with_parent,
            files=files,
        )

    def _answers(self) -> bool:
        """Whether web, database, broker and workers are all there; late turns are the sweep's."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=2)
        try:
            connection.request("GET", "/readyz")
            checks = json.loads(connection.getresponse().read())["checks"]
            # A former worker's sign of life does not count.
            age = time.monotonic() - self.worker_started
            heard = checks["worker"]["ok"] and checks["worker"]["heard_seconds_ago"] < age
            return bool(heard and checks["database"]["ok"] and checks["broker"]["ok"])
        except (OSError, http.client.HTTPException, ValueError, KeyError):
            return False
        finally:
            connection.close()

    def serve(self) -> None:
        """Keep it running. Raises Ended or KeepsDying."""
        while True:
            self.supervisor.turn(1.0)

    def stop(self) -> None:
        """First who asks, then who is asked: web, workers, sweep; Valkey; PostgreSQL."""
        workers = (name for name, *_ in WORKERS)
        for names in (("web", *workers, MESSENGER, "sweep"), ("valkey",), ("postgres",)):
            self.supervisor.stop(*names)
        if not self.home.run.is_relative_to(self.home.path):
            # Among everybody's temporary files nothing of it is to stay.
            with contextlib.suppress(OSError):
                self.home.run.rmdir()


def _with_parent() -> None:
    die_with_parent(signal.SIGTERM)


def listen(host: str, port: int, patience: Callable[[], bool] = lambda: False) -> socket.socket:
    """Take the port before anything is started. Raises OSError when somebody else has it.

    `patience` is asked, after each failure, whether to try again.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=2048)
        except OSError:
            if not patience():
                raise
