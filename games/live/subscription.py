"""The one subscription of a process to the news."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from players import news
from players.news import News

logger = logging.getLogger(__name__)

PATIENCE: Final = 5.0
"""Seconds to connect; after twice as many without a word Redis is asked whether it is there."""
PAUSES: Final = (0.05, 0.25, 1.0)
"""Seconds between two attempts to connect; the last again and again."""


async def listen(
    url: str, hear: Callable[[News], None], on_subscription: Callable[[bool], None]
) -> None:
    """Hand on all news for ever, and say when they begin to come and when they have ceased to.

    Between two subscriptions news may be lost.
    """
    failures = 0
    while True:
        server: Any = Redis.from_url(
            url, socket_connect_timeout=PATIENCE, health_check_interval=2 * PATIENCE
        )
        try:
            async with server, server.pubsub() as channel:
                await channel.subscribe(news.CHANNEL)
                while True:
                    message = await channel.get_message(timeout=PATIENCE)
                    if message is not None and message["type"] == "subscribe":
                        failures = 0
                        on_subscription(True)
                    elif message is not None and message["type"] == "message":
                        _hand_on(message["data"], hear)
        except (RedisError, OSError) as error:
            if not failures:
                logger.warning("no news from Redis, looking for them: %s", error)
        finally:
            on_subscription(False)
        await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
        failures += 1


def _hand_on(message: bytes, hear: Callable[[News], None]) -> None:
    told = news.read(message)
    if told is not None:
        hear(told)
