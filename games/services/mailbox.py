"""What players are told of an act by e-mail: rows written in the act's own transaction.

So nothing is told that did not happen, and nothing that happened is forgotten while the broker or
the mail server is away. Nothing is written where the service sends no mail, nor in sandbox games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from games.models import Dispute, Notice
from players.models import NoticeKind, Player

if TYPE_CHECKING:
    from games.services.outbox import Tidings

TIDIED_AT_ONCE: Final = 10_000
"""So many old notices are cleared away in one statement."""
_TURNS: Final = {"turn": NoticeKind.TURN, "turn-expiring": NoticeKind.TURN_EXPIRING}
_ENDS: Final = ("game-finished", "game-voided")


def post(game_id: UUID, tidings: Sequence[Tidings], *, now: datetime) -> None:
    """Write it for the players who want to be told; of one turn each is told once at most.

    Within the caller's transaction; `now` is real time.
    """
    if settings.MAIL:
        rows = [notice for one in tidings for notice in _notices(game_id, one, now)]
        Notice.objects.bulk_create(rows, ignore_conflicts=True)


def forget_notices(player: Player) -> None:
    """Clear away all that a player was told, or was to be."""
    Notice.objects.filter(player=player).delete()


def tidy(before: datetime) -> int:
    """Clear away what is older; how much."""
    old = Notice.objects.filter(created_at__lt=before).order_by("created_at")
    return Notice.objects.filter(pk__in=old.values("pk")[:TIDIED_AT_ONCE]).delete()[0]


def _notices(game_id: UUID, one: Tidings, now: datetime) -> Iterable[Notice]:
    if one.type in _TURNS and one.to is not None:
        kind = _TURNS[one.type]
        deadline = datetime.fromisoformat(one.data(one.to)["deadline"])
        # Who is at the table needs no mail, and to a quick game it would come too late.
        delay = settings.NOTICE_DELAY
        due = now + timedelta(seconds=delay if kind == NoticeKind.TURN else 0)
        to = _wanting(kind, game_id, pk=one.to, game__turn_seconds__gte=2 * delay)
        return _each(to, kind, game_id, now, due_at=due, deadline=deadline)
    if one.type in _ENDS:
        kind = NoticeKind.GAME_OVER
        facts = one.data("")
        data = {"void": one.type == "game-voided", "note": facts.get("note")}
        return _each(_wanting(kind, game_id, sat=True), kind, game_id, now, data=data)
    if one.type == "dispute":
        kind = NoticeKind.DISPUTE
        facts = one.data("")
        data = {"status": facts["status"], "note": facts["note"]}
        ruled = Dispute.objects.filter(pk=facts["dispute"]).exclude(status=Dispute.Status.OPEN)
        to = _wanting(kind, game_id, player__in=ruled.values("player"))
        return _each(to, kind, game_id, now, data=data)
    return ()


def _wanting(kind: NoticeKind, game_id: UUID, **whose: Any) -> QuerySet[Player]:
    """Who wants such notices and has an address, among those who are known in the game."""
    among = {f"participations__{name}": value for name, value in whose.items()}
    wanting = Player.objects.filter(is_active=True, notices__contains=[kind]).exclude(email="")
    return wanting.filter(
        participations__game=game_id, participations__game__sandbox=False, **among
    )


def _each(
    players: QuerySet[Player], kind: NoticeKind, game_id: UUID, now: datetime, **more: Any
) -> list[Notice]:
    facts = {"game_id": game_id, "kind": kind, "created_at": now, "due_at": now, **more}
    return [Notice(player_id=player, **facts) for player in players.values_list("pk", flat=True)]
