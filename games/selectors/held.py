"""What is held of a player, for him to take away: each the newest first."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from games import models
from players.models import Player, RatingChange


def participations_of(player: Player) -> QuerySet[models.Participant]:
    """Where the player sits or sat, and what he opened, each with its game and how he fared."""
    return player.participations.select_related("game", "performance").order_by("-game_id")


def holds_of(player: Player) -> QuerySet[models.Hold]:
    """The seats in rematches that are kept for the player."""
    return models.Hold.objects.filter(player=player).order_by("-game_id")


def messages_of(player: Player) -> QuerySet[models.Message]:
    """What the player has said anywhere."""
    return models.Message.objects.filter(player=player).order_by("-pk")


def rating_changes_of(player: Player) -> QuerySet[RatingChange]:
    """What each rated game changed in the player's rating."""
    return RatingChange.objects.filter(rating__player=player).order_by("-at")


def notices_of(player: Player) -> QuerySet[models.Notice]:
    """What the player was told by e-mail, or is to be."""
    return models.Notice.objects.filter(player=player).order_by("-pk")


def staff_acts_of(player: Player) -> QuerySet[models.StaffAct]:
    """What the player did as one of the staff, and what staff did to his account."""
    return models.StaffAct.objects.filter(Q(by=player) | Q(player=player)).order_by("-pk")
