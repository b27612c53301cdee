"""Disputes as their players and staff may see them, and who may rule on them."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games import models
from players.errors import Problem
from players.models import Player

RULE: Final = "games.rule_dispute"
"""The permission of the group `reviewer`."""


def disputes_for(player: Player) -> QuerySet[models.Dispute]:
    """The disputes that are there for this caller: his own; for staff all."""
    disputes = models.Dispute.objects.select_related("player", "ruled_by")
    return disputes if player.is_staff else disputes.filter(player=player)


def own_disputes(player: Player) -> QuerySet[models.Dispute]:
    """The disputes that the player has filed himself."""
    return models.Dispute.objects.filter(player=player)


def dispute_for(player: Player, dispute_id: UUID) -> models.Dispute:
    """One of these disputes. Raises Problem `not-found` if there is none such."""
    found = disputes_for(player).filter(pk=dispute_id).first()
    if found is None:
        raise Problem("not-found")
    return found


def took_part(player: Player, game_id: UUID) -> bool:
    """Whether the player sits or sat in the game."""
    return models.Participant.objects.filter(game_id=game_id, player=player, sat=True).exists()


def is_reviewer(player: Player) -> bool:
    """Whether he may rule on disputes and open the hands of a game.

    Staff with that permission, as the group `reviewer` gives it, and staff in no group: groups
    are what narrows an account down.
    """
    if not player.is_staff:
        return False
    return player.has_perm(RULE) or not player.groups.exists()


def require_reviewer(player: Player, game_id: UUID) -> None:
    """Let nobody review a game but a reviewer who has no part in it.

    Raises Problem `not-staff`, and `own-game` for whoever sits or sat there.
    """
    if not is_reviewer(player):
        raise Problem("not-staff")
    if took_part(player, game_id):
        raise Problem("own-game")
