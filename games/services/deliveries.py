"""Deliveries on their way: claimed, sent, noted, and tried again until it is time to give up.

The row is the timer. Any number of workers and sweepers may serve: one at a time sends to an
endpoint, so that a slow one holds up nobody but itself, and a lease that nobody used runs out.
"""

from __future__ import annotations

import json
import logging
import random
import time
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q

from games import tasks
from games.eventstore.chain import timestamp
from games.models import Delivery, Webhook
from games.services import notices
from games.services.machines import Clock
from games.services.outbox import GRACE
from games.webhooks import sending
from games.webhooks.sending import Outcome

logger = logging.getLogger(__name__)

BACK_OFF: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, *[12 * 3600] * 5)
)
"""After each failed attempt so long until the next; after the last, some three days on, none."""
JITTER: Final = 0.2
"""By up to so much longer, so that not everything comes back at the same moment."""
RESTS: Final = BACK_OFF[:4]
"""So long nothing at all is sent to an endpoint that failed once, twice … in a row."""
HOPELESS: Final = timedelta(days=2)
"""An endpoint that has taken nothing for so long is switched off when a delivery is given up."""
LEASE: Final = timedelta(seconds=60)
"""Longer than any attempt takes."""
TURN: Final = 5.0
"""After so many seconds with one endpoint a worker turns to others, and the sweep comes up for air.
"""
KEPT_ATTEMPTS: Final = 10
"""So many last attempts of a delivery are remembered."""
KEPT: Final = timedelta(days=30)
"""So long a delivery is."""
ENDPOINTS_A_SWEEP: Final = 20
"""So many are looked up at once."""
TIDIED_AT_ONCE: Final = 10_000
"""So many old deliveries are cleared away in one statement."""

GONE_STATUS: Final = 410
"""By this an endpoint says that it wants no more."""

# From one endpoint straight to the next: those that rest may have any number of deliveries due.
_WAITING: Final = """
WITH RECURSIVE first AS (
    (SELECT webhook_id, due_at FROM games_delivery WHERE due_at IS NOT NULL
    ORDER BY webhook_id, due_at LIMIT 1)
    UNION ALL
    SELECT next.webhook_id, next.due_at FROM first, LATERAL (
        SELECT webhook_id, due_at FROM games_delivery
        WHERE due_at IS NOT NULL AND webhook_id > first.webhook_id
        ORDER BY webhook_id, due_at LIMIT 1
    ) next
)
SELECT id FROM first JOIN games_webhook ON id = webhook_id
WHERE due_at <= %(now)s
    AND (leased_until IS NULL OR leased_until <= %(now)s)
    AND (rests_until IS NULL OR rests_until <= %(now)s)
ORDER BY due_at LIMIT %(most)s
"""
_STATE: Final = (
    *("disabled_at", "disabled_reason", "failing_since", "failures", "rests_until"),
    *("leased_until", "sending"),
)


class _Claim(NamedTuple):
    webhook: Webhook
    delivery: Delivery
    lease: datetime


def deliver_due(*, clock: Clock) -> int:
    """Serve endpoints for which something is due by the database alone; how many attempts.

    Those that have waited for longest come first. After some seconds the rest is left for later.
    """
    until = time.monotonic() + TURN
    attempts = 0
    for webhook_id in _waiting(clock()):
        attempts += deliver(webhook_id, clock=clock, early=timedelta(0))
        if time.monotonic() > until:
            break
    return attempts


def deliver(webhook_id: UUID, *, clock: Clock, early: timedelta = GRACE) -> int:
    """Send what is due to this endpoint, one after another; how many attempts.

    Due is what would be after `early`. Does nothing while the endpoint rests, or while somebody
    else sends to it: safe to run twice or late.
    """
    until = time.monotonic() + TURN
    attempts = 0
    while (claim := _claim(webhook_id, clock(), early)) is not None:
        outcome = sending.send(
            url=claim.webhook.url,
            secret=claim.webhook.secret,
            message_id=str(claim.delivery.pk),
            body=body_of(claim.delivery),
            now=clock(),
        )
        _note(claim, outcome, clock())
        attempts += 1
        if time.monotonic() > until:
            tasks.wake_messengers([webhook_id])
            break
    return attempts


def body_of(delivery: Delivery) -> str:
    """The text that is signed and sent; the same at every attempt."""
    message = {
        "type": delivery.type,
        "timestamp": timestamp(delivery.at),
        "data": delivery.data,
    }
    return json.dumps(message, separators=(",", ":"), sort_keys=False, ensure_ascii=False)


def tidy(now: datetime) -> int:
    """Clear away what is older than anybody asks for; how many."""
    old = Delivery.objects.filter(created_at__lt=now - KEPT).order_by("created_at")
    return Delivery.objects.filter(pk__in=old.values("pk")[:TIDIED_AT_ONCE]).delete()[0]


def _waiting(now: datetime) -> list[UUID]:
    """The endpoints for which something is due and that are free, who waits for longest first."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, {"now": now, "most": ENDPOINTS_A_SWEEP})
        return [webhook for (webhook,) in cursor.fetchall()]


def _free(now: datetime) -> Q:
    """Which endpoints do not rest, with nobody sending to them, or not lately enough."""
    condition = Q()
    for field in ("leased_until", "rests_until"):
        condition &= Q(**{field: None}) | Q(**{f"{field}__lte": now})
    return condition


def _claim(webhook_id: UUID, now: datetime, early: timedelta) -> _Claim | None:
    with transaction.atomic():
        # Held for an instant and never while something is sent, so it can be waited for: whoever
        # just finds nothing more to send and whoever brings more cannot miss each other.
        webhook = (
            Webhook.objects.select_for_update(no_key=True).filter(_free(now), pk=webhook_id).first()
        )
        if webhook is None:
            return None
        waiting = webhook.deliveries.filter(due_at__lte=now + early)
        delivery = waiting.order_by("due_at", "id").first()
        if delivery is None:
            return None
        lease = now + LEASE
        Webhook.objects.filter(pk=webhook_id).update(leased_until=lease, sending=delivery.pk)
    return _Claim(webhook, delivery, lease)


def _note(claim: _Claim, outcome: Outcome, now: datetime) -> None:
    """Write down how an attempt went, unless all is deleted by now or somebody else took over."""
    with transaction.atomic():
        own = Webhook.objects.select_for_update(no_key=True).filter(
            pk=claim.webhook.pk, leased_until=claim.lease, sending=claim.delivery.pk
        )
        webhook = own.first()
        if webhook is None:
            return
        webhook.leased_until = webhook.sending = None
        delivery = webhook.deliveries.filter(pk=claim.delivery.pk).first()
        if delivery is not None:
            _log(delivery, outcome, now)
            (_succeeded if outcome.ok else _failed)(webhook, delivery, outcome, now)
            delivery.save(update_fields=["due_at", "delivered_at", "tries", "attempts"])
        webhook.save(update_fields=_STATE)
    logger.info(
        "webhook=%s delivery=%s type=%s status=%s milliseconds=%s error=%s",
        claim.webhook.pk,
        claim.delivery.pk,
        claim.delivery.type,
        outcome.status,
        outcome.milliseconds,
        outcome.error,
    )


def _log(delivery: Delivery, outcome: Outcome, now: datetime) -> None:
    attempt: dict[str, Any] = {
        "at": timestamp(now),
        "status": outcome.status,
        "milliseconds": outcome.milliseconds,
        "error": outcome.error or None,
    }
    delivery.attempts = [*delivery.attempts, attempt][-KEPT_ATTEMPTS:]
    delivery.tries += 1


def _succeeded(webhook: Webhook, delivery: Delivery, outcome: Outcome, now: datetime) -> None:
    delivery.due_at, delivery.delivered_at = None, now
    webhook.failures, webhook.failing_since, webhook.rests_until = 0, None, None
    # Only a delivery that its owner sent again gets to an endpoint that was switched off.
    webhook.disabled_at = webhook.disabled_reason = None


def _failed(webhook: Webhook, delivery: Delivery, outcome: Outcome, now: datetime) -> None:
    gone = outcome.status == GONE_STATUS
    given_up = gone or delivery.tries > len(BACK_OFF)
    delivery.due_at = None if given_up else now + _longer(BACK_OFF[delivery.tries - 1])
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or now
    webhook.rests_until = now + RESTS[min(webhook.failures, len(RESTS)) - 1]
    if gone:
        _switch_off(webhook, Webhook.Reason.GONE, now)
    elif given_up and now - webhook.failing_since >= HOPELESS:
        _switch_off(webhook, Webhook.Reason.FAILING, now)


def _switch_off(webhook: Webhook, reason: Webhook.Reason, now: datetime) -> None:
    if webhook.disabled_at is None:
        webhook.disabled_at, webhook.disabled_reason = now, reason
        webhook.deliveries.filter(due_at__isnull=False).update(due_at=None)
        notices.webhook_disabled(webhook)


def _longer(pause: timedelta) -> timedelta:
    # Chance here is no secret.
    return pause * random.uniform(1, 1 + JITTER)
