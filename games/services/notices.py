"""What a player is told of his games without asking."""

from __future__ import annotations

import logging
from datetime import datetime
from uuid import UUID

from games.engine.seats import Seat

logger = logging.getLogger(__name__)


def turn_expiring(game_id: UUID, version: int, seat: Seat, deadline: datetime) -> None:
    """The player's time in this seat is nearly up: told once a turn, never of bots or absent ones.

    `deadline` is in the game's own time. Runs in the transaction that notes the warning as given,
    so what is stored here is stored exactly once; if it fails the turn goes unwarned.
    """
    logger.info(
        "turn expiring game=%s version=%s seat=%s deadline=%s",
        game_id,
        version,
        seat,
        deadline.isoformat(),
    )
