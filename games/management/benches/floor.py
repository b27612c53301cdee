"""The references of a move: a bare loop on the database, and the stack with no game in it.

Both write to tables of their own, made like the service's, because nothing could ever delete from
its log what they write.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final
from uuid import UUID, uuid4

import httpx
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

PATIENCE: Final = 60.0
LOCK: Final = "SELECT version FROM bench.game WHERE id = %s FOR NO KEY UPDATE"
APPEND: Final = """
INSERT INTO bench.event
    (game, version, at, type, author, schema, data, hash)
VALUES (hashtext(%s::text), %s, now(), 'card-played', 1, 1, %s,
    sha256(gen_random_uuid()::text::bytea))
"""
MOVE_ON: Final = "UPDATE bench.game SET version = %s, updated_at = now() WHERE id = %s"
_MAKE: Final = (
    "DROP SCHEMA IF EXISTS bench CASCADE",
    "CREATE SCHEMA bench",
    "CREATE TABLE bench.game (LIKE games_game INCLUDING ALL)",
    "CREATE TABLE bench.event (LIKE games_event INCLUDING ALL)",
)
_GAME: Final = (
    "INSERT INTO bench.game SELECT (jsonb_populate_record(game, %s)).* FROM games_game game"
)


@contextmanager
def tables(like: UUID, number: int) -> Iterator[list[UUID]]:
    """So many games to write to, each a row like that of the game `like`; gone at the end."""
    ids = [uuid4() for _ in range(number)]
    with connection.cursor() as cursor:
        for statement in _MAKE:
            cursor.execute(statement)
        for each in ids:
            cursor.execute(f"{_GAME} WHERE id = %s", [f'{{"id": "{each}", "version": 0}}', like])
    try:
        yield ids
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA bench CASCADE")


@contextmanager
def stack(processes: int) -> Iterator[str]:
    """The web server as the service runs it, with the floor in it; its address."""
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        server = subprocess.Popen(
            _command(listener.fileno(), processes),
            cwd=settings.BASE_DIR,
            env=_environment(),
            pass_fds=[listener.fileno()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        try:
            _wait_for(url)
            yield url
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _command(descriptor: int, processes: int) -> Sequence[str]:
    return [
        *(sys.executable, "-m", "gunicorn", "backalley.asgi:application"),
        *("--bind", f"fd://{descriptor}"),
        *("--worker-class", "backalley.web.Worker", "--workers", str(processes)),
        *("--preload", "--no-control-socket"),
    ]


def _environment() -> dict[str, str]:
    own = {
        "DJANGO_SETTINGS_MODULE": "backalley.management.floor.settings",
        "BACKALLEY_HOME": str(settings.HOME.path),
    }
    return {**os.environ, **own}


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(url)
        except httpx.TransportError:
            if time.monotonic() > deadline:
                raise CommandError("The reference's web server does not start.") from None
            time.sleep(0.1)
        else:
            return
