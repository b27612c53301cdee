"""Counts of several processes, told by any of them."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backalley.metric_files import Places, clear
from tests.running import BASE, clean_environment

COUNTING = """
import os, sys, django
django.setup()
from games.metrics import DECISIONS, MOVES
for line in sys.stdin:
    if line == "fork\\n":
        # What a pre-forking server does: the child goes on in its parent's place.
        if os.fork():
            os.wait()
            os._exit(0)
    else:
        MOVES.labels("bot").inc(int(line))
        DECISIONS.labels("expert").observe(0.25)
    print(line.strip(), flush=True)
"""
TELLING = """
import django
django.setup()
from django.test import Client
print(Client().get("/metrics").content.decode())
"""


class Counting:
    """A process of the service that counts what it is told."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", COUNTING],
            cwd=BASE,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        assert self.process.stdout.readline() == f"{line}\n"

    def end(self, number: signal.Signals = signal.SIGKILL) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(20)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    known = {"DJANGO_SETTINGS_MODULE": "backalley.settings", "ALLOWED_HOSTS": "*"}
    folder = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics")}
    return {**clean_environment(tmp_path / "home"), **known, **folder}


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Callable[[], Counting]]:
    started = list[Counting]()

    def begin() -> Counting:
        started.append(Counting(environment))
        return started[-1]

    yield begin
    for one in started:
        one.end()


def told(environment: dict[str, str]) -> str:
    """What a process that has counted nothing itself tells of all."""
    done = subprocess.run(
        [sys.executable, "-c", TELLING],
        cwd=BASE,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def files(environment: dict[str, str]) -> set[str]:
    return {path.name for path in Path(environment["PROMETHEUS_MULTIPROC_DIR"]).glob("counter_*")}


@pytest.mark.slow
def test_counts_of_all_are_added_and_outlive_their_processes(
    environment: dict[str, str], start: Callable[[], Counting]
) -> None:
    first, second = start(), start()
    first.tell("3")
    second.tell("4")
    assert 'backalley_moves_total{kind="bot"} 7.0' in told(environment)
    known = files(environment)

    first.end()
    start().tell("10")
    text = told(environment)
    assert 'backalley_moves_total{kind="bot"} 17.0' in text
    assert 'backalley_bot_decision_seconds_count{level="expert"} 3.0' in text
    assert 'backalley_bot_decision_seconds_bucket{le="0.2",level="expert"} 0.0' in text
    assert 'backalley_bot_decision_seconds_bucket{le="0.3",level="expert"} 3.0' in text
    assert text.count("# HELP backalley_moves_total ") == 1
    # Whoever comes after a death goes on where it left off.
    assert files(environment) == known


@pytest.mark.slow
def test_a_fork_counts_in_a_place_of_its_own(
    environment: dict[str, str], start: Callable[[], Counting]
) -> None:
    parent = start()
    parent.tell("5")
    parent.tell("fork")
    parent.tell("6")

    assert 'backalley_moves_total{kind="bot"} 11.0' in told(environment)


def test_living_processes_have_different_places(tmp_path: Path) -> None:
    first, second, third = (Places(tmp_path) for _ in range(3))
    assert (first.number(), second.number(), first.number()) == (0, 1, 0)
    first.leave()
    assert (third.number(), second.number(), first.number()) == (0, 1, 2)
    for one in (first, second, third):
        one.leave()


def test_a_new_start_forgets_the_counts(tmp_path: Path) -> None:
    clear(tmp_path / "nothing there yet")
    for name in ("counter_0.db", "0.lock", "notes.txt"):
        (tmp_path / name).touch()
    clear(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
