"""What staff do, with its entry in the audit trail: who, when, what."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import Group
from django.db import transaction

from games import models
from players import services as accounts
from players.models import Player

logger = logging.getLogger(__name__)

Kind = models.StaffAct.Kind


def note(kind: str, *, by: Player, now: datetime, **what: Any) -> models.StaffAct:
    """Add to the audit trail, in the transaction of the act itself.

    `what` are the game, dispute or player it was done to, and `facts`.
    """
    act = models.StaffAct.objects.create(kind=kind, by=by, at=now, **what)
    logger.info("staff act=%s kind=%s by=%s", act.pk, kind, by.pk)
    return act


def note_opened_hands(game_id: UUID, *, by: Player, now: datetime) -> None:
    """Note that somebody was shown all hands of a running game.

    Once for each version at which the game stood, however often he looks meanwhile; of a game that
    is over nothing is hidden, and nothing noted.
    """
    running = models.Game.objects.filter(pk=game_id).exclude(status__in=["finished", "void"])
    version = running.values_list("version", flat=True).first()
    if version is None:
        return
    same = models.StaffAct.objects.filter(kind=Kind.HANDS_OPENED, by=by, game_id=game_id)
    if not same.filter(facts__version=version).exists():
        note(Kind.HANDS_OPENED, by=by, now=now, game_id=game_id, facts={"version": version})


def set_active(player: Player, active: bool, *, by: Player, now: datetime) -> bool:
    """Shut a player out, or let in again whom staff have shut out; whether anything was to be done.

    While he is out his tokens are refused, his streams end and the autopilot plays for him. An
    account that its owner has deleted stays so.
    """
    with transaction.atomic():
        if active and not _was_shut_out(player):
            return False
        if not accounts.set_active(player, active):
            return False
        kind = Kind.PLAYER_ACTIVATED if active else Kind.PLAYER_DEACTIVATED
        note(kind, by=by, now=now, player=player)
    return True


def set_rights(
    player: Player, *, is_staff: bool, groups: Iterable[Group], by: Player, now: datetime
) -> None:
    """Make an account one of staff, in these groups and no others, or take that from it."""
    with transaction.atomic():
        held = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        before, wanted = _rights(held), sorted(groups, key=lambda group: group.name)
        held.is_staff = is_staff
        held.save(update_fields=["is_staff"])
        held.groups.set(wanted)
        after = _rights(held)
        if after != before:
            facts = {"before": before, "after": after}
            note(Kind.RIGHTS_CHANGED, by=by, now=now, player=player, facts=facts)


def _rights(player: Player) -> dict[str, Any]:
    names = player.groups.order_by("name").values_list("name", flat=True)
    return {"staff": player.is_staff, "groups": list(names)}


def _was_shut_out(player: Player) -> bool:
    about = models.StaffAct.objects.filter(player=player).order_by("-at", "-id")
    last = about.values_list("kind", flat=True).first()
    return last == Kind.PLAYER_DEACTIVATED
