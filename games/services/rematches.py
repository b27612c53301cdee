"""The same people once more: a rematch, and the seats that it keeps for them."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games import models
from games.engine.seats import Seat
from games.eventstore.store import load
from games.services import tables
from games.services.acts import Act, locked, stale
from players import presence
from players.errors import Problem
from players.models import Player

logger = logging.getLogger(__name__)

KEPT: Final = timedelta(hours=24)
"""So long a rematch keeps a seat for who sat there."""
OVER: Final = ("finished", "void")


class Former(NamedTuple):
    """Who held a seat at the end: a player, a bot, or nobody."""

    player: UUID | None
    bot: str | None


def rematch(
    *,
    player: Player,
    game_id: UUID,
    now: datetime,
    entropy: str = "",
    if_match: Collection[int] | None = None,
) -> tuple[Act, bool]:
    """A new table like that of a game that is over, and whether it was opened only now.

    The caller and the bots sit where they sat; the other seats are kept for who sat there, if his
    account still exists. There is one rematch of a game: whoever asks later gets the same, and may
    sit down. Raises Problem `not-a-player`, `stale-version`, `game-not-over`, `not-authenticated`.
    """
    with transaction.atomic():
        # Accounts are locked before games. Of a game that is over nobody's seat changes any more.
        seats = _seats_of(game_id)
        there = presence.keep(player.pk, *(held.player for held in seats.values() if held.player))
        if player.pk not in there:
            raise Problem("not-authenticated")
        former = locked(game_id)
        own = next((seat for seat, held in seats.items() if held.player == player.pk), None)
        if own is None:
            raise Problem("not-a-player")
        if if_match is not None and former.version not in if_match:
            raise stale(game_id, former.version)
        if former.status not in OVER:
            raise Problem("game-not-over")
        known = models.Rematch.objects.filter(former=former).select_related("game__creator").first()
        if known is not None:
            return Act(known.game, load(known.game_id), ()), False
        act = tables.create_game(
            player=player,
            now=now,
            ruleset=former.ruleset,
            options=former.options,
            visibility=former.visibility,
            seat=own,
            bots={seat: held.bot for seat, held in seats.items() if held.bot},
            turn_seconds=former.turn_seconds,
            entropy=entropy,
            sandbox=former.sandbox,
        )
        models.Rematch.objects.create(former=former, game=act.row)
        models.Hold.objects.bulk_create(
            models.Hold(game=act.row, seat=seat, player_id=held.player, until=now + KEPT)
            for seat, held in seats.items()
            if held.player in there and seat != own
        )
    logger.info("rematch of=%s game=%s", game_id, act.row.pk)
    return act, True


def _seats_of(game_id: UUID) -> dict[Seat, Former]:
    held = models.Seat.objects.filter(game_id=game_id)
    rows = held.values_list("seat", "participant__player_id", "bot")
    return {seat: Former(player, bot) for seat, player, bot in rows}
