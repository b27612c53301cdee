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

    def game_now(self) -> datetime:
        """The present time in the game's own time, which a sandbox game shifts."""
        return clock.now() + timedelta(seconds=self.game.clock_offset)

    def claim(self) -> Claim:
        """By what the caller may watch the game for as long as he likes."""
        token = self.request.auth
        assert isinstance(token, Token)
        return Claim(self.game.pk, self.player.pk, token.pk, token.expires_at)

    def answer(self, table: selectors.Table, now: datetime, status: int = 200) -> Response:
        """The game as the caller may see it."""
        headers = {"ETag": etag(table.stream.version)}
        return Response(game_object(table, now), status=status, headers=headers)

    def answer_after(self, act: Act, status: int = 200) -> Response:
        """The game right after the caller's act."""
        table = selectors.table(self.game, self.player, act.stream, self.people)
        return self.answer(table, self.game_now(), status)


class SeatedOperation(GameOperation):
    """An operation for those who sit in the game."""

    # The caller, as the game's log knows him.
    participant: UUID

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        self.people = people_of(self.game.pk)
        seated = {person.player: person.id for person in self.people if person.seat is not None}
        if self.player.pk not in seated:
            raise Problem("not-a-player")
        self.participant = seated[self.player.pk]


def path_seat(text: str) -> Seat:
    """The seat in a path, in either case. Raises Problem `not-found` for what is none."""
    seat = text.upper()
    if seat not in SEATS:
        raise Problem("not-found")
    return seat
