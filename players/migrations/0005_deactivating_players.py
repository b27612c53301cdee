"""A permission to shut players out."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("players", "0004_accounts_that_ended"),)
    operations = (
        migrations.AlterModelOptions(
            name="player",
            options={
                "permissions": (
                    ("deactivate_player", "Can shut players out and let them in again"),
                )
            },
        ),
    )
