"""Places in the table without counting all who are better, kept answers by the names in them, and
accounts as staff look for them.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models
from django.db.models.functions import Lower

RETIRE = """
UPDATE players_rating SET retired = true FROM players_player player
WHERE player.id = players_rating.player_id AND NOT player.is_active
"""
COUNT = """
INSERT INTO players_ratingtally (rating, people, bots)
SELECT rating, count(player_id), count(bot) FROM players_rating WHERE ranked GROUP BY rating
"""
# In one statement and in one order, so that of two contests that end at once one waits.
TALLY = """
CREATE FUNCTION players_tally_{name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO players_ratingtally AS tally (rating, people, bots)
    SELECT rating, coalesce(sum(by) FILTER (WHERE player_id IS NOT NULL), 0),
        coalesce(sum(by) FILTER (WHERE player_id IS NULL), 0)
    FROM ({changes}) change GROUP BY rating ORDER BY rating
    ON CONFLICT (rating) DO UPDATE
        SET people = tally.people + excluded.people, bots = tally.bots + excluded.bots;
    RETURN NULL;
END
$$;
CREATE TRIGGER players_rating_{name} AFTER {event} ON players_rating
    REFERENCING {rows} FOR EACH STATEMENT EXECUTE FUNCTION players_tally_{name}();
"""
NO_TALLY = """
DROP TRIGGER players_rating_{name} ON players_rating;
DROP FUNCTION players_tally_{name}();
"""
CAME = "SELECT rating, player_id, 1 AS by FROM came WHERE ranked"
WENT = "SELECT rating, player_id, -1 AS by FROM went WHERE ranked"
TRIGGERS = (
    {"name": "came", "event": "INSERT", "rows": "NEW TABLE AS came", "changes": CAME},
    {"name": "went", "event": "DELETE", "rows": "OLD TABLE AS went", "changes": WENT},
    {
        "name": "moved",
        "event": "UPDATE",
        "rows": "OLD TABLE AS went NEW TABLE AS came",
        "changes": f"{CAME} UNION ALL {WENT}",
    },
)
NAMES = """
UPDATE players_idempotencykey SET names = ARRAY(
    SELECT DISTINCT found[1] FROM regexp_matches(
        body, '"(?:player|creator|username|name|by)"\\s*:\\s*"([A-Za-z0-9_-]+)"', 'g'
    ) found
) WHERE body <> ''
"""
NAME = models.CharField(max_length=30)


class Migration(migrations.Migration):
    dependencies = (("players", "0006_notices"),)
    operations = (
        migrations.CreateModel(
            name="RatingTally",
            fields=[
                ("rating", models.IntegerField(primary_key=True, serialize=False)),
                ("people", models.IntegerField()),
                ("bots", models.IntegerField()),
            ],
        ),
        migrations.AddField(
            model_name="rating", name="retired", field=models.BooleanField(default=False)
        ),
        migrations.RunSQL(RETIRE, migrations.RunSQL.noop),
        migrations.RemoveIndex(model_name="rating", name="players_rating_table"),
        migrations.AddField(
            model_name="rating",
            name="ranked",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.ExpressionWrapper(
                    models.Q(("contests__gt", 0), ("retired", False)),
                    output_field=models.BooleanField(),
                ),
                output_field=models.BooleanField(),
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                fields=["-rating", "-id"],
                name="players_rating_ranked",
                condition=models.Q(("ranked", True)),
            ),
        ),
        migrations.RunSQL(COUNT, "DELETE FROM players_ratingtally"),
        *(migrations.RunSQL(TALLY.format(**one), NO_TALLY.format(**one)) for one in TRIGGERS),
        migrations.AddField(
            model_name="idempotencykey",
            name="names",
            field=ArrayField(
                base_field=NAME,
                db_default=models.Value([], ArrayField(base_field=NAME, size=None)),
                default=list,
                size=None,
            ),
        ),
        migrations.RunSQL(NAMES, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="idempotencykey",
            index=GinIndex(fields=["names"], name="players_idempotencykey_names"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                fields=["-id"],
                name="players_player_staff",
                condition=models.Q(("is_staff", True)),
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                fields=["-id"],
                name="players_player_out",
                condition=models.Q(("is_active", False)),
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(Lower("email"), name="players_player_email"),
        ),
    )
