"""What has happened in a game: its events, and the game as it was at each of them."""

from __future__ import annotations

from collections.abc import Sequence

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games import selectors
from games.api.answers import EVENTS, ONE_GAME
from games.api.event_object import event_object
from games.api.game_operation import GameOperation
from games.api.shapes import EventsQuery
from games.api.versions import ETAG, IF_NONE_MATCH, VERSION, unchanged
from games.eventstore.stream import StoredEvent
from players.api.pages import Page
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
        after, limit = self.query["after"], self.query["limit"]
        table = selectors.table(self.game, self.player)
        events = selectors.events_after(table, after, limit)
        page = _page(request, events, after=after, limit=limit, newest=table.stream.version)
        return Response(page.shown(lambda event: event_object(event, table.names)))


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
        return known or self.answer(self.table, self.table.stream.at or self.game_now())


def _page(
    request: Request, events: Sequence[StoredEvent], *, after: int, limit: int, newest: int
) -> Page[StoredEvent]:
    """Versions are a total order without gaps, so they are the cursor themselves."""

    def link(after: int, limit: int) -> str:
        url = replace_query_param(request.build_absolute_uri(), "after", after)
        return str(replace_query_param(url, "limit", limit))

    more = bool(events) and events[-1].version < newest
    # The page before ends where this one begins, be it shorter.
    before = min(after, newest)
    start = max(0, before - limit)
    return Page(
        events,
        next=link(events[-1].version, limit) if more else None,
        previous=link(start, before - start) if after > 0 else None,
    )
