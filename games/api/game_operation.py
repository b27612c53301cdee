"""What the operations on one game have in common."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games import clock, models, selectors
from games.api.game_object import game_object
from games.api.versions import etag
from games.engine.seats import SEATS, Seat
from games.live.watcher import Claim
from games.selectors.people import Person, people_of
from games.services.acts import Act
from players.api.operation import Operation, path_uuid
from players.errors import Problem
from players.models import Token

SEAT_PARAMETER: Final = OpenApiParameter(
    "seat",
    {"type": "string", "enum": list(SEATS)},
    OpenApiParameter.PATH,
    description="Read in either case.",
)


class GameOperation(Operation):
    """An operation on the game that the path names, if it is there for the caller."""

    game: models.Game
    # Who has to do with the game, where that was asked already.
    people: Sequence[Person] | None = None

    def find(self) -> None:
        self.game = selectors.find_game(self.player, path_uuid(self.kwargs["game_id"]))

    def claim(self) -> Claim:
        """By what the caller may watch the game for as long as he likes."""
        token = self.request.auth
        assert isinstance(token, Token)
        return Claim(self.game.pk, self.player.pk, token.pk, token.expires_at)

    def answer(self, table: selectors.Table, now: datetime, status: int = 200) -> Response:
        """The game as the caller may see it; `now` is in the game's own time."""
        headers = {"ETag": etag(table.stream.version)}
        return Response(game_object(table, now), status=status, headers=headers)

    def answer_after(self, act: Act, status: int = 200) -> Response:
        """The game right after the caller's act."""
        table = selectors.table(act.row, self.player, act.stream, self.people)
        return self.answer(table, own_time(act.row), status)


class SeatedOperation(GameOperation):
    """An operation for those who sit in the game."""

    game_id: UUID
    # The caller as the game's log knows him; None if he does not sit there.
    participant: UUID | None

    def find(self) -> None:
        # For who sits there the game is there. Its row is left to the act, which locks it.
        self.game_id = path_uuid(self.kwargs["game_id"])
        self.people = people_of(self.game_id)
        sitting = {person.player: person.id for person in self.people if person.seat is not None}
        self.participant = sitting.get(self.player.pk)
        if self.participant is None:
            super().find()

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.participant is None:
            raise Problem("not-a-player")


def own_time(row: models.Game) -> datetime:
    """The present time in the game's own time, which a sandbox game shifts."""
    return clock.now() + timedelta(seconds=row.clock_offset)


def path_seat(text: str) -> Seat:
    """The seat in a path, in either case. Raises Problem `not-found` for what is none."""
    seat = text.upper()
    if seat not in SEATS:
        raise Problem("not-found")
    return seat
