"""Disputes: players file them, staff rule on them."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games import clock, models
from games.api.dispute_shapes import (
    A_RULED_ONE,
    AN_OPEN_ONE,
    DISPUTES,
    ONE_DISPUTE,
    DisputeBody,
    DisputesQuery,
    RulingBody,
)
from games.api.game_operation import GameOperation
from games.api.versions import IF_MATCH, versions_wanted
from games.eventstore.chain import timestamp
from games.selectors import disputes as found
from games.services import disputes
from players.api.operation import Operation, path_uuid
from players.api.pages import page_of
from players.errors import Problem

LOCATION: Final = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    description="The dispute's address.",
    response=[201],
)


class FileDispute(GameOperation):
    """Dispute what happened in a game

    For those who sit or sat in it, while it runs and after its end. All who sit or sat there are
    told that there is a dispute; the reason is read by staff alone. One of a player's disputes in a
    game is open at a time. The game goes on meanwhile.
    """

    scope = "play"
    Body = DisputeBody
    answers = {201: AN_OPEN_ONE}
    problems = ("not-a-player", "stale-version", "game-not-started", "already-disputed")
    parameters = (IF_MATCH, LOCATION)
    tags = ("disputes",)

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if not found.took_part(self.player, self.game.pk):
            raise Problem("not-a-player")

    def post(self, request: Request, game_id: str) -> Response:
        filed = disputes.file_dispute(
            player=self.player,
            game_id=self.game.pk,
            now=clock.now(),
            if_match=versions_wanted(request),
            **self.body,
        )
        address = f"{request.path.partition('/games/')[0]}/disputes/{filed.pk}"
        return Response(dispute_object(filed), status=201, headers={"Location": address})


class ListDisputes(Operation):
    """List disputes, newest first

    The caller's own; for staff all.
    """

    scope = "read"
    Query = DisputesQuery
    answers = {200: DISPUTES}
    tags = ("disputes",)

    def get(self, request: Request) -> Response:
        limit, cursor = self.query.pop("limit"), self.query.pop("cursor", None)
        rows = found.disputes_listed(self.player, **self.query)
        page = page_of(request, rows, by="-id", limit=limit, cursor=cursor)
        open_to_him = found.with_staff_notes(self.player, page.items)
        return Response(
            page.shown(lambda row: dispute_object(row, for_staff=row.pk in open_to_him))
        )


class DisputeOperation(Operation):
    """An operation on the dispute that the path names, if it is there for the caller."""

    tags = ("disputes",)

    dispute: models.Dispute

    def find(self) -> None:
        dispute_id = path_uuid(self.kwargs["dispute_id"])
        self.dispute = found.dispute_for(self.player, dispute_id)


class ShowDispute(DisputeOperation):
    """Show a dispute"""

    scope = "read"
    answers = {200: ONE_DISPUTE}

    def get(self, request: Request, dispute_id: str) -> Response:
        for_staff = bool(found.with_staff_notes(self.player, [self.dispute]))
        return Response(dispute_object(self.dispute, for_staff=for_staff))


class RuleOnDispute(DisputeOperation):
    """Rule on a dispute

    For staff who have no part in the game. `rewind` goes back to `to_version`: inside the present
    deal its later moves are undone; before it, the deal that stood then is dealt anew. The turn
    begins anew, and a seat that is on autopilot only since then is given back. `void` lets the game
    count for nothing, be it over already. `If-Match` names the game's version. Of two rulings at
    once one is told that it came too late.
    """

    scope = "play"
    Body = RulingBody
    answers = {201: A_RULED_ONE}
    problems = (
        "not-staff",
        "own-game",
        "stale-version",
        "game-over",
        "game-not-started",
        "already-ruled",
    )
    parameters = (IF_MATCH,)

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        found.require_reviewer(self.player, self.dispute.game_id)

    def post(self, request: Request, dispute_id: str) -> Response:
        ruled = disputes.rule(
            self.dispute.pk,
            by=self.player,
            now=clock.now(),
            if_match=versions_wanted(request),
            **self.body,
        )
        return Response(dispute_object(ruled, for_staff=True), status=201)


def dispute_object(dispute: models.Dispute, *, for_staff: bool = False) -> dict[str, Any]:
    """A dispute as its player, or staff, may see it."""
    ruled = dispute.ruled_at is not None
    shown = {
        "id": str(dispute.pk),
        "game": str(dispute.game_id),
        "version": dispute.version,
        "reason": dispute.reason,
        "status": dispute.status,
        "remedy": dispute.remedy,
        "to_version": dispute.to_version,
        "note": dispute.note if ruled else None,
        "by": dispute.player.username,
        "at": timestamp(dispute.at),
        "ruled_at": timestamp(dispute.ruled_at) if dispute.ruled_at else None,
    }
    if not for_staff:
        return shown
    by = dispute.ruled_by.username if dispute.ruled_by else None
    return {**shown, "staff_note": dispute.staff_note, "ruled_by": by}
