"""Disputes, and an audit trail of what staff do, which refuses every change like the log."""

from __future__ import annotations

import django.db.models.deletion
import uuid_utils.compat
from django.conf import settings
from django.db import migrations, models

APPEND_ONLY = """
CREATE TRIGGER games_staffact_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON games_staffact
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
ALTER TABLE games_staffact ENABLE ALWAYS TRIGGER games_staffact_append_only;
"""
BACK = "DROP TRIGGER games_staffact_append_only ON games_staffact"


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_webhooks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Dispute",
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
                ("reason", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "open"), ("upheld", "upheld"), ("rejected", "rejected")],
                        default="open",
                        max_length=8,
                    ),
                ),
                (
                    "remedy",
                    models.CharField(
                        choices=[("none", "none"), ("rewind", "rewind"), ("void", "void")],
                        max_length=6,
                        null=True,
                    ),
                ),
                ("to_version", models.IntegerField(null=True)),
                ("note", models.TextField(blank=True, default="")),
                ("staff_note", models.TextField(blank=True, default="")),
                ("ruled_at", models.DateTimeField(null=True)),
            ],
            options={
                "permissions": (("rule_dispute", "Can rule on disputes"),),
            },
        ),
        migrations.CreateModel(
            name="StaffAct",
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
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("dispute-ruled", "ruled on a dispute"),
                            ("hands-opened", "opened the hands of a running game"),
                            ("player-deactivated", "deactivated a player"),
                            ("player-activated", "activated a player"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.JSONField(default=dict)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="delivery",
            name="games_delivery_once",
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                condition=models.Q(("type__in", ["message", "dispute"]), _negated=True),
                fields=("webhook", "game", "version", "type"),
                name="games_delivery_once",
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="disputes",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="ruled_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="staffact",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="staffact",
            name="dispute",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="staff_acts",
                to="games.dispute",
            ),
        ),
        migrations.AddField(
            model_name="staffact",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="staff_acts",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="staffact",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["player", "-id"], name="games_dispute_own"),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["status", "-id"], name="games_dispute_status"),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "open")),
                fields=("player", "game"),
                name="games_dispute_one_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("remedy__isnull", True), ("ruled_at__isnull", True), ("status", "open")
                    ),
                    models.Q(
                        ("remedy__in", ["none", "rewind", "void"]),
                        ("ruled_at__isnull", False),
                        ("status__in", ["upheld", "rejected"]),
                    ),
                    _connector="OR",
                ),
                name="games_dispute_ruled_or_open",
            ),
        ),
        migrations.RunSQL(APPEND_ONLY, BACK),
    ]
