"""Servers for tests: embedded ones for the whole session, or those of the environment.

They start when the first test asks for the database or the broker; the engine's tests never do.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connections
from django.db.backends.postgresql.operations import DatabaseOperations
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from backalley import environment
from backalley.celery import app
from backalley.embedded.home import Home
from backalley.embedded.postgres import Postgres
from backalley.embedded.valkey import Valkey

# Machines are shared: an example that takes long says nothing about the code.
hypothesis_settings.register_profile(
    "calm", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("calm")


def _serve(server: Postgres | Valkey, log: Path) -> Iterator[str]:
    server.prepare()
    with log.open("wb") as output:
        process = subprocess.Popen(
            server.command(),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=server.enter(),
            start_new_session=True,
        )
        try:
            deadline = time.monotonic() + 20
            while not server.is_ready():
                if process.poll() is not None or time.monotonic() > deadline:
                    pytest.exit(f"A server for the tests did not start:\n{log.read_text()}", 1)
                time.sleep(0.05)
            yield server.url
        finally:
            process.send_signal(2 if isinstance(server, Postgres) else 15)
            process.wait(20)


@pytest.fixture(scope="session")
def servers_home() -> Iterator[Home]:
    """A BACKALLEY_HOME for the session's servers, on a short path for the sockets' sake."""
    with tempfile.TemporaryDirectory(prefix="backalley-") as folder:
        yield Home(Path(folder))


@pytest.fixture(scope="session")
def database_url(servers_home: Home) -> Iterator[str]:
    """A PostgreSQL; the tests' own database is made in it beside the one named here."""
    if given := os.environ.get("DATABASE_URL"):
        yield given
    else:
        server = Postgres(servers_home, durable=False)
        yield from _serve(server, servers_home.path / "postgres.log")


@pytest.fixture(scope="session")
def redis_url(servers_home: Home) -> Iterator[str]:
    """A Redis or Valkey, which cache and broker use from here on."""
    if given := os.environ.get("REDIS_URL"):
        yield given
    else:
        for url in _serve(Valkey(servers_home, durable=False), servers_home.path / "valkey.log"):
            settings.CACHES["default"]["LOCATION"] = url
            settings.REDIS_URL = url
            settings.CELERY_BROKER_URL = app.conf.broker_url = environment.celery_broker(url)
            # One made before now would still ask where no server is.
            for _ in caches.all(initialized_only=True):
                del caches["default"]
            yield url


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, database_url: str, redis_url: str
) -> None:
    """Point Django at the session's servers before it makes the tests' database."""
    given = environment.database("DATABASE_URL", database_url)
    for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT"):
        connections["default"].settings_dict[name] = given[name]
        settings.DATABASES["default"][name] = given[name]


@pytest.fixture(scope="session", autouse=True)
def flush_lifts_the_append_only_triggers() -> Iterator[None]:
    """Let the flush after a committing test empty the log and the audit trail, which nothing else
    may. The triggers are lifted within the flush's own transaction and stand again when it ends.
    """
    append_only = {"games_author", "games_event", "games_staffact", "games_stream"}
    sql_flush = DatabaseOperations.sql_flush

    def lifted(operations: Any, style: Any, tables: Any, **kwargs: Any) -> list[str]:
        statements = sql_flush(operations, style, tables, **kwargs)
        trigger = "ALTER TABLE {0} {1} TRIGGER {0}_append_only"
        guarded = sorted(append_only.intersection(tables))
        lift = [trigger.format(table, "DISABLE") for table in guarded]
        set_again = [trigger.format(table, "ENABLE ALWAYS") for table in guarded]
        return [*lift, *statements, *set_again]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", lifted)
        yield


@pytest.fixture(scope="session", autouse=True)
def nobody_is_told_to_wait() -> Iterator[None]:
    """No rate limits but where a test is about them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "RATE_LIMITS", False)
        yield
