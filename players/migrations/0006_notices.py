"""Of what players want to be told by e-mail."""

from __future__ import annotations

import django.contrib.postgres.fields
from django.db import migrations, models

import players.models


class Migration(migrations.Migration):
    dependencies = (("players", "0005_deactivating_players"),)
    operations = (
        migrations.AddField(
            model_name="player",
            name="notices",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("turn", "Turn"),
                        ("turn_expiring", "Turn Expiring"),
                        ("game_over", "Game Over"),
                        ("dispute", "Dispute"),
                    ],
                    max_length=16,
                ),
                blank=True,
                default=players.models.all_notices,
                size=None,
            ),
        ),
    )
