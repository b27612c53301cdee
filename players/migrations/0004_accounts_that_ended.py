"""Accounts that were deleted stay for their games to point to."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("players", "0003_ratings"),)
    operations = (
        migrations.AddField(
            model_name="player", name="is_active", field=models.BooleanField(default=True)
        ),
    )
