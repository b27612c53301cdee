"""A game to take away: its portable record, and what proves that its cards were dealt fairly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games import records, selectors
from games.api.answers import ONE_FAIRNESS, ONE_RECORD, RECORD_TEXT
from games.api.game_operation import GameOperation
from games.api.shapes import RecordQuery
from players.api.rendering import Renderer


class PlainText(BaseRenderer):
    """Lets text pass as it is."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return str(data).encode()


class ShowRecord(GameOperation):
    """Show a game's portable record

    While the game runs: the finished deals only, and for spectators those without `deck`, `hands`
    and what was drawn. An attempt that was passed out is an entry too, and so is one that staff
    had dealt anew.

    With `as=text`, or where plain text alone is accepted, it is the same in a notation that people
    read and type: every card is written once, and what the four hands do not tell of the deck is
    its `Rest`.
    """

    scope = "read"
    Query = RecordQuery
    renderer_classes = (Renderer, PlainText)
    answers = {(200, "application/json"): ONE_RECORD, (200, "text/plain"): RECORD_TEXT}
    tags = ("history",)

    def get(self, request: Request, game_id: str) -> HttpResponse | Response:
        record = selectors.record(selectors.table(self.game, self.player))
        if self.query.get("as", request.accepted_renderer.format) == "text":
            return HttpResponse(records.write(record), content_type="text/plain; charset=utf-8")
        return Response(record)


class ShowFairness(GameOperation):
    """Show what the shuffles were, or will have been, made of

    `commitment` is the SHA-256 of the seed, which is there once the game is over.
    """

    scope = "read"
    answers = {200: ONE_FAIRNESS}
    tags = ("history",)

    def get(self, request: Request, game_id: str) -> Response:
        return Response(selectors.fairness(selectors.table(self.game, self.player)))
