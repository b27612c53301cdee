"""Table talk: read it, join in."""

from __future__ import annotations

from typing import Any, TypedDict

from rest_framework.request import Request
from rest_framework.response import Response

from games import clock, models, selectors
from games.api.game_operation import GameOperation, SeatedOperation
from games.api.talk_shapes import MESSAGES, ONE_MESSAGE, MessageBody, MessagesQuery
from games.api.versions import IF_MATCH, versions_wanted
from games.eventstore.chain import timestamp
from games.services import talk
from players.api.pages import page_of


class MessageObject(TypedDict):
    """Something said; `player` is null once his account was deleted."""

    id: str
    at: str
    player: str | None
    seat: str
    text: str


class ListMessages(GameOperation):
    """List what was said at a table, newest first

    To be read by all who may see the game. `after` a message there is only what is newer: ask with
    the newest that you have, from time to time, or when a webhook tells of a `message`. The stream
    has events alone.
    """

    scope = "read"
    Query = MessagesQuery
    answers = {200: MESSAGES}
    tags = ("talk",)

    def get(self, request: Request, game_id: str) -> Response:
        query: dict[str, Any] = dict(self.query)
        said = selectors.messages_in(self.game, after=query.pop("after", None))
        return Response(page_of(request, said, by="-id", **query).shown(message_object))


class WriteMessage(SeatedOperation):
    """Say something at a table

    For those who sit there, before the start and after the end, too. It is no event, and leaves
    the game's version alone.
    """

    scope = "play"
    Body = MessageBody
    answers = {201: ONE_MESSAGE}
    problems = ("not-a-player", "stale-version")
    parameters = (IF_MATCH,)
    tags = ("talk",)

    def post(self, request: Request, game_id: str) -> Response:
        message = talk.write(
            player=self.player,
            game_id=self.game_id,
            text=self.body["text"],
            now=clock.now(),
            if_match=versions_wanted(request),
        )
        return Response(message_object(message), status=201)


def message_object(message: models.Message) -> MessageObject:
    """Something said, as all see it."""
    player = message.participant.player
    return {
        "id": str(message.pk),
        "at": timestamp(message.at),
        "player": player.username if player.is_active else None,
        "seat": message.seat,
        "text": message.text,
    }
