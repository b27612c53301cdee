"""Seats that are kept for somebody, in transactions that have the game, or his account, locked."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games import models
from games.engine.seats import Seat
from players.errors import Problem
from players.models import Player


def require_free(
    game: models.Game, seat: Seat, *, now: datetime, player: Player | None = None
) -> None:
    """Whether a player, or None for a bot, may have this seat of a game that waits.

    `now` is real time. Raises Problem `seat-taken` if it is kept for another player.
    """
    kept = models.Hold.objects.filter(
        game=game, seat=seat, until__gt=now + timedelta(seconds=game.clock_offset)
    )
    if player is not None:
        kept = kept.exclude(player=player)
    if kept.exists():
        words = _("Seat {seat} is kept for a former player, for 24 hours.").format(seat=seat)
        raise Problem("seat-taken", errors=[{"field": "", "code": "kept", "detail": words}])


def end(game: models.Game, player: Player) -> None:
    """Keep no seat for a player any more: he sits now."""
    models.Hold.objects.filter(game=game, player=player).delete()


def end_all(player: Player) -> None:
    """Keep no seat anywhere for a player whose account is deleted."""
    models.Hold.objects.filter(player=player).delete()
