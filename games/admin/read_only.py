"""What the pages have in common: nothing to change, and links to each other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from games.admin.lists import ListAdmin


class ReadOnlyAdmin(ListAdmin):
    """Rows that can be looked at by whoever may, and changed here by nobody."""

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("games/admin.css",)}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def row_link(model: str, pk: object, words: str) -> str:
    """A link to a row's page."""
    return format_html('<a href="{}">{}</a>', reverse(f"admin:{model}_change", args=[pk]), words)


def list_link(model: str, words: str, **filters: object) -> str:
    """A link to a list of some rows."""
    url = f"{reverse(f'admin:{model}_changelist')}?{urlencode(filters)}"
    return format_html('<a href="{}">{}</a>', url, words)


def game_link(game_id: UUID) -> str:
    """A link to a game's page, named by the end of its id, where ids of one hour differ."""
    return row_link("games_game", game_id, f"…{str(game_id)[-6:]}")


def replay_link(game_id: UUID, words: str, css: str = "", **at: object) -> str:
    """A link to the replay of a game, maybe at a `version` and for a `dispute`."""
    url = reverse("review:replay", args=[game_id])
    query = f"?{urlencode(at)}" if at else ""
    return format_html('<a class="{}" href="{}{}">{}</a>', css, url, query, words)


def facts_shown(facts: Mapping[str, Any]) -> str:
    """Facts as a person reads them, one a line."""
    lines = [
        f"{name}: {value if isinstance(value, str) else json.dumps(value)}"
        for name, value in facts.items()
    ]
    return format_html('<span class="facts">{}</span>', "\n".join(lines))
