"""What calls the service in a bench: a process for each game, one call in flight.

Run as a program it reads what to do, says that it is ready, and begins at a word; it does as
little as can be, so that the processors are left to what is measured.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

CONTINUES: Final = b"\r\n\r\n"


class Ran(NamedTuple):
    """What came of a load: how many calls a second all made, and the seconds of each of them."""

    rate: float
    seconds: list[list[float]]


def http(url: str, calls: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
    """The job of posting these, each a path, a token and a body, one after the other."""
    parts = urlsplit(url)
    return {"kind": "http", "host": parts.hostname, "port": parts.port or 80, "calls": calls}


def run(jobs: Sequence[Mapping[str, Any]]) -> Ran:
    """Carry these jobs out at once, a process each. Raises RuntimeError if a call was refused."""
    program = [sys.executable, "-m", "games.management.benches.load"]
    workers = [
        subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in jobs
    ]
    try:
        for worker, job in zip(workers, jobs, strict=True):
            _tell(worker, json.dumps(job))
        for worker in workers:
            _hear(worker)
        began = time.monotonic()
        for worker in workers:
            _tell(worker, "go")
        seconds = [json.loads(_hear(worker)) for worker in workers]
        spent = time.monotonic() - began
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()
    return Ran(sum(map(len, seconds)) / spent, seconds)


def _tell(worker: subprocess.Popen[str], line: str) -> None:
    assert worker.stdin is not None
    worker.stdin.write(line + "\n")
    worker.stdin.flush()


def _hear(worker: subprocess.Popen[str]) -> str:
    assert worker.stdout is not None
    line: str = worker.stdout.readline()
    if not line.strip():
        raise RuntimeError("A call of the bench's load was refused; the lines above say which.")
    return line


class Http:
    """Posts to one address over one connection: `calls` are of a path, a token and a body."""

    def __init__(self, host: str, port: int, calls: Sequence[tuple[str, str, str]]) -> None:
        self.link = socket.create_connection((host, port))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.calls = [
            f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
            for path, token, body in calls
        ]

    def call(self, number: int) -> None:
        self.link.sendall(self.calls[number])
        answer = self._read(b"", CONTINUES)
        head, _, body = answer.partition(CONTINUES)
        if b" 201 " not in head[:20]:
            raise SystemExit(answer.decode())
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        while len(body) < length:
            body += self.link.recv(65536)

    def _read(self, data: bytes, until: bytes) -> bytes:
        while until not in data:
            more = self.link.recv(65536)
            if not more:
                raise SystemExit("The connection was closed.")
            data += more
        return data


class Sql:
    """Appends to one game on one connection: lock, insert, update, commit."""

    def __init__(self, dsn: str, game: str, statements: Sequence[str], calls: int) -> None:
        import psycopg

        self.link = psycopg.connect(dsn)
        self.game, self.calls = game, range(calls)
        self.lock, self.append, self.move_on = statements

    def call(self, _: int) -> None:
        ((version,),) = self.link.execute(self.lock, [self.game]).fetchall()
        self.link.execute(self.append, [self.game, version + 1, '{"seat": "N", "card": "TD"}'])
        self.link.execute(self.move_on, [version + 1, self.game])
        self.link.commit()


def main() -> None:
    """One process of a load."""
    job = json.loads(sys.stdin.readline())
    caller: Http | Sql = {"http": Http, "sql": Sql}[job.pop("kind")](**job)
    print("ready", flush=True)  # noqa: T201 - this is how it answers
    sys.stdin.readline()
    taken = []
    for number in range(len(caller.calls)):
        began = time.perf_counter()
        caller.call(number)
        taken.append(time.perf_counter() - began)
    print(json.dumps(taken), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
