"""Logs in which everything has happened, and all that is known of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid5

import pytest

from games import tasks
from games.eventstore.raw import read_raw
from games.eventstore.store import load, load_whole, read
from games.verification.examining import examine
from players.models import Player
from tests.eventstore import logs
from tests.games.verification.eventful import eventful


def written(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Games of every kind, the first with all that can happen in one and no fault in it."""
    monkeypatch.setattr(tasks, "wake", lambda _: None)
    names = ("boris", "chie", "dipa", "eve")
    people = dict(zip("NESW", (Player.objects.create(username=n) for n in names), strict=True))
    *_, table = eventful(people)
    others = [uuid5(table.row.pk, name) for name in logs.KINDS]
    for game_id, kind in zip(others, logs.KINDS.values(), strict=True):
        logs.row(str(game_id))
        logs.write(kind.acts(), str(game_id))
    return [table.row.pk, *others]


def told(game_id: UUID) -> tuple[Any, ...]:
    """All that the service knows of a game by its log; its events first."""
    whole = load_whole(game_id)
    at_times = [load(game_id, version) for version in range(1, whole.version + 1, 7)]
    return read(game_id), whole, load(game_id), at_times, read_raw(game_id), examine(game_id)
