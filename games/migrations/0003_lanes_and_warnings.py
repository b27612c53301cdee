"""Lanes for turns and a time for warnings; games that wait are timed, too."""

from __future__ import annotations

from django.db import migrations, models

FILL = """
UPDATE games_game SET turn_lane = CASE
    WHEN EXISTS (
        SELECT FROM games_seat
        WHERE game_id = games_game.id AND seat = turn_seat AND bot = 'expert'
    ) THEN 'slow' ELSE 'quick' END
WHERE due_at IS NOT NULL;
UPDATE games_game
SET turn_lane = 'quick', due_at = updated_at - clock_offset * interval '1 s' + interval '7 days'
WHERE status = 'waiting';
"""
EMPTY = "UPDATE games_game SET due_at = NULL WHERE status = 'waiting'"
HAS_LANE = models.Q(due_at__isnull=True, turn_lane__isnull=True) | models.Q(
    due_at__isnull=False, turn_lane__in=["quick", "slow"]
)


class Migration(migrations.Migration):
    dependencies = (("games", "0002_append_only"),)
    operations = (
        migrations.RemoveIndex(model_name="game", name="games_game_due"),
        migrations.AddField(
            model_name="game",
            name="turn_lane",
            field=models.CharField(
                max_length=5, null=True, choices=[("quick", "Quick"), ("slow", "Slow")]
            ),
        ),
        migrations.AddField(
            model_name="game", name="warn_at", field=models.DateTimeField(null=True)
        ),
        migrations.RunSQL(FILL, EMPTY),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["turn_lane", "due_at"],
                name="games_game_due",
                condition=models.Q(due_at__isnull=False),
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["warn_at"],
                name="games_game_warn",
                condition=models.Q(warn_at__isnull=False),
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(condition=HAS_LANE, name="games_game_due_has_lane"),
        ),
    )
