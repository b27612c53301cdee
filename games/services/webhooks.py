"""A player's webhooks: made, deleted, and their deliveries sent again."""

from __future__ import annotations

import base64
import logging
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games import tasks
from games.models import Delivery, Webhook
from games.services.deliveries import BACK_OFF
from games.webhooks.urls import BadUrl, check_url
from players.errors import Problem, invalid
from players.models import Player

logger = logging.getLogger(__name__)

MOST: Final = 20
"""So many webhooks a player has at most."""


def create_webhook(*, player: Player, url: str, events: Sequence[str], now: datetime) -> Webhook:
    """A new webhook, with a secret of its own.

    Raises Problem `invalid-request` for a URL that cannot be, and when the player has too many;
    `not-authenticated` if his account was deleted meanwhile.
    """
    try:
        check_url(url)
    except BadUrl as fault:
        raise invalid("url", fault.detail, code=fault.code) from None
    with transaction.atomic():
        # Of two requests at once the second counts the first one's.
        if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True):
            raise Problem("not-authenticated")
        if Webhook.objects.filter(player=player).count() >= MOST:
            words = _("At most {most} webhooks; delete one first.").format(most=MOST)
            raise invalid("", words, code="too-many")
        webhook = Webhook.objects.create(
            player=player,
            url=url,
            events=list(dict.fromkeys(events)),
            secret=f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}",
            created_at=now,
        )
    logger.info("webhook made player=%s webhook=%s", player.pk, webhook.pk)
    return webhook


def delete_webhook(webhook: Webhook) -> None:
    """End a webhook with all its deliveries; nothing is sent any more.

    Raises Problem `not-found` if somebody else was faster.
    """
    with transaction.atomic():
        # Acts that are about to write deliveries for it wait, and then do not find it.
        if not Webhook.objects.select_for_update().filter(pk=webhook.pk).exists():
            raise Problem("not-found")
        Webhook.objects.filter(pk=webhook.pk).delete()
    logger.info("webhook deleted player=%s webhook=%s", webhook.player_id, webhook.pk)


def forget_webhooks(player: Player) -> None:
    """End all webhooks of a player who leaves the service."""
    with transaction.atomic():
        own = Webhook.objects.select_for_update().filter(player=player).order_by("pk")
        Webhook.objects.filter(pk__in=[webhook.pk for webhook in own]).delete()


def redeliver(*, webhook: Webhook, delivery_id: UUID, now: datetime) -> Delivery:
    """Have a delivery sent once more, under the same id, as soon as a worker comes to it.

    One that still waits for another attempt is brought forward; one that is being sent right now
    is left at that. An endpoint that rests rests no more, and one that was switched off is on
    again if it takes this. Raises Problem `not-found`.
    """
    with transaction.atomic():
        held = Webhook.objects.select_for_update(no_key=True).filter(pk=webhook.pk).first()
        delivery = None if held is None else held.deliveries.filter(pk=delivery_id).first()
        if held is None or delivery is None:
            raise Problem("not-found")
        if not _being_sent(held, delivery, now):
            if delivery.due_at is None:
                # One attempt is asked for, not three days of them.
                delivery.tries = len(BACK_OFF)
            delivery.due_at = now
            delivery.save(update_fields=["due_at", "tries"])
            held.rests_until = None
            held.save(update_fields=["rests_until"])
        transaction.on_commit(lambda: tasks.wake_messengers([webhook.pk]), robust=True)
    return delivery


def _being_sent(webhook: Webhook, delivery: Delivery, now: datetime) -> bool:
    leased = webhook.leased_until is not None and webhook.leased_until > now
    return leased and webhook.sending == delivery.pk
