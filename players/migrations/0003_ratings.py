"""Ratings, and what each contest changed in them."""

from __future__ import annotations

import django.db.models.deletion
import uuid_utils.compat
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("players", "0002_idempotency_keys"),)
    operations = (
        migrations.CreateModel(
            name="Rating",
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
                ("bot", models.CharField(max_length=8, null=True, unique=True)),
                ("mu", models.DecimalField(decimal_places=6, max_digits=12)),
                ("sigma", models.DecimalField(decimal_places=6, max_digits=12)),
                ("rating", models.IntegerField()),
                ("contests", models.IntegerField(default=0)),
                ("latest", models.DateTimeField(null=True)),
                (
                    "player",
                    models.OneToOneField(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["-rating", "-id"],
                        name="players_rating_table",
                        condition=models.Q(("contests__gt", 0)),
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("player__isnull", True))
                        ^ models.Q(("bot__isnull", True)),
                        name="players_rating_of_player_or_bot",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "contest",
                        "rating_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("contest", models.UUIDField()),
                ("mu", models.DecimalField(decimal_places=6, max_digits=12)),
                ("sigma", models.DecimalField(decimal_places=6, max_digits=12)),
                ("at", models.DateTimeField()),
                ("taken_back_at", models.DateTimeField(null=True)),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="players.rating",
                    ),
                ),
            ],
        ),
    )
