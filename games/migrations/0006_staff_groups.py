"""The groups of staff: reviewers judge games, operators look after the service."""

from __future__ import annotations

from typing import Any

from django.db import migrations

GROUPS = {
    "reviewer": {
        "games": ("view_game", "view_dispute", "rule_dispute", "view_staffact"),
        "players": ("view_player",),
    },
    "operator": {
        "games": (
            "view_game",
            "view_dispute",
            "view_staffact",
            "view_webhook",
            "view_delivery",
        ),
        "players": ("view_player", "deactivate_player"),
    },
}
NAMES = {
    "rule_dispute": "Can rule on disputes",
    "deactivate_player": "Can shut players out and let them in again",
}


def make_groups(apps: Any, schema_editor: Any) -> None:
    """Make them, with their permissions, which Django itself makes only after all migrations."""
    for name, by_app in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        for app, codenames in by_app.items():
            for codename in codenames:
                group.permissions.add(_permission(apps, app, codename))


def remove_groups(apps: Any, schema_editor: Any) -> None:
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()


def _permission(apps: Any, app: str, codename: str) -> Any:
    verb, model = codename.split("_")
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label=app, model=model
    )
    name = NAMES.get(codename, f"Can {verb} {model}")
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename=codename, defaults={"name": name}
    )
    return permission


class Migration(migrations.Migration):
    dependencies = (
        ("games", "0005_disputes"),
        ("players", "0005_deactivating_players"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    )
    operations = (migrations.RunPython(make_groups, remove_groups),)
