"""The shapes of webhooks and deliveries: what is taken, and for the document what is answered."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema_serializer
from rest_framework import serializers

from games import models
from games.api.parts import Anything, Shape
from games.services.outbox import EVENTS
from games.webhooks.urls import LONGEST
from players.api.fields import ListOf, OneOf, Text
from players.api.pages import one_page

STATES: Final = ("pending", "delivered", "failed")
WEBHOOK: Final[dict[str, Any]] = {
    "id": "01980f6e-5a3c-7b1e-9d52-6c0b7d8f1a2e",
    "url": "https://cards.example/backalley",
    "events": ["turn", "game-finished"],
    "active": True,
    "created_at": "2026-01-05T18:30:00.000000Z",
    "disabled_at": None,
    "disabled_reason": None,
    "failing_since": None,
}
SECRET: Final = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
DELIVERY: Final[dict[str, Any]] = {
    "id": "01980f70-11aa-7c3d-8e6f-0d9b5a4c3b2a",
    "type": "turn",
    "game": "01980f6e-9f00-7d10-a1b2-c3d4e5f60718",
    "version": 131,
    "status": "pending",
    "created_at": "2026-01-05T18:31:00.000000Z",
    "delivered_at": None,
    "next_attempt_at": "2026-01-05T18:31:38.250000Z",
    "attempts": [
        {
            "at": "2026-01-05T18:31:03.000000Z",
            "status": 503,
            "milliseconds": 84,
            "error": "answered 503",
        }
    ],
    "payload": {
        "type": "turn",
        "timestamp": "2026-01-05T18:31:00.000000Z",
        "data": {
            "game": "01980f6e-9f00-7d10-a1b2-c3d4e5f60718",
            "version": 131,
            "seat": "N",
            "action": "play",
            "deadline": "2026-01-06T18:31:00.000000Z",
        },
    },
}


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Turns and ends",
            {"url": "https://cards.example/backalley", "events": ["turn", "game-finished"]},
            request_only=True,
        )
    ]
)
class NewWebhookBody(serializers.Serializer[Any]):
    """Where to tell of what."""

    url = Text(
        max_length=LONGEST,
        help_text="https or http, without user, password or fragment; the port 80, 443 or 1024 to "
        "65535; a host on the open internet.",
    )
    events = ListOf(
        child=OneOf(choices=EVENTS),
        allow_empty=False,
        min_length=1,
        max_length=20,
        help_text="What to tell of: the caller's own turns, and the games where he sits or sat.",
    )


class Webhook(Shape):
    """A webhook; its secret was shown when it was made."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(choices=EVENTS))
    active = serializers.BooleanField(help_text="False: it was switched off and is told nothing.")
    created_at = serializers.DateTimeField()
    disabled_at = serializers.DateTimeField(allow_null=True)
    disabled_reason = serializers.ChoiceField(
        choices=models.Webhook.Reason.choices,
        allow_null=True,
        help_text="`gone`: it answered 410; `failing`: it took nothing for days. A delivery sent "
        "again, and taken, switches it on again.",
    )
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="Since when it has taken nothing; null if all is well."
    )


class NewWebhook(Webhook):
    """A new webhook."""

    secret = serializers.CharField(
        allow_null=True,
        help_text="By which deliveries are signed, as Standard Webhooks lays down. Shown this "
        "once; null in a repeat.",
    )


class Attempt(Shape):
    """One attempt at a delivery."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True, help_text="Null: there was no answer.")
    milliseconds = serializers.IntegerField()
    error = serializers.CharField(allow_null=True, help_text="Why it failed, in short words.")


class WebhookPayload(Shape):
    """The body that is signed and sent."""

    type = serializers.ChoiceField(choices=EVENTS)
    timestamp = serializers.DateTimeField(help_text="When it happened, by the game's clock.")
    data = Anything(help_text="`game`, `version` and what belongs to the type.")


class Delivery(Shape):
    """Something a webhook is told. Its id is the header webhook-id, at every attempt."""

    id = serializers.UUIDField()
    type = serializers.ChoiceField(choices=EVENTS)
    game = serializers.UUIDField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATES)
    created_at = serializers.DateTimeField()
    delivered_at = serializers.DateTimeField(allow_null=True)
    next_attempt_at = serializers.DateTimeField(
        allow_null=True, help_text="Not before then; null if no more is to come."
    )
    attempts = Attempt(many=True, help_text="The last ten, oldest first.")
    payload = WebhookPayload()


ONE_WEBHOOK: Final = OpenApiResponse(
    Webhook, examples=[OpenApiExample("A webhook", WEBHOOK, response_only=True)]
)
NEW_WEBHOOK: Final = OpenApiResponse(
    NewWebhook,
    examples=[OpenApiExample("A new one", {**WEBHOOK, "secret": SECRET}, response_only=True)],
)
WEBHOOKS: Final = one_page(Webhook, WEBHOOK)
ONE_DELIVERY: Final = OpenApiResponse(
    Delivery, examples=[OpenApiExample("A turn", DELIVERY, response_only=True)]
)
DELIVERIES: Final = one_page(Delivery, DELIVERY)
