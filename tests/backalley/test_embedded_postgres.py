from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from backalley.embedded import identity, postgres
from backalley.embedded.binaries import postgres_root
from backalley.embedded.home import Home
from backalley.embedded.postgres import Postgres


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of root's, or of whoever runs this, that others may pass through."""
    folder = Path(tempfile.mkdtemp(prefix="backalley-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def serving(server: Postgres) -> Iterator[psycopg.Connection]:
    server.prepare()
    process = subprocess.Popen(
        server.command(),
        env=server.environment(),
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=server.enter(),
    )
    try:
        deadline = time.monotonic() + 60
        while not server.is_ready():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with psycopg.connect(server.url, autocommit=True) as client:
            yield client
    finally:
        process.send_signal(2)
        process.wait(60)


def refuse() -> None:
    raise identity.NamespaceRefused(1, "user namespaces are refused")


@pytest.mark.django_db
def test_it_works() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW application_name")
        assert cursor.fetchone() == ("backalley",)


@pytest.mark.slow
def test_nobody_listens_on_the_network_and_the_socket_is_its_owners(folder: Path) -> None:
    server = Postgres(Home(folder / "home"), durable=False)
    with serving(server) as client:
        assert client.execute("SHOW listen_addresses").fetchone() == ("",)
        assert server.run.stat().st_mode & 0o777 == 0o700
        assert server.data.stat().st_mode & 0o777 == 0o700


@pytest.mark.slow
def test_where_namespaces_are_refused_games_move_to_where_they_can_be_served_and_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, outside = Home(folder / "closed" / "home"), folder / "outside"
    home.path.parent.mkdir(mode=0o700)
    with serving(Postgres(home, durable=False, outside=outside)) as client:
        client.execute("CREATE TABLE cards AS SELECT 'BB' AS card")

    with monkeypatch.context() as refused:
        refused.setattr(identity, "unshare_user", refuse)
        # As in a checkout that others cannot read: then the programs have to move, too.
        as_it_is = postgres._open_to_all
        programs = postgres_root()
        refused.setattr(postgres, "_open_to_all", lambda path: path != programs and as_it_is(path))
        server = Postgres(home, durable=False, outside=outside)
        with serving(server) as client:
            assert client.execute("SELECT card FROM cards").fetchone() == ("BB",)
            assert not server.identity.reads_all or server.identity.name == "as you"

    server = Postgres(home, durable=False, outside=outside)
    with serving(server) as client:
        assert client.execute("SELECT card FROM cards").fetchone() == ("BB",)
    assert server.data.parent == home.path
    assert not list(outside.glob("*/postgres-*"))


@pytest.mark.slow
def test_a_server_that_outlived_its_service_is_ended_and_its_games_are_there(folder: Path) -> None:
    home = Home(folder / "home")
    left = Postgres(home, durable=False)
    left.prepare()
    process = subprocess.Popen(
        left.command(), cwd="/", stderr=subprocess.DEVNULL, preexec_fn=left.enter()
    )
    while not left.is_ready():
        time.sleep(0.05)
    with serving(Postgres(home, durable=False)) as client:
        assert process.wait(10) == 0
        assert client.execute("SELECT 1").fetchone() == (1,)


def test_data_of_another_version_is_refused_with_a_word(folder: Path) -> None:
    server = Postgres(Home(folder / "home"), durable=False)
    server.data.mkdir(parents=True)
    (server.data / "PG_VERSION").write_text("9\n")
    with pytest.raises(postgres.PostgresFailed, match="was written by PostgreSQL 9"):
        server.prepare()


def test_root_that_can_become_nobody_else_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(identity, "unshare_user", refuse)
    monkeypatch.setattr(identity, "enter_account", cannot)
    with pytest.raises(identity.NoIdentity, match="Run this as an ordinary user, or set"):
        identity.choose_identity()
