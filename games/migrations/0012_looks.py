"""One time to look at a game, which ordinary moves leave alone, and room beside rows for them."""

from __future__ import annotations

from django.db import migrations, models

FILL = "UPDATE games_game SET look_at = least(due_at, warn_at) WHERE due_at IS NOT NULL"
ROOM = "ALTER TABLE games_game SET (fillfactor = 70)"
NO_ROOM = "ALTER TABLE games_game RESET (fillfactor)"
IN_TIME = models.Q(due_at__isnull=True, look_at__isnull=True) | models.Q(
    due_at__isnull=False, look_at__lte=models.F("due_at")
)
WARNED_IN_TIME = models.Q(warn_at__isnull=True) | models.Q(look_at__lte=models.F("warn_at"))


class Migration(migrations.Migration):
    dependencies = (("games", "0011_acts_of_staff"),)
    operations = (
        migrations.AddField(
            model_name="game", name="look_at", field=models.DateTimeField(null=True)
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.RemoveIndex(model_name="game", name="games_game_due"),
        migrations.RemoveIndex(model_name="game", name="games_game_warn"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["turn_lane", "look_at"],
                name="games_game_look",
                condition=models.Q(look_at__isnull=False),
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=IN_TIME, name="games_game_looked_at_in_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=WARNED_IN_TIME, name="games_game_warned_in_time"
            ),
        ),
        migrations.RunSQL(ROOM, NO_ROOM),
    )
