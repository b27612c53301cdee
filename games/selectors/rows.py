"""A game's row, read for every request: a raw query set of Django's takes three times as long."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import DateTimeField, UUIDField

from games import models
from games.eventstore.statements import last_deal_beside
from games.eventstore.store import load, load_beside
from games.eventstore.stream import Stream
from players import database

_FIELDS: Final = models.Game._meta.concrete_fields
_COLUMNS: Final = [field.attname for field in _FIELDS]
_ROW: Final = f"SELECT {', '.join(_COLUMNS)} FROM games_game WHERE id = %(game)s"
# Most games have nobody's webhook listening; to know it spares their moves a statement.
_LISTENED_TO: Final = """EXISTS (
    SELECT FROM games_participant JOIN games_webhook USING (player_id)
    WHERE game_id = games_game.id AND disabled_at IS NULL
)"""
_LOCKED: Final = (
    f"{_ROW.replace(' FROM', f', {_LISTENED_TO} AS listened_to FROM')} FOR NO KEY UPDATE"
)
_LOCKED_AND_STREAM: Final = last_deal_beside(_LOCKED)
# What JSON has no value of its own for.
_READ: Final[dict[type, Callable[[str], Any]]] = {
    DateTimeField: datetime.fromisoformat,
    UUIDField: UUID,
}
_READERS: Final = [
    (field.attname, _READ.get(type(getattr(field, "target_field", field)))) for field in _FIELDS
]


def row_of(game_id: UUID, *, lock: bool = False) -> models.Game | None:
    """The row, if there is one; with `lock` nobody else changes it until the transaction ends."""
    rows = database.ask(_LOCKED if lock else _ROW, {"game": game_id})
    if not rows:
        return None
    found = rows[0]
    row = models.Game.from_db(DEFAULT_DB_ALIAS, _COLUMNS, found[: len(_COLUMNS)])
    row.options = json.loads(row.options)
    if lock:
        row.listened_to = found[-1]
    return row


def locked_with_stream(game_id: UUID) -> tuple[models.Game, Stream] | None:
    """The row as `row_of` locks it, and the game's stream, both in one statement."""
    found = load_beside(_LOCKED_AND_STREAM, game_id)
    if found is None:
        return None
    told, stream = found
    values = [
        value if (value := told[name]) is None or read is None else read(value)
        for name, read in _READERS
    ]
    row = models.Game.from_db(DEFAULT_DB_ALIAS, _COLUMNS, values)
    row.listened_to = told["listened_to"]
    if stream.version != row.version:
        # Whoever had to wait for the lock has the row as it is now, but the log as it was when
        # his statement began.
        stream = load(game_id)
    return row, stream
