"""The shapes of table talk: what is taken, and for the document what is answered."""

from __future__ import annotations

import unicodedata
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    extend_schema_field,
    extend_schema_serializer,
)
from rest_framework import serializers

from games.api.parts import Seat, Shape
from players.api.fields import Text
from players.api.pages import PageQuery, one_page

LONGEST: Final = 500
CONTROLS: Final = frozenset(("Cc", "Zl", "Zp"))
"""Control characters, and what breaks a line."""
MESSAGE: Final[dict[str, Any]] = {
    "id": "01980f6e-9f00-7d10-a1b2-c3d4e5f60718",
    "at": "2026-01-05T18:30:00.000000Z",
    "player": "ana",
    "seat": "N",
    "text": "Good luck to all!",
}


@extend_schema_field(
    # What is seen of it comes near to this; the field itself judges more closely.
    {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"\S"}
)
class Saying(Text):
    """A line of text that shows something."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "controls": _("Must be without control characters, line breaks among them."),
        "invisible": _("Must hold something that can be seen."),
    }

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if any(unicodedata.category(letter) in CONTROLS for letter in text):
            self.fail("controls")
        if not any(letter.isprintable() and not letter.isspace() for letter in text):
            self.fail("invisible")
        return text


@extend_schema_serializer(
    examples=[OpenApiExample("A wish", {"text": MESSAGE["text"]}, request_only=True)]
)
class MessageBody(serializers.Serializer[Any]):
    """What to say."""

    text = Saying(
        min_length=1,
        max_length=LONGEST,
        help_text="One line; no control characters.",
    )


class MessagesQuery(PageQuery):
    """Which messages to list."""

    after = serializers.UUIDField(
        required=False,
        help_text="A message's id: only what was said after it.",
    )


class Message(Shape):
    """Something that was said at a table."""

    id = serializers.UUIDField()
    at = serializers.DateTimeField(help_text="By the game's clock.")
    player = serializers.CharField(
        allow_null=True, help_text="The writer's name; null once his account was deleted."
    )
    seat = Seat(help_text="Where he sat.")
    text = serializers.CharField()


ONE_MESSAGE: Final = OpenApiResponse(
    Message, examples=[OpenApiExample("A message", MESSAGE, response_only=True)]
)
MESSAGES: Final = one_page(Message, MESSAGE)
