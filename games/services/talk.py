"""Table talk: what the seated say to each other, and to all who look on."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from games import models
from games.services import outbox
from games.services.acts import locked, stale
from games.services.outbox import Tidings
from players import presence
from players.errors import Problem
from players.models import Player

logger = logging.getLogger(__name__)


def write(
    *,
    player: Player,
    game_id: UUID,
    text: str,
    now: datetime,
    if_match: Collection[int] | None = None,
) -> models.Message:
    """Say something at a table, before, during or after the game.

    It is no event: the game's version stays. Raises Problem `not-a-player`, `stale-version`, and
    `not-authenticated` if the account was deleted meanwhile.
    """
    with transaction.atomic():
        presence.require(player)
        row = locked(game_id)
        seats = models.Seat.objects.filter(game=row, participant__isnull=False)
        held = seats.filter(participant__player=player).select_related("participant").first()
        if held is None or held.participant is None:
            raise Problem("not-a-player")
        if if_match is not None and row.version not in if_match:
            raise stale(game_id, row.version)
        message = models.Message.objects.create(
            game=row,
            participant=held.participant,
            player=player,
            seat=held.seat,
            text=text,
            at=now + timedelta(seconds=row.clock_offset),
        )
        sitting = {str(one): seat for one, seat in seats.values_list("participant_id", "seat")}
        outbox.post(game_id, [_told(message, row.version, sitting)], now=now)
    logger.info("message game=%s seat=%s message=%s", game_id, message.seat, message.pk)
    return message


def _told(message: models.Message, version: int, sitting: dict[str, str]) -> Tidings:
    """Neither text nor name is told: the one may be long, the other may have to be forgotten."""

    def data(person: str) -> dict[str, Any]:
        you = sitting.get(person)
        return {"message": str(message.pk), "seat": message.seat, "you": you}

    return Tidings("message", version, message.at, None, data)
