"""Celery tasks: ids in, one service call. A task is a hint; the sweep finds what it misses."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from celery import current_app, shared_task
from kombu.exceptions import OperationalError
from kombu.pools import producers
from redis.exceptions import RedisError

from games import clock

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""So many seconds at most a broker is waited for, to connect and to answer."""
SILENCE: Final = 10.0
"""So many seconds nobody is woken after the broker was away."""


@dataclass
class _Broker:
    """What this process knows of the broker: until when it is taken to be away."""

    away_until: float = 0.0


_broker: Final = _Broker()


@shared_task
def move_bots(game_id: str, version: int) -> None:
    """Move for the bots whose turn it is at this version; quiet if the game has moved on."""
    from games.services import machines

    machines.play_on(UUID(game_id), version, clock=clock.now)


def wake(game_id: UUID, version: int) -> None:
    """Tell a worker that a bot is to move at this version.

    Never fails and hardly waits: while the broker is away nobody is told, and the sweep finds the
    turn in the database.
    """
    if time.monotonic() < _broker.away_until:
        return
    try:
        _publish(game_id, version)
    except (OperationalError, RedisError, OSError) as error:
        _broker.away_until = time.monotonic() + SILENCE
        logger.warning("broker away, left to the sweep game=%s: %s", game_id, error)


def _publish(game_id: UUID, version: int) -> None:
    # The workers' own patience is far longer: they wait for work, a request waits for its answer.
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    connection = current_app.connection_for_write(transport_options=patience)
    with producers[connection].acquire(block=True, timeout=PATIENCE) as producer:
        move_bots.apply_async((str(game_id), version), producer=producer)
