"""What happens at the tables when a player's account is deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from games import models
from games.engine.commands import LeaveSeat
from games.eventstore.actors import Actor
from games.services import holds
from games.services.acts import act, locked
from games.services.mailbox import forget_notices
from games.services.webhooks import forget_webhooks
from players import ratings
from players.models import Player

UNDER_WAY = ("waiting", "active")


def let_go_of(player: Player, *, clock: Callable[[], datetime]) -> None:
    """Get a player up from all tables, as if he had left them himself, and end his webhooks.

    Within the transaction that deletes his account and has it locked, so he sits down nowhere
    meanwhile. `clock` tells the real time at which he leaves each table.
    """
    own = models.Participant.objects.filter(player=player, status__in=UNDER_WAY, sat=True)
    # Of two who leave the same games at once, each locks them in the same order.
    for game_id in own.order_by("game_id").values_list("game_id", flat=True):
        _leave(player, game_id, clock)
    holds.end_all(player)
    # An act locks a game, then ratings, then the webhooks that are told of it, and so does this.
    ratings.retire(player)
    forget_webhooks(player)
    forget_notices(player)


def _leave(player: Player, game_id: UUID, clock: Callable[[], datetime]) -> None:
    status = locked(game_id).status
    held = models.Seat.objects.filter(game_id=game_id, participant__player=player).first()
    # Meanwhile the creator may have removed him, or the game may have come to its end.
    if held is not None and status in UNDER_WAY:
        order = LeaveSeat(held.seat), Actor("player", str(held.participant_id))
        act(game_id, lambda _: order, now=clock())
