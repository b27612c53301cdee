"""What has happened in a game: its events, and the game as it was at each of them."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.answers import ONE_GAME
from games.api.event_object import event_object
from games.api.event_shapes import EVENTS
from games.api.game_operation import GameOperation, own_time
from games.api.shapes import EventsQuery
from games.api.versions import ETAG, IF_NONE_MATCH, VERSION, unchanged
from games.eventstore.stream import StoredEvent
from players.api.pages import AFTER, UP_TO, Page, page_at, read_cursor
from players.errors import Problem

VERSION_PARAMETER = OpenApiParameter(
    "version", {"type": "integer", "minimum": 1}, OpenApiParameter.PATH
)


class ListEvents(GameOperation):
    """List a game's events, oldest first

    Secret parts of `data` are left out as long as they are secret to the caller; the `hash`
    covers them, so that the whole chain can be checked once the game is over.
    """

    scope = "read"
    Query = EventsQuery
    answers = {200: EVENTS}
    tags = ("history",)

    def get(self, request: Request, game_id: str) -> Response:
        table = selectors.table(self.game, self.player)
        page = self._page(table, self.query["after"], self.query["limit"])
        return Response(page.shown(lambda event: event_object(event, table.names)))

    def _page(self, table: selectors.Table, after: int, limit: int) -> Page[StoredEvent]:
        """Versions have no gaps, so where a page begins and ends is reckoned."""
        newest = table.stream.version
        start, end = after, after + limit
        if "cursor" in self.query:
            side, version = read_cursor(self.request.path, self.query["cursor"], _version)
            if side == AFTER:
                start = max(after, version)
                end = start + limit
            else:
                end = max(after, version)
                start = max(after, end - limit)
        end = min(end, newest)
        return Page(
            selectors.events_after(table, start, max(end - start, 0)),
            next=page_at(self.request, AFTER, end) if end < newest else None,
            previous=page_at(self.request, UP_TO, start) if start > after else None,
        )


class ShowState(GameOperation):
    """Show the game as it was at a version

    As the caller was, or would have been, served it then, rebuilt from the events, and no more
    than then. Of a sandbox game `now` is the time of that version's event.
    """

    scope = "read"
    answers = {200: ONE_GAME, 304: None}
    parameters = (VERSION_PARAMETER, IF_NONE_MATCH, ETAG)
    tags = ("history",)

    table: selectors.Table

    def find(self) -> None:
        super().find()
        version = self.kwargs["version"]
        if not VERSION.fullmatch(version):
            raise Problem("not-found")
        self.table = selectors.table_at(self.game, self.player, int(version))

    def get(self, request: Request, game_id: str, version: str) -> Response:
        known = unchanged(request, self.table.stream.version)
        return known or self.answer(self.table, self.table.stream.at or own_time(self.game))


def _version(text: str) -> int:
    if not VERSION.fullmatch(text):
        raise ValueError(text)
    return int(text)
