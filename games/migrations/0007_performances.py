"""How players fared in their finished games."""

from __future__ import annotations

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("games", "0006_staff_groups"),)
    operations = (
        migrations.CreateModel(
            name="Performance",
            fields=[
                (
                    "participant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="performance",
                        serialize=False,
                        to="games.participant",
                    ),
                ),
                ("result", models.CharField(max_length=4)),
                ("bids", models.IntegerField()),
                ("bids_made", models.IntegerField()),
                ("boards_made", models.IntegerField()),
                ("boards_missed", models.IntegerField()),
                ("turns", models.IntegerField()),
                ("autopilot_turns", models.IntegerField()),
                (
                    "deals",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), size=None
                    ),
                ),
                (
                    "points",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(), size=None
                    ),
                ),
            ],
        ),
    )
