"""Celery tasks: ids in, one service call. A task is a hint; the sweep finds what it misses."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from celery import current_app, shared_task
from kombu.exceptions import OperationalError
from kombu.pools import producers
from redis.exceptions import RedisError

from games import clock
from games.engine.state import Game
from games.models import Lane
from games.projections import lane

logger = logging.getLogger(__name__)

QUEUES: Final[dict[Lane, tuple[str, ...]]] = {
    Lane.QUICK: ("backalley", "backalley-bots"),
    Lane.SLOW: ("backalley-slow",),
}
"""What the workers of a lane take from, in turns. In the quick lane games among bots alone have a
queue of their own: however many they are, games in which people wait do not stand behind them."""
MESSENGERS: Final = ("backalley-webhooks",)
"""What the workers take from that send to players' webhooks, which may be slow to answer."""
PATIENCE: Final = 1.0
"""So many seconds at most a broker is waited for, to connect and to answer."""
SILENCE: Final = 10.0
"""So many seconds nobody is woken after the broker was away."""
STALE: Final = 10.0
"""A task to move that nobody took for so many seconds is thrown away: the sweep has long been
there. So the queue never grows longer than what is asked for in that time."""


@dataclass
class _Broker:
    """What this process knows of the broker: until when it is taken to be away."""

    away_until: float = 0.0


_broker: Final = _Broker()


@shared_task
def move_bots(game_id: str, version: int) -> None:
    """Move for the bots whose turn it is at this version; for others if the game has moved on."""
    from games.services import sweeping

    sweeping.move_or_help(UUID(game_id), version, clock=clock.now)


@shared_task
def send_webhook(webhook_id: str) -> None:
    """Send what is due to this endpoint; quiet if it rests, or is served already."""
    from games.services import deliveries

    deliveries.deliver(UUID(webhook_id), clock=clock.now)


def wake(game: Game) -> None:
    """Tell a worker that a bot is to move in this game, at the version where it stands.

    Never fails and hardly waits: while the broker is away nobody is told, and the sweep finds the
    turn in the database.
    """
    _tell(move_bots, (game.id, game.version), queue_for(game), expires=STALE)


def wake_messengers(webhooks: Iterable[UUID]) -> None:
    """Tell a worker, for each of these endpoints, that there is something to send. As `wake`."""
    for webhook_id in webhooks:
        _tell(send_webhook, (str(webhook_id),), MESSENGERS[0])


def queue_for(game: Game) -> str:
    """Where the task stands that moves for the bot to act."""
    queues = QUEUES[lane(game)]
    among_bots = all(occupant.bot is not None for occupant in game.seats.values())
    return queues[-1] if among_bots else queues[0]


def _tell(
    task: Any, words: tuple[str | int, ...], queue: str, *, expires: float | None = None
) -> None:
    if time.monotonic() < _broker.away_until:
        return
    try:
        _publish(task, words, queue=queue, expires=expires)
    except (OperationalError, RedisError, OSError) as error:
        _broker.away_until = time.monotonic() + SILENCE
        logger.warning("broker away, left to the sweep task=%s %s: %s", task.name, words, error)


def _publish(task: Any, words: tuple[str | int, ...], **how: Any) -> None:
    # The workers' own patience is far longer: they wait for work, a request waits for its answer.
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    connection = current_app.connection_for_write(transport_options=patience)
    with producers[connection].acquire(block=True, timeout=PATIENCE) as producer:
        task.apply_async(words, producer=producer, **how)
