"""Which games are to be gone through, and in what order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games import models

PAGE: Final = 500
"""So many ids are looked up at a time."""


def game_ids(*, since: datetime | None = None, after: UUID | None = None) -> Iterator[UUID]:
    """The ids of all games, the oldest first: those behind one, those that changed since a time.

    Games that are opened meanwhile come last. A page of them is held at a time.
    """
    while page := list(_games(since, after).order_by("pk").values_list("pk", flat=True)[:PAGE]):
        yield from page
        after = page[-1]


def count_games(*, since: datetime | None = None, after: UUID | None = None) -> int:
    """How many games `game_ids` would tell of by now."""
    return _games(since, after).count()


def _games(since: datetime | None, after: UUID | None) -> QuerySet[models.Game]:
    games = models.Game.objects.all()
    if since is not None:
        games = games.filter(updated_at__gte=since)
    return games if after is None else games.filter(pk__gt=after)
