"""A whole service as a process of its own, for tests that start, kill and call it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
PATIENCE = 120.0


class Running:
    """`manage.py up` on a free port, with its log in a file."""

    def __init__(
        self,
        home: Path,
        *,
        environment: Mapping[str, str] | None = None,
        program: tuple[str, ...] = (sys.executable, "manage.py"),
        address: str = "127.0.0.1:0",
    ) -> None:
        self.environment = clean_environment(home) | dict(environment or {})
        self.home = home
        self.log = home.parent / f"{home.name}-{time.monotonic_ns()}.log"
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [*program, "up", address],
                cwd=BASE,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def text(self) -> str:
        """The log so far."""
        return self.log.read_text(errors="replace")

    def wait_for(self, pattern: str, seconds: float = PATIENCE) -> re.Match[str]:
        """Wait for the log to say something; fail with the log when it never does."""
        deadline = time.monotonic() + seconds
        while True:
            ended = self.process.poll() is not None
            found = re.search(pattern, self.text(), re.MULTILINE)
            if found is not None:
                return found
            if ended or time.monotonic() > deadline:
                raise AssertionError(f"{pattern!r} is not in the log:\n{self.text()}")
            time.sleep(0.05)

    def url(self) -> str:
        """Where it is, once it is ready."""
        return self.wait_for(r"^up +\| ready after [\d.]+ s: (http://\S+)$")[1]

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Another command of manage.py on the same home."""
        return manage(self.environment, *words)

    def child(self, name: str) -> int:
        """The process number of the child whose command line holds this text."""
        return next(
            pid
            for pid, line in command_lines().items()
            if name in line and _parent(pid) == self.process.pid
        )

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def end(self) -> None:
        """End it if a test has not."""
        if self.process.poll() is None:
            self.stop()


def clean_environment(home: Path) -> dict[str, str]:
    """What a new terminal would have: none of the service's own variables but the home."""
    # The last one has the process measured when the tests are.
    names = ("PATH", "HOME", "LANG", "COVERAGE_PROCESS_CONFIG")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return kept | {"BACKALLEY_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}


def manage(environment: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=BASE,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def command_lines() -> dict[int, str]:
    """What runs on this machine."""
    lines = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            lines[int(folder.name)] = (
                (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            )
        except OSError:
            continue
    return lines


def processes_of(home: Path) -> list[str]:
    """The command lines of all that was started for this home, zombies not counted."""
    found = []
    mark = f"BACKALLEY_HOME={home}".encode()
    for pid, line in command_lines().items():
        try:
            environment = Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            environment = b""
        if line and (str(home) in line or mark in environment.split(b"\0")):
            found.append(line)
    return found


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
