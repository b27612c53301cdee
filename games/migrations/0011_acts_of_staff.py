"""One more kind of what staff do, and how it is called."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_rematches"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="staffact",
            options={"verbose_name": "act of staff", "verbose_name_plural": "acts of staff"},
        ),
        migrations.AlterModelOptions(
            name="delivery",
            options={"verbose_name_plural": "deliveries"},
        ),
        migrations.AlterField(
            model_name="staffact",
            name="kind",
            field=models.CharField(
                choices=[
                    ("dispute-ruled", "ruled on a dispute"),
                    ("hands-opened", "opened the hands of a running game"),
                    ("player-deactivated", "shut a player out"),
                    ("player-activated", "let a player in again"),
                    ("rights-changed", "changed what an account may do"),
                ],
                max_length=20,
            ),
        ),
    ]
