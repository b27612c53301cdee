"""What a player is told of his games without asking."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from uuid import UUID

from games import models
from games.engine.seats import Seat
from games.services import outbox

logger = logging.getLogger(__name__)


def turn_expiring(
    game_id: UUID, version: int, seat: Seat, deadline: datetime, *, now: datetime
) -> None:
    """The player's time in this seat is nearly up: told once a turn, never of bots or absent ones.

    `deadline` is in the game's own time, `now` is real time. Runs in the transaction that notes
    the warning as given, so what is stored here is stored exactly once; if it fails the turn goes
    unwarned.
    """
    logger.info(
        "turn expiring game=%s version=%s seat=%s deadline=%s",
        game_id,
        version,
        seat,
        deadline.isoformat(),
    )
    held = models.Seat.objects.filter(game_id=game_id, seat=seat, participant__isnull=False)
    for person, offset in held.values_list("participant_id", "game__clock_offset"):
        told = outbox.expiring(
            version, now + timedelta(seconds=offset), str(person), seat, deadline
        )
        outbox.post(game_id, [told], now=now)


def webhook_disabled(webhook: models.Webhook) -> None:
    """Nothing more is sent to this endpoint: its owner sees why where he lists his webhooks.

    Runs in the transaction that switches it off.
    """
    logger.warning(
        "webhook switched off player=%s webhook=%s reason=%s",
        webhook.player_id,
        webhook.pk,
        webhook.disabled_reason,
    )
