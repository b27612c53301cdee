"""Tells every web process at once that something has changed, over Redis: what, and no more.

Best effort: while Redis is away nobody is told, and whoever waits for news looks into the database
from time to time.
"""

from __future__ import annotations

import logging
import re
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple
from uuid import UUID

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

Topic = Literal["game", "dispute", "token", "player"]

CHANNEL: Final = "backalley:news"
PATIENCE: Final = 0.5
"""So many seconds at most Redis is waited for."""
SILENCE: Final = 5.0
"""So many seconds nobody is told after it was away."""
SHAPE: Final = re.compile(rb"(game|dispute|token|player) ([0-9a-f-]{36}) ([0-9]{1,10})")


class News(NamedTuple):
    """A game that has a new version; a dispute that was filed or ruled on; a token that was
    revoked; a player who is no more.
    """

    topic: Topic
    id: UUID
    version: int = 0


@dataclass
class _Redis:
    """What this process knows of Redis: until when it is taken to be away."""

    away_until: float = 0.0


_redis: Final = _Redis()


def tell(news: News) -> None:
    """Tell all who listen; to be called once it is committed. Never fails and hardly waits."""
    if time.monotonic() < _redis.away_until:
        return
    try:
        _server(settings.REDIS_URL).publish(CHANNEL, f"{news.topic} {news.id} {news.version}")
    except (RedisError, OSError) as error:
        _redis.away_until = time.monotonic() + SILENCE
        logger.warning("no news while Redis is away: %s", error)


def read(message: bytes) -> News | None:
    """What was told; None for what is no news of ours."""
    found = SHAPE.fullmatch(message)
    if found is None:
        return None
    topic, name, version = found.groups()
    try:
        return News(topic.decode(), UUID(name.decode()), int(version))  # type: ignore[arg-type]
    except ValueError:
        return None


@lru_cache(maxsize=1)
def _server(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        # Once more, because a connection may have died of old age.
        retry=Retry(NoBackoff(), 1),
    )
