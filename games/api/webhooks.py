"""Webhooks: where a player's programs are told of his games without asking."""

from __future__ import annotations

import json
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games import clock, models, selectors
from games.api.webhook_shapes import (
    DELIVERIES,
    NEW_WEBHOOK,
    ONE_DELIVERY,
    ONE_WEBHOOK,
    WEBHOOKS,
    NewWebhookBody,
)
from games.eventstore.chain import timestamp
from games.services import webhooks
from games.services.deliveries import body_of
from players.api.operation import Operation, path_uuid
from players.api.pages import PageQuery, page_of
from players.errors import Problem

LOCATION: Final = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    description="The webhook's address.",
    response=[201],
)


class CreateWebhook(Operation):
    """Make a webhook

    From now on the URL is told of what happens, by POST, signed as Standard Webhooks lays down with
    the `secret` that is shown this once. Twenty a player at most.
    """

    scope = "account"
    Body = NewWebhookBody
    answers = {201: NEW_WEBHOOK}
    parameters = (LOCATION,)
    secrets = ("secret",)
    tags = ("webhooks",)

    def post(self, request: Request) -> Response:
        made = webhooks.create_webhook(player=self.player, now=clock.now(), **self.body)
        return Response(
            {**webhook_object(made), "secret": made.secret},
            status=201,
            headers={"Cache-Control": "no-store", "Location": f"{request.path}/{made.pk}"},
        )


class ListWebhooks(Operation):
    """List the caller's webhooks, newest first

    One that was switched off says why.
    """

    scope = "account"
    Query = PageQuery
    answers = {200: WEBHOOKS}
    tags = ("webhooks",)

    def get(self, request: Request) -> Response:
        page = page_of(request, selectors.webhooks_of(self.player), by="-id", **self.query)
        return Response(page.shown(webhook_object))


class WebhookOperation(Operation):
    """An operation on the webhook that the path names, if it is the caller's."""

    scope = "account"
    tags = ("webhooks",)

    webhook: models.Webhook

    def find(self) -> None:
        webhook_id = path_uuid(self.kwargs["webhook_id"])
        self.webhook = selectors.webhook_of(self.player, webhook_id)


class ShowWebhook(WebhookOperation):
    """Show a webhook"""

    answers = {200: ONE_WEBHOOK}

    def get(self, request: Request, webhook_id: str) -> Response:
        return Response(webhook_object(self.webhook))


class DeleteWebhook(WebhookOperation):
    """Delete a webhook

    Nothing is sent to it any more, and its deliveries are gone.
    """

    answers = {204: None}

    def delete(self, request: Request, webhook_id: str) -> Response:
        webhooks.delete_webhook(self.webhook)
        return Response(status=204)


class ListDeliveries(WebhookOperation):
    """List a webhook's deliveries, newest first

    Each with its attempts. They are kept for 30 days.
    """

    Query = PageQuery
    answers = {200: DELIVERIES}

    def get(self, request: Request, webhook_id: str) -> Response:
        page = page_of(request, selectors.deliveries_of(self.webhook), by="-id", **self.query)
        return Response(page.shown(delivery_object))


class Redeliver(WebhookOperation):
    """Send a delivery again

    Under the same id, once, as soon as may be; how it went is in its `attempts` later. One that
    waits for its next attempt is brought forward.
    """

    answers = {202: ONE_DELIVERY}

    delivery_id: UUID

    def find(self) -> None:
        super().find()
        self.delivery_id = path_uuid(self.kwargs["delivery_id"])
        if not selectors.deliveries_of(self.webhook).filter(pk=self.delivery_id).exists():
            raise Problem("not-found")

    def post(self, request: Request, webhook_id: str, delivery_id: str) -> Response:
        delivery = webhooks.redeliver(
            webhook=self.webhook, delivery_id=self.delivery_id, now=clock.now()
        )
        return Response(delivery_object(delivery), status=202)


def webhook_object(webhook: models.Webhook) -> dict[str, Any]:
    """A webhook as its owner sees it: everything but the secret."""
    return {
        "id": str(webhook.pk),
        "url": webhook.url,
        "events": webhook.events,
        "active": webhook.disabled_at is None,
        "created_at": timestamp(webhook.created_at),
        "disabled_at": webhook.disabled_at and timestamp(webhook.disabled_at),
        "disabled_reason": webhook.disabled_reason,
        "failing_since": webhook.failing_since and timestamp(webhook.failing_since),
    }


def delivery_object(delivery: models.Delivery) -> dict[str, Any]:
    """A delivery as the webhook's owner sees it."""
    return {
        "id": str(delivery.pk),
        "type": delivery.type,
        "game": str(delivery.game_id),
        "version": delivery.version,
        "status": _status(delivery),
        "created_at": timestamp(delivery.created_at),
        "delivered_at": delivery.delivered_at and timestamp(delivery.delivered_at),
        "next_attempt_at": delivery.due_at and timestamp(delivery.due_at),
        "attempts": delivery.attempts,
        "payload": json.loads(body_of(delivery)),
    }


def _status(delivery: models.Delivery) -> str:
    if delivery.due_at is not None:
        return "pending"
    return "failed" if delivery.delivered_at is None else "delivered"
