"""Accounts that stay while something is written for them, so that nobody who has gone sits down."""

from __future__ import annotations

from uuid import UUID

from django.db import connection

from players.errors import Problem
from players.models import Player

# What an account's deletion waits for, and nothing else: its other changes go on.
_KEEP = """
SELECT id FROM players_player WHERE id = ANY(%s) AND is_active ORDER BY id FOR KEY SHARE
"""


def keep(*player_ids: UUID) -> set[UUID]:
    """Those of these players who are there, and will be until the caller's transaction ends.

    Comes before any lock on a game, as the deletion of an account takes its locks in this order.
    """
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [list(player_ids)])
        return {found for (found,) in cursor.fetchall()}


def require(player: Player, *, alone: bool = False) -> None:
    """Keep the caller's account. Raises Problem `not-authenticated` if it was just deleted.

    With `alone` nobody else keeps it meanwhile. Whoever is going to change its name needs that from
    the beginning: two who share it would wait for each other.
    """
    there = _take(player.pk) if alone else keep(player.pk)
    if not there:
        raise Problem("not-authenticated")


def _take(player_id: UUID) -> bool:
    rows = Player.objects.select_for_update().filter(pk=player_id, is_active=True)
    return bool(rows.values_list("pk", flat=True))
