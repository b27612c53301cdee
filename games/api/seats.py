"""Seats: sit down, seat a bot, get up."""

from __future__ import annotations

from functools import partial

from rest_framework.request import Request
from rest_framework.response import Response

from games import clock, selectors
from games.api.answers import ONE_GAME
from games.api.game_operation import SEAT_PARAMETER, GameOperation, path_seat
from games.api.shapes import SeatBody
from games.api.versions import ETAG, IF_MATCH, versions_wanted
from games.engine.seats import Seat
from games.services import tables
from players.api.operation import path_uuid
from players.errors import Problem


class TakeSeat(GameOperation):
    """Sit down, or seat a bot

    `{}` sits the caller down; with `bot` the creator seats one. On one's own seat nothing happens.
    The game starts by itself when four seats are filled.
    """

    scope = "play"
    Body = SeatBody
    answers = {200: ONE_GAME}
    problems = ("not-the-creator", "stale-version", "game-over", "seat-taken", "already-seated")
    parameters = (SEAT_PARAMETER, IF_MATCH, ETAG)
    tags = ("seats",)

    seat: Seat

    def find(self) -> None:
        self.seat = path_seat(self.kwargs["seat"])
        try:
            super().find()
        except Problem:
            # Whoever cannot see a private game yet may know its code.
            game_id = path_uuid(self.kwargs["game_id"])
            self.game = selectors.find_game(self.player, game_id, invite=self._offered_invite())

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        creator = self.game.creator_id == self.player.pk
        if not creator and self.sent.get("bot") is not None:
            raise Problem("not-the-creator")

    def put(self, request: Request, game_id: str, seat: str) -> Response:
        if "bot" in self.body:
            fill = partial(tables.seat_bot, level=self.body["bot"])
        else:
            fill = partial(tables.take_seat, entropy=self.body.get("entropy", ""))
        act = fill(
            player=self.player,
            game_id=self.game.pk,
            seat=self.seat,
            now=clock.now(),
            if_match=versions_wanted(request),
        )
        return self.answer_after(act)

    def _offered_invite(self) -> str:
        try:
            invite = self.sent.get("invite")
        except Problem:
            # A body that cannot be read names no code.
            return ""
        return invite if isinstance(invite, str) else ""


class LeaveSeat(GameOperation):
    """Get up, or clear a seat

    Before the start: leave, or, as the creator, remove whoever sits there. After it: one's own
    seat only, which a `normal` bot takes over for good; the leaver becomes a spectator.
    """

    scope = "play"
    answers = {200: ONE_GAME}
    problems = ("not-a-player", "not-the-creator", "stale-version", "game-over")
    parameters = (SEAT_PARAMETER, IF_MATCH, ETAG)
    tags = ("seats",)

    seat: Seat

    def find(self) -> None:
        self.seat = path_seat(self.kwargs["seat"])
        super().find()

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if not selectors.has_seat(self.player, self.game.pk, self.seat):
            creator = self.game.creator_id == self.player.pk
            tables.require_right_to_clear(self.game.status, creator=creator)

    def delete(self, request: Request, game_id: str, seat: str) -> Response:
        act = tables.leave_seat(
            player=self.player,
            game_id=self.game.pk,
            seat=self.seat,
            now=clock.now(),
            if_match=versions_wanted(request),
        )
        return self.answer_after(act)
