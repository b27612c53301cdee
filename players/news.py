"""Tells every web process at once that something has changed, over Redis: what, and no more.

Best effort: while Redis is away nobody is told, and whoever waits for news looks into the database
from time to time.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple
from uuid import UUID

from players import valkey

Topic = Literal["game", "dispute", "token", "player"]

CHANNEL: Final = "backalley:news"
SHAPE: Final = re.compile(rb"(game|dispute|token|player) ([0-9a-f-]{36}) ([0-9]{1,10})")


class News(NamedTuple):
    """A game that has a new version; a dispute that was filed or ruled on; a token that was
    revoked; a player who is no more.
    """

    topic: Topic
    id: UUID
    version: int = 0


def tell(news: News) -> None:
    """Tell all who listen; to be called once it is committed. Never fails and hardly waits."""
    valkey.say("PUBLISH", CHANNEL, f"{news.topic} {news.id} {news.version}")


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
