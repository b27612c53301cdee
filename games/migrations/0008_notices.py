"""Notices by e-mail."""

from __future__ import annotations

import django.db.models.deletion
import uuid_utils.compat
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("games", "0007_performances"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )
    operations = (
        migrations.CreateModel(
            name="Notice",
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
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "Turn"),
                            ("turn_expiring", "Turn Expiring"),
                            ("game_over", "Game Over"),
                            ("dispute", "Dispute"),
                        ],
                        max_length=16,
                    ),
                ),
                ("deadline", models.DateTimeField(null=True)),
                ("data", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(db_index=True)),
                ("due_at", models.DateTimeField(null=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("tries", models.SmallIntegerField(default=0)),
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
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="games_notice_due",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("deadline__isnull", False)),
                        fields=("player", "game", "deadline"),
                        name="games_notice_once_a_turn",
                    )
                ],
            },
        ),
    )
