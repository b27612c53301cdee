"""A game's events as they happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import live
from games.api.examples import A_STREAM
from games.api.game_operation import GameOperation
from games.api.shapes import StreamQuery
from games.live.feed import Ask
from players.api.fields import whole_number
from players.errors import Problem, invalid

HEADER: Final = "Last-Event-ID"
LAST_EVENT_ID: Final = OpenApiParameter(
    HEADER,
    {"type": "string", "pattern": "^[0-9]{1,18}$", "examples": ["17"]},
    OpenApiParameter.HEADER,
    description="Begin with the event after this version; clients send it by themselves when they "
    "connect again.",
)
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
HELLO: Final = b": the game's events\n\n"
"""So that there is something to send at once, whatever is between the service and the client."""
OVER: Final = ("finished", "void")


class EventStream(BaseRenderer):
    """Lets messages pass as they are."""

    media_type = "text/event-stream"
    format = "stream"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return bytes(data or b"")


class FollowGame(GameOperation):
    """Follow a game

    Server-Sent Events: one message an event, `id:` its version, `event:` its type, `data:` the
    event as it stands in the list of events, and a comment line every 15 seconds. Every version
    comes once and none is missing, whatever is reconnected when. After the game's last event the
    stream ends; asked again with nothing to send the answer is 204, on which a client does not
    connect again. It ends at once when its token is revoked or expires.

    Who sits or sat in the game is told of disputes, too, as they are filed and ruled on: messages
    with `event: dispute` and no `id:`, for they are no events of the game and come only to who
    listens at that moment.
    """

    scope = "read"
    Query = StreamQuery
    renderer_classes = (EventStream,)
    answers = {
        200: OpenApiResponse(
            OpenApiTypes.STR, description="The events, as they happen.", examples=[A_STREAM]
        ),
        204: None,
    }
    parameters = (LAST_EVENT_ID,)
    tags = ("history",)

    def get(self, request: Request, game_id: str) -> Response:
        after = self._after(request)
        if after == self.game.version and self.game.status in OVER:
            return Response(status=204, headers=HEADERS)
        if request.method != "GET":
            return Response(HELLO, headers=HEADERS)
        sent = live.stream(request._request, self.claim(), after)
        if sent is False:
            raise Problem("rate-limited", headers={"Retry-After": "5"})
        # Without a front the answer is what there is by now, after which a client connects again.
        data = b"" if sent else live.read(self.game.pk, [Ask(self.player.pk, after)])[0].data
        return Response(HELLO + data, headers=HEADERS)

    def _after(self, request: Request) -> int:
        """The version after which to begin. Raises Problem `invalid-request`."""
        header, after = request.headers.get(HEADER), self.query["after"]
        if header is not None:
            after = whole_number(header)
            if after is None:
                raise invalid(HEADER, _("Must be a whole number."))
        if after > self.game.version:
            field = "after" if header is None else HEADER
            newest = _("The game's newest version is {version}.")
            raise invalid(field, newest.format(version=self.game.version), code="future")
        return int(after)
