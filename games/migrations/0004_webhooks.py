"""Webhooks and their deliveries."""

from __future__ import annotations

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid_utils.compat
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_lanes_and_warnings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("url", models.CharField(max_length=2000)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=16), size=None
                    ),
                ),
                ("secret", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                ("disabled_at", models.DateTimeField(null=True)),
                (
                    "disabled_reason",
                    models.CharField(
                        choices=[("gone", "Gone"), ("failing", "Failing")], max_length=8, null=True
                    ),
                ),
                ("failing_since", models.DateTimeField(null=True)),
                ("failures", models.IntegerField(default=0)),
                ("rests_until", models.DateTimeField(null=True)),
                ("leased_until", models.DateTimeField(null=True)),
                ("sending", models.UUIDField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("version", models.IntegerField()),
                ("type", models.CharField(max_length=16)),
                ("at", models.DateTimeField()),
                ("data", models.JSONField()),
                ("created_at", models.DateTimeField(db_index=True)),
                ("due_at", models.DateTimeField(null=True)),
                ("delivered_at", models.DateTimeField(null=True)),
                ("tries", models.SmallIntegerField(default=0)),
                ("attempts", models.JSONField(default=list)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="games.webhook",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["webhook", "-id"], name="games_delivery_listed"),
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="games_delivery_due",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("type", "message"), _negated=True),
                        fields=("webhook", "game", "version", "type"),
                        name="games_delivery_once",
                    )
                ],
            },
        ),
    ]
