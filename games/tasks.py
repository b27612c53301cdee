"""Celery tasks: ids in, one service call. A task is a hint; the sweep finds what it misses."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from games import clock


@shared_task
def move_bots(game_id: str, version: int) -> None:
    """Move for the bots whose turn it is at this version; quiet if the game has moved on."""
    from games.services import machines

    machines.play_on(UUID(game_id), version, now=clock.now())
