"""The folder that holds everything the service keeps on a machine: BACKALLEY_HOME."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from errno import EPERM
from hashlib import sha256
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from django.core.exceptions import ImproperlyConfigured

# Linux allows 107 bytes for a socket's path; PostgreSQL's socket file has the longest name.
LONGEST_SOCKET_PATH = 107
LONGEST_SOCKET_NAME = ".s.PGSQL.5432.lock"


class AlreadyRunning(Exception):
    """Another `up` holds the folder; `.state` is what it wrote about itself, maybe nothing."""

    def __init__(self, state: dict[str, Any]) -> None:
        super().__init__("already running")
        self.state = state


def database_url(run: Path) -> str:
    """The embedded PostgreSQL that listens in the folder `run`."""
    return f"postgresql://backalley@/backalley?host={quote(str(run))}"


def redis_url(run: Path) -> str:
    """The embedded Valkey that listens in the folder `run`."""
    return f"unix://{quote(str(run))}/valkey.sock"


def make_private(folder: Path, owner: int, group: int) -> None:
    """Make the sockets' folder, and see that it is its owner's alone: sockets trust whoever
    reaches them. Raises PermissionError when somebody else has made it before."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if folder.is_symlink() or folder.stat().st_uid not in (os.geteuid(), owner):
        raise PermissionError(EPERM, "belongs to somebody else", str(folder))
    folder.chmod(0o700)
    if folder.stat().st_uid != owner:
        os.chown(folder, owner, group)


@dataclass(frozen=True)
class Home:
    """One BACKALLEY_HOME: database, broker, secret key, and who is running there."""

    path: Path

    def create(self) -> None:
        """Make the folder, for its owner's eyes alone."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)

    @property
    def fingerprint(self) -> str:
        """Twelve characters that tell this folder from any other on the machine."""
        return sha256(os.fsencode(self.path.resolve())).hexdigest()[:12]

    @property
    def run(self) -> Path:
        """The folder of the sockets: inside, or a short one where that path is too long."""
        inside = self.path / "run"
        if len(os.fsencode(inside / LONGEST_SOCKET_NAME)) <= LONGEST_SOCKET_PATH:
            return inside
        return Path(tempfile.gettempdir()) / f"backalley-{os.getuid()}-{self.fingerprint}"

    def secret_key(self) -> str:
        """The key that signs sessions, made once and readable by its owner alone.

        Raises ImproperlyConfigured when the folder cannot be had.
        """
        try:
            return self._secret_key(self.path / "secret_key")
        except OSError as failure:
            raise ImproperlyConfigured(
                f"{self.path} cannot be used ({failure.strerror}): set BACKALLEY_HOME to a folder "
                "of your own, or SECRET_KEY if the service shall keep nothing there."
            ) from None

    def _secret_key(self, file: Path) -> str:
        if not file.exists():
            self.create()
            # Written aside and linked, so that of two processes one wins and none reads half a key.
            draft = self.path / f"secret_key.{os.getpid()}"
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as writer:
                writer.write(secrets.token_urlsafe(48))
            try:
                os.link(draft, file)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return file.read_text().strip()

    def state(self) -> dict[str, Any]:
        """What the last `up` wrote: its process, address, and the URLs of its servers."""
        try:
            state = json.loads((self.path / "up.json").read_text())
        except (OSError, ValueError):
            return {}
        return state if isinstance(state, dict) else {}

    def write_state(self, state: dict[str, Any]) -> None:
        """Tell other commands where the servers are."""
        draft = self.path / "up.json.new"
        draft.write_text(json.dumps(state))
        draft.chmod(0o600)
        draft.replace(self.path / "up.json")

    def is_running(self) -> bool:
        """Whether an `up` holds the folder now."""
        try:
            with self.lock():
                return False
        except AlreadyRunning:
            return True
        except OSError:
            return False

    @contextmanager
    def lock(self) -> Iterator[IO[bytes]]:
        """Hold the folder; the kernel lets go of it with the process, however that ends.

        Raises AlreadyRunning when another process holds it.
        """
        with (self.path / "up.lock").open("ab") as file:
            for pause in (0.1, 0.2, 0.0):
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    # Somebody may only have asked whether it is held.
                    time.sleep(pause)
            else:
                raise AlreadyRunning(self.state())
            yield file

    def embedded_database_url(self) -> str:
        """Where the embedded PostgreSQL listens, or would."""
        return str(self.state().get("database_url") or database_url(self.run))

    def embedded_redis_url(self) -> str:
        """Where the embedded Valkey listens, or would."""
        return str(self.state().get("redis_url") or redis_url(self.run))
