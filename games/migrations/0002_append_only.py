"""The log refuses every change but a new event, whichever role asks."""

from __future__ import annotations

from django.db import migrations

APPEND_ONLY = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on %: the log is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation',
              HINT = 'Correct a game by a new event.';
END
$$;
CREATE TRIGGER games_event_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
ALTER TABLE games_event ENABLE ALWAYS TRIGGER games_event_append_only;
"""
BACK = """
DROP TRIGGER games_event_append_only ON games_event;
DROP FUNCTION games_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = (("games", "0001_log_and_read_models"),)
    operations = (migrations.RunSQL(APPEND_ONLY, BACK),)
