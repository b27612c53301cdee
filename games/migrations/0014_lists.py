"""Every list in the order of an index, and no index of what another begins with."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations, models

THEIR_GAMES = """
UPDATE games_participant SET status = game.status, public = game.visibility = 'public'
FROM games_game game WHERE game.id = games_participant.game_id
"""
WHO_SAID_IT = """
UPDATE games_message SET player_id = participant.player_id FROM games_participant participant
WHERE participant.id = games_message.participant_id
"""
PLAYER = settings.AUTH_USER_MODEL
OPEN = models.Q(status="waiting", visibility="public", sandbox=False, options={})


def said_by(null: bool) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        to=PLAYER, on_delete=models.PROTECT, related_name="+", db_index=False, null=null
    )


class Migration(migrations.Migration):
    dependencies = (
        ("games", "0013_short_rows"),
        ("players", "0007_tables_and_names"),
    )
    operations = (
        migrations.AddField(
            model_name="participant",
            name="status",
            field=models.CharField(max_length=8, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="participant",
            name="public",
            field=models.BooleanField(default=False),
            preserve_default=False,
        ),
        migrations.RunSQL(THEIR_GAMES, migrations.RunSQL.noop),
        migrations.AddField(model_name="message", name="player", field=said_by(null=True)),
        migrations.RunSQL(WHO_SAID_IT, migrations.RunSQL.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AlterField(model_name="message", name="player", field=said_by(null=False)),
        migrations.AlterField(
            model_name="game",
            name="creator",
            field=models.ForeignKey(
                to=PLAYER, on_delete=models.PROTECT, related_name="+", db_index=False
            ),
        ),
        migrations.AlterField(
            model_name="participant",
            name="player",
            field=models.ForeignKey(
                to=PLAYER,
                on_delete=models.PROTECT,
                related_name="participations",
                db_index=False,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="game",
            field=models.ForeignKey(
                to="games.game",
                on_delete=models.PROTECT,
                related_name="seats",
                db_index=False,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["visibility", "-id"], name="games_game_there"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "status", "-id"], name="games_game_there_status"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["creator", "status", "-id"], name="games_game_creator_status"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["ruleset", "id"], name="games_game_open", condition=OPEN),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["ruleset", "turn_seconds", "id"],
                name="games_game_open_in_time",
                condition=OPEN,
            ),
        ),
        migrations.AddIndex(
            model_name="participant",
            index=models.Index(
                fields=["player", "status", "-game"], name="games_participant_status"
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["player", "-id"], name="games_message_own"),
        ),
        migrations.RemoveIndex(model_name="delivery", name="games_delivery_due"),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                fields=["webhook", "due_at", "id"],
                name="games_delivery_waiting",
                condition=models.Q(due_at__isnull=False),
            ),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                fields=["disabled_reason", "-id"],
                name="games_webhook_disabled",
                condition=models.Q(disabled_reason__isnull=False),
            ),
        ),
        migrations.AddIndex(
            model_name="staffact",
            index=models.Index(fields=["-at", "-id"], name="games_staffact_listed"),
        ),
    )
