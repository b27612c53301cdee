from __future__ import annotations

import errno
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import requests
from django.core.management import CommandError

from backalley.embedded.home import Home
from backalley.management.commands.up import in_words, parse_address
from tests.running import Running, clean_environment, manage, processes_of

pytestmark = pytest.mark.slow

SIGN_UP = "from players.models import Player; Player.objects.create(username='ana')"
NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that others cannot read, on a path short enough for sockets."""
    folder = Path(tempfile.mkdtemp(prefix="backalley-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def started() -> Iterator[list[Running]]:
    """Ends what a failed test has left running."""
    started: list[Running] = []
    yield started
    for running in started:
        running.end()


def eventually_gone(home: Path, seconds: float = 20) -> list[str]:
    deadline = time.monotonic() + seconds
    while (left := processes_of(home)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return left


def players(home: Path) -> list[str]:
    with psycopg.connect(Home(home).embedded_database_url()) as connection:
        return [name for (name,) in connection.execute("SELECT username FROM players_player")]


def test_a_service_lives_dies_and_rises(folder: Path, started: list[Running]) -> None:
    home = folder / "home"
    first = Running(home)
    started.append(first)
    url = first.url()
    answer = requests.get(f"{url}/readyz", timeout=10)
    assert answer.status_code == 200, answer.text
    assert all(check["ok"] for check in answer.json()["checks"].values())

    # Other commands find it.
    before = time.monotonic(), os.times().children_user
    assert first.manage("shell", "-c", SIGN_UP).returncode == 0
    # How much longer things take here than on a machine that does nothing else.
    slowness = (time.monotonic() - before[0]) / (os.times().children_user - before[1])
    assert players(home) == ["ana"]

    # Started twice, it says so and where.
    second = first.manage("up", "127.0.0.1:0")
    assert second.returncode != 0
    assert "running already" in second.stderr
    assert url in second.stderr

    # A port in use gets a word before anything is started.
    other = folder / "other"
    taken = manage(clean_environment(other), "up", url.removeprefix("http://"))
    assert taken.returncode != 0
    assert "in use by another program" in taken.stderr
    assert sorted(path.name for path in other.iterdir()) == ["secret_key", "up.lock"]

    # The dead are started again.
    for name, mark in (("worker", "quick@"), ("postgres", "bin/postgres")):
        os.kill(first.child(mark), signal.SIGKILL)
        first.wait_for(rf"^up +\| {name} ended by SIGKILL; starting it again in 0.25 s$")
    deadline = time.monotonic() + 30
    while requests.get(f"{url}/readyz", timeout=10).status_code != 200:
        assert time.monotonic() < deadline, first.text()
        time.sleep(0.2)
    assert players(home) == ["ana"]

    assert first.stop() == 0
    assert processes_of(home) == []
    assert all(line[10:12] == "| " for line in first.text().splitlines()), first.text()
    absent = first.manage("shell", "-c", SIGN_UP)
    assert absent.returncode != 0
    assert "start it with `manage.py up`" in absent.stderr
    assert "Traceback" not in absent.stderr

    # Killed, it takes everything with it; started again, it has all that it had.
    killed = Running(home)
    started.append(killed)
    killed.url()
    killed.process.kill()
    killed.process.wait()
    again = Running(home)
    started.append(again)
    seconds = float(again.wait_for(r"ready after ([\d.]+) s")[1])
    assert seconds < 15 * max(slowness, 1)
    assert players(home) == ["ana"]
    again.process.kill()
    again.process.wait()
    assert eventually_gone(home) == []


def test_it_works_for_an_ordinary_user_in_a_deep_closed_folder(
    folder: Path, started: list[Running]
) -> None:
    home = folder / ("deep" * 15) / ("down" * 15)
    home.mkdir(parents=True)
    program: tuple[str, ...] = (sys.executable, "manage.py")
    if os.geteuid() == 0:
        # An ordinary user who, as the only privilege, may read this checkout wherever it lies.
        for path in (folder, home.parent, home):
            os.chown(path, NOBODY, NOBODY)
        program = (
            *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
            *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
            *program,
        )
    running = Running(home, program=program)
    started.append(running)
    assert requests.get(f"{running.url()}/readyz", timeout=10).status_code == 200
    assert running.stop(signal.SIGINT) == 0
    assert processes_of(home) == []
    assert not list(Path(tempfile.gettempdir()).glob(f"backalley-*-{Home(home).fingerprint}"))
    assert home.stat().st_mode & 0o777 == 0o755
    if os.geteuid() == 0:
        assert (home / "postgres-18").stat().st_uid == NOBODY


def test_it_uses_the_servers_that_it_is_given(
    folder: Path, database_url: str, redis_url: str, started: list[Running]
) -> None:
    name = f"up_{os.getpid()}"
    given = {
        "DATABASE_URL": urlsplit(database_url)._replace(path=f"/{name}").geturl(),
        # Another number, so that its worker takes no other test's tasks.
        "REDIS_URL": f"{redis_url}?db=9",
    }
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            running = Running(folder / "home", environment=given)
            started.append(running)
            assert requests.get(f"{running.url()}/readyz", timeout=10).status_code == 200
            assert not list((folder / "home").glob("postgres*"))
            assert not list((folder / "home").glob("valkey*"))
            assert running.stop() == 0
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_failing_migration_ends_the_whole_with_a_word(folder: Path) -> None:
    refused = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none"}
    running = Running(folder / "home", environment=refused)
    assert running.process.wait(60) != 0
    assert "The migrations failed with status 1" in running.text()
    assert processes_of(folder / "home") == []


def test_an_address_of_another_machine_is_refused(folder: Path) -> None:
    refused = manage(clean_environment(folder), "up", "192.0.2.1:8000")
    assert refused.returncode != 0
    assert "This machine has no address 192.0.2.1" in refused.stderr


@pytest.mark.parametrize("address", ["", "host", "127.0.0.1:99999", "::1:8000", "a:b"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(CommandError, match="is no address: give HOST:PORT"):
        parse_address(address)


@pytest.mark.parametrize(
    ("address", "means"),
    [
        ("127.0.0.1:8000", ("127.0.0.1", 8000)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:8000", ("::1", 8000)),
        ("8000", ("127.0.0.1", 8000)),
    ],
)
def test_an_address_is_a_host_and_a_port(address: str, means: tuple[str, int]) -> None:
    assert parse_address(address) == means


@pytest.mark.parametrize(
    ("failure", "word"),
    [
        (OSError(errno.EADDRINUSE, ""), "Port 80 on host is in use by another program"),
        (OSError(errno.EADDRNOTAVAIL, ""), "This machine has no address host."),
        (OSError(socket.EAI_NONAME, ""), "This machine has no address host."),
        (OSError(errno.EACCES, ""), "Port 80 is only for root"),
        (OSError(errno.ENOSPC, "No space left", "/home"), "No space left (/home)."),
    ],
)
def test_a_failure_to_start_is_said_in_words(failure: OSError, word: str) -> None:
    assert in_words(failure, "host", 80, "/home").startswith(word)
