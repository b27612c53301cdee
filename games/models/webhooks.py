"""Where players want to be told of their games, and what they were told."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from uuid_utils.compat import uuid7

from games.models.game import Game


class Webhook(models.Model):
    """Where a player wants to be told of his games, and how it goes there.

    Deliveries are signed, so the secret itself must be at hand; it is shown once and never again.
    Who is sending the delivery `sending` has until `leased_until`. An endpoint that fails rests
    until `rests_until`; `failures` in a row it has had since `failing_since`.
    """

    class Reason(models.TextChoices):
        """Why it was switched off."""

        GONE = "gone"
        FAILING = "failing"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    url = models.CharField(max_length=2000)
    events = ArrayField(models.CharField(max_length=16))
    secret = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True)
    disabled_reason = models.CharField(max_length=8, null=True, choices=Reason.choices)
    failing_since = models.DateTimeField(null=True)
    failures = models.IntegerField(default=0)
    rests_until = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)
    sending = models.UUIDField(null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["disabled_reason", "-id"],
                name="games_webhook_disabled",
                condition=models.Q(disabled_reason__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class Delivery(models.Model):
    """What a webhook is told, written with the act that it tells of, and each attempt to tell it.

    `at` is in the game's own time, the others are in real time. `due_at` is null when nothing more
    is to be done.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # The index of the list begins with it.
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.IntegerField()
    type = models.CharField(max_length=16)
    at = models.DateTimeField()
    data = models.JSONField()
    created_at = models.DateTimeField(db_index=True)
    due_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    tries = models.SmallIntegerField(default=0)
    attempts = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = (
            models.Index(fields=["webhook", "-id"], name="games_delivery_listed"),
            models.Index(
                fields=["webhook", "due_at", "id"],
                name="games_delivery_waiting",
                condition=models.Q(due_at__isnull=False),
            ),
        )
        constraints = (
            # Of messages and disputes a game may have several at one version.
            models.UniqueConstraint(
                fields=["webhook", "game", "version", "type"],
                condition=~models.Q(type__in=["message", "dispute"]),
                name="games_delivery_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.game_id} {self.version} {self.type}"
