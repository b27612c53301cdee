"""Benches where no service runs: they start one of their own"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.running import BASE, PATIENCE, clean_environment, command_lines

pytestmark = pytest.mark.slow
OWN = "backalley-bench-"
"""In the names of the homes of services that benches have started."""


def bench(home: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "bench", *words],
        cwd=BASE,
        env=clean_environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def belonging_to_a_bench() -> list[str]:
    """The command lines and environments of all that runs for a bench's own service."""
    found = []
    for pid, line in command_lines().items():
        try:
            environment = Path(f"/proc/{pid}/environ").read_text(errors="replace")
        except OSError:
            environment = ""
        if line and OWN in (whole := f"{line} {environment}"):
            found.append(whole)
    return found


def test_figures_are_had_of_a_service_of_its_own_and_nothing_stays(tmp_path: Path) -> None:
    little = ("--rounds", "1", "--games", "2", "--moves", "8")
    with bench(tmp_path / "home", "moves", *little, "--json") as running:
        out, err = running.communicate(timeout=2 * PATIENCE)

    assert running.returncode == 0, err
    assert "Starting a service" in err
    (report,) = map(json.loads, out.splitlines())
    assert report["bench"] == "moves"
    assert report["moves / F2, 2 games: a second"][0] > 0
    assert belonging_to_a_bench() == []


def test_a_bench_that_is_ended_ends_its_service(tmp_path: Path) -> None:
    with bench(tmp_path / "home", "moves", "--games", "1", "--moves", "250") as running:
        deadline = time.monotonic() + PATIENCE
        while not any("management.floor" in one for one in belonging_to_a_bench()):
            assert running.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.2)
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=PATIENCE)

    assert running.returncode != 0
    assert belonging_to_a_bench() == []
