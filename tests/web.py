"""The web server as it is shipped, as a process of its own on the tests' database."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from django.db import connections

from backalley.service import listen, web_command
from tests.running import BASE, clean_environment

PATIENCE = 120.0
NAME = "web-of-a-test"
"""By which the database knows its connections."""


class Web:
    """Two processes on one port, which is kept when they are stopped."""

    def __init__(self, folder: Path, redis_url: str, **environment: str) -> None:
        self.listener: socket.socket = listen("127.0.0.1", 0)
        self.port: int = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"web-{self.port}.log"
        self.environment = clean_environment(folder) | {
            "DATABASE_URL": tests_database(),
            "REDIS_URL": redis_url,
            "PGAPPNAME": NAME,
            "RATE_LIMITS": "off",
            "SECRET_KEY": "of-these-tests",
            "STREAM_HEARTBEAT": "1",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        descriptor = self.listener.fileno()
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                web_command(descriptor),
                cwd=BASE,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=(descriptor,),
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Ask it to end; the seconds that it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        return time.monotonic() - began

    def workers(self) -> list[int]:
        """The process numbers of those that serve."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(child) for child in children.split()]

    def connect(self) -> socket.socket:
        """A connection, which nothing has been said on."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def connections(self) -> dict[int, int]:
        """How many open connections each of those has taken in."""
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        ours, established = f":{self.port:04X}", "01"
        sockets = {
            f"socket:[{line[9]}]"
            for line in lines
            if line[1].endswith(ours) and line[3] == established
        }
        return {pid: len(sockets.intersection(_open_files(pid))) for pid in self.workers()}

    def close(self) -> None:
        """End it for good."""
        if self.process is not None and self.process.poll() is None:
            self.stop()
        self.listener.close()

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/healthz", headers={"Connection": "close"})
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def tests_database() -> str:
    """The URL of the database that Django has made for the tests."""
    known = connections["default"].settings_dict
    user, password, name = (quote(known[part], safe="") for part in ("USER", "PASSWORD", "NAME"))
    port = f"&port={known['PORT']}" if known["PORT"] else ""
    return f"postgresql://{user}:{password}@/{name}?host={quote(str(known['HOST']), safe='')}{port}"


def _open_files(process: int) -> Iterator[str]:
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            yield os.readlink(descriptor)


def is_alive(process: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
