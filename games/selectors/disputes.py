"""Disputes as their players and staff may see them, and who may rule on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from games import models
from players.errors import Problem
from players.listing import Found, Listed
from players.models import Player

RULE: Final = "games.rule_dispute"
"""The permission of the group `reviewer`."""


def disputes_for(player: Player) -> QuerySet[models.Dispute]:
    """The disputes that are there for this caller: his own; for staff all."""
    disputes = models.Dispute.objects.all() if player.is_staff else own_disputes(player)
    return disputes.select_related("player", "ruled_by")


def disputes_listed(
    player: Player, *, status: str | None = None, game: UUID | None = None
) -> Listed[models.Dispute]:
    """The same, maybe only those of a status or a game."""
    there = disputes_for(player)
    wanted = {"status": status, "game": game}
    found = there.filter(**{name: value for name, value in wanted.items() if value is not None})
    return Listed(there, [Found(found)])


def own_disputes(player: Player) -> QuerySet[models.Dispute]:
    """The disputes that the player has filed himself."""
    return models.Dispute.objects.filter(player=player)


def dispute_for(player: Player, dispute_id: UUID) -> models.Dispute:
    """One of these disputes. Raises Problem `not-found` if there is none such."""
    found = disputes_for(player).filter(pk=dispute_id).first()
    if found is None:
        raise Problem("not-found")
    return found


def open_facts(dispute: models.Dispute) -> dict[str, Any]:
    """What all who sit or sat in the game are told of it; the claim is between player and staff."""
    return {
        "dispute": str(dispute.pk),
        "disputed_version": dispute.version,
        "status": dispute.status,
        "remedy": dispute.remedy,
        "note": dispute.note if dispute.ruled_at else None,
    }


class Told(NamedTuple):
    """What is told of a dispute, and to whom."""

    game: UUID
    players: frozenset[UUID]
    facts: dict[str, Any]


def told_of(dispute_ids: Collection[UUID]) -> list[Told]:
    """What is to be told of these disputes as they stand."""
    disputes = list(models.Dispute.objects.filter(pk__in=dispute_ids)) if dispute_ids else []
    sat = models.Participant.objects.filter(game__in=[one.game_id for one in disputes], sat=True)
    players = list(sat.values_list("game_id", "player_id")) if disputes else []
    return [
        Told(
            game=dispute.game_id,
            players=frozenset(player for game, player in players if game == dispute.game_id),
            facts={"game": str(dispute.game_id), **open_facts(dispute)},
        )
        for dispute in disputes
    ]


def with_staff_notes(player: Player, disputes: Iterable[models.Dispute]) -> set[UUID]:
    """Those of these disputes of which the player may read what staff write to each other.

    Who has a part in the game may not, be he staff.
    """
    if not player.is_staff:
        return set()
    games = {dispute.pk: dispute.game_id for dispute in disputes}
    sat = models.Participant.objects.filter(game__in=games.values(), player=player, sat=True)
    own = set(sat.values_list("game_id", flat=True))
    return {dispute for dispute, game in games.items() if game not in own}


def took_part(player: Player, game_id: UUID) -> bool:
    """Whether the player sits or sat in the game."""
    return models.Participant.objects.filter(game_id=game_id, player=player, sat=True).exists()


def is_reviewer(player: Player) -> bool:
    """Whether he may rule on disputes, over the API and on the pages alike.

    Staff with that permission, as the group `reviewer` gives it, and staff in no group: groups
    are what narrows an account down.
    """
    if not player.is_staff:
        return False
    return sees_hands(player) or not player.groups.exists()


def sees_hands(player: Player) -> bool:
    """Whether all hands of a running game lie open for him: only for whom a superuser has made a
    reviewer. Other staff see of it what a spectator sees.
    """
    return player.is_staff and player.has_perm(RULE)


def require_reviewer(player: Player, game_id: UUID) -> None:
    """Let nobody review a game but a reviewer who has no part in it.

    Raises Problem `not-staff`, and `own-game` for whoever sits or sat there.
    """
    if not is_reviewer(player):
        raise Problem("not-staff")
    if took_part(player, game_id):
        raise Problem("own-game")
