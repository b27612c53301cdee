"""Records of games that were played, with rewinds, absent players and all."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from games.eventstore.actors import SYSTEM
from games.eventstore.codec import encode
from games.eventstore.stream import StoredEvent
from games.replay import game_record
from tests.engine.random_games import Setting, Step, eventful_steps
from tests.engine.table import PEOPLE

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def stored(steps: Iterable[Step]) -> list[StoredEvent]:
    """The events of these acts, as read from the log."""
    events = [encode(event) for step in steps for event in step.events]
    return [
        StoredEvent(version, kind, schema, json.loads(json.dumps(data)), SYSTEM, NOW, b"")
        for version, (kind, schema, data) in enumerate(events, start=1)
    ]


def played(setting: Setting, disturbances: int) -> dict[str, Any]:
    """The record of a whole game with so many disturbances."""
    steps = list(eventful_steps(setting, disturbances))
    names = {person: f"{person}-name" for person in PEOPLE.values()}
    return game_record(steps[-1].after, names, stored(steps))
