"""What may be missed, said to Valkey or Redis: counts for limits, and news of what has changed.

While the server is away nobody waits for it, and nothing is refused on its account. What a request
has to say can be said together, in one round trip.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

Command = tuple[str | int, ...]
"""A command of the server's own and what belongs to it."""

PATIENCE: Final = 0.5
"""So many seconds at most the server is waited for."""
SILENCE: Final = 5.0
"""So many seconds nothing is said to it after it was away."""
COMPLAINT: Final = 60.0
"""Seconds between two lines of the log about that."""


@dataclass
class _Known:
    """What this process knows: until when the server is taken to be away, what was said of it."""

    away_until: float = 0.0
    complain_from: float = 0.0


_known: Final = _Known()
_own: Final = threading.local()
_held: Final[ContextVar[list[Command] | None]] = ContextVar("held", default=None)


def say(*command: str | int) -> None:
    """Say something that needs no answer; within `together`, with the next that needs one."""
    held = _held.get()
    if held is None:
        _carry_out([command])
    else:
        held.append(command)


def ask(*command: str | int) -> Any:
    """The answer; None while the server is away."""
    held = _held.get() or []
    answers = _carry_out([*held, command])
    held.clear()
    return None if answers is None else answers[-1]


@contextmanager
def together() -> Iterator[None]:
    """What is said in here is said with what is asked after it, or else at the end."""
    held: list[Command] = []
    outside = _held.set(held)
    try:
        yield
    finally:
        _held.reset(outside)
        if held:
            _carry_out(held)


def _carry_out(commands: Sequence[Command]) -> list[Any] | None:
    now = time.monotonic()
    if now < _known.away_until:
        return None
    try:
        return _answers(commands)
    except (RedisError, OSError) as error:
        _known.away_until = time.monotonic() + SILENCE
        if now >= _known.complain_from:
            _known.complain_from = now + COMPLAINT
            logger.warning("no limits and no news while Redis is away: %s", error)
        return None


def _answers(commands: Sequence[Command]) -> list[Any]:
    # What a pipeline and the pool of the library's do beyond this takes two thirds of their time.
    connection = _connection()
    try:
        # Once more if it fails, because a connection may have died of old age.
        return connection.retry.call_with_retry(
            lambda: _exchanged(connection, commands),
            lambda _: connection.disconnect(),  # type: ignore[no-untyped-call]
        )
    except RedisError:
        # What it has still to say would be taken for the next answer.
        connection.disconnect()  # type: ignore[no-untyped-call]
        raise


def _exchanged(connection: redis.Connection, commands: Sequence[Command]) -> list[Any]:
    packed = connection.pack_commands(commands)  # type: ignore[no-untyped-call]
    connection.send_packed_command(packed)  # type: ignore[no-untyped-call]
    return [connection.read_response() for _ in commands]


def _connection() -> redis.Connection:
    """The one of this thread, in this process."""
    whose = os.getpid(), settings.REDIS_URL
    if getattr(_own, "whose", None) != whose:
        _own.connection = _server(settings.REDIS_URL).connection_pool.make_connection()
        _own.whose = whose
    connection: redis.Connection = _own.connection
    return connection


@lru_cache(maxsize=1)
def _server(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        # Once more, because a connection may have died of old age.
        retry=Retry(NoBackoff(), 1),
    )
