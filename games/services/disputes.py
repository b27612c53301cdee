"""Disputes: filed by players, ruled on by staff; what a ruling does to the game is an event.

Whoever files or rules holds the lock on the game's row. So of two rulings at once, or two claims
of one player, the second finds what the first has done.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games import models
from games.engine.commands import Command, ReturnToSeat, RewindGame, VoidGame
from games.engine.refusals import Refusal
from games.engine.rewind import away_at, deal_standing_at
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.eventstore.store import events_of, read
from games.selectors.disputes import require_reviewer, took_part
from games.services import outbox, staff
from games.services.acts import Order, act, locked, stale
from games.services.tables import participant_of
from players import news, presence
from players.errors import Problem, invalid
from players.models import Player
from players.news import News

logger = logging.getLogger(__name__)

Status, Remedy = models.Dispute.Status, models.Dispute.Remedy


def file_dispute(
    *,
    player: Player,
    game_id: UUID,
    reason: str,
    now: datetime,
    version: int | None = None,
    if_match: Collection[int] | None = None,
) -> models.Dispute:
    """Claim that something was not right at a version of the game; None: as it stands now.

    Raises Problem `not-a-player` for who never sat there, `invalid-request` for a version that is
    not there, `stale-version`, `game-not-started`, and `already-disputed` while another claim of
    his on this game is open.
    """
    if not took_part(player, game_id):
        raise Problem("not-a-player")
    with transaction.atomic():
        presence.require(player)
        row = locked(game_id)
        version = row.version if version is None else version
        _require_version("version", version, row)
        _require_match(row, if_match)
        if row.status == "waiting":
            raise Problem("game-not-started")
        own = models.Dispute.objects.filter(game=row, player=player, status=Status.OPEN)
        if own.exists():
            raise Problem("already-disputed")
        dispute = models.Dispute.objects.create(
            game=row, player=player, version=version, reason=reason, at=now
        )
        _tell(dispute, row, now)
    logger.info("dispute filed game=%s version=%s dispute=%s", row.pk, version, dispute.pk)
    return dispute


def rule(
    dispute_id: UUID,
    *,
    by: Player,
    ruling: str,
    remedy: str,
    note: str,
    now: datetime,
    to_version: int | None = None,
    staff_note: str = "",
    if_match: Collection[int] | None = None,
) -> models.Dispute:
    """Uphold or reject a dispute, and rewind the game to `to_version` or void it.

    `note` is for the players, and stands in the event that the remedy writes; `staff_note` is for
    staff. `if_match` are the versions of the game at which it shall be done. Raises Problem
    `not-found`, `not-staff`, `own-game`, `invalid-request` (a rewind to nowhere, a rejected claim
    with a remedy), `stale-version`, `already-ruled`, and `game-over`, `game-not-started` for a
    remedy that comes too late or too early.
    """
    found = models.Dispute.objects.filter(pk=dispute_id).values_list("game_id", flat=True).first()
    if found is None:
        raise Problem("not-found")
    require_reviewer(by, found)
    with transaction.atomic():
        presence.require(by)
        row = locked(found)
        dispute = models.Dispute.objects.select_related("player").get(pk=dispute_id)
        if remedy == Remedy.REWIND:
            _require_version("to_version", to_version, row)
        else:
            to_version = None
        if ruling == Status.REJECTED and remedy != Remedy.NONE:
            raise invalid("remedy", _("A dispute that is rejected has no remedy: “none”."))
        _require_match(row, if_match)
        if dispute.status != Status.OPEN:
            raise Problem("already-ruled")
        if remedy != Remedy.NONE:
            row = _remedy(row, by, to_version, note, now)
        dispute.status, dispute.remedy, dispute.to_version = ruling, remedy, to_version
        dispute.note, dispute.staff_note = note, staff_note
        dispute.ruled_by, dispute.ruled_at = by, now
        dispute.save()
        facts = {"ruling": ruling, "remedy": remedy, "to_version": to_version, "note": note}
        facts |= {"staff_note": staff_note, "version": row.version}
        kind = models.StaffAct.Kind.DISPUTE_RULED
        staff.note(kind, by=by, now=now, game=row, dispute=dispute, facts=facts)
        _tell(dispute, row, now)
    logger.info(
        "dispute ruled game=%s version=%s dispute=%s ruling=%s remedy=%s by=%s",
        row.pk,
        row.version,
        dispute.pk,
        ruling,
        remedy,
        by.pk,
    )
    return dispute


def going_back(game: Game, version: int, note: str) -> list[Command]:
    """What takes a game back to a version: who has been away only since then has his seat again,
    and the turn, which begins anew, its full time.
    """
    log = events_of(read(game.id, upto=version))
    away = away_at(log, version)
    since = [seat for seat, held in game.seats.items() if held.autopilot and seat not in away]
    rewind = RewindGame(version, note, deal_standing_at(log, version))
    return [rewind, *(ReturnToSeat(seat) for seat in since)]


def _remedy(
    row: models.Game, by: Player, to_version: int | None, note: str, now: datetime
) -> models.Game:
    """Rewind the game to this version, or void it for None; its row after that."""
    actor = Actor("staff", str(participant_of(row, by).pk))

    def propose(game: Game) -> list[Order]:
        if to_version is None:
            return [(VoidGame(note), actor)]
        return [(command, actor) for command in going_back(game, to_version, note)]

    try:
        return act(row.pk, propose, now=now).row
    except Refusal as refusal:
        facts: dict[str, Any] = dict(refusal.facts)
        raise Problem(refusal.code, **facts) from None


def _require_version(field: str, version: int | None, row: models.Game) -> None:
    if version is None:
        raise invalid(field, _("A rewind needs the version to go back to."), code="required")
    if not 1 <= version <= row.version:
        words = _("Must be a version of the game, 1 to {version}.").format(version=row.version)
        raise invalid(field, words, code="out-of-range")


def _require_match(row: models.Game, if_match: Collection[int] | None) -> None:
    if if_match is not None and row.version not in if_match:
        raise stale(row.pk, row.version)


def _tell(dispute: models.Dispute, row: models.Game, now: datetime) -> None:
    """Both teams learn of it, by their webhooks and on the streams that they follow."""
    outbox.post(row.pk, [outbox.disputed(dispute, row, now)], now=now)
    transaction.on_commit(lambda: news.tell(News("dispute", dispute.pk)), robust=True)
