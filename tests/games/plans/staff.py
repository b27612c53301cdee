"""A walk through the pages of staff, by all the links that their lists have."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from players.models import Player
from tests.caller import PASSWORD
from tests.games.plans.walk import Walk


def signed_in(walk: Walk, letter: str, group: str = "") -> Client:
    """Somebody of the staff, in a group or a superuser, who came by the page for that."""
    player = Player(username=f"{walk.name}-{letter}", is_staff=True, is_superuser=not group)
    player.set_password(PASSWORD)
    player.save()
    player.groups.set(Group.objects.filter(name=group))
    client = Client()
    form = {"username": player.username.upper(), "password": PASSWORD, "next": "/admin/"}
    assert client.post("/admin/login/", form).status_code == 302
    return client


def pages_of_staff(walk: Walk) -> None:
    """All pages as a superuser sees them, and those of a reviewer."""
    root, rada = signed_in(walk, "root"), signed_in(walk, "rada", "reviewer")
    players(root, walk)
    for model in admin.site._registry:
        lists(root, model, walk)
    for client in (root, rada):
        assert client.get("/admin/").status_code == 200
        assert client.get("/admin/games/dispute/").status_code == 200
        assert client.get(f"/admin/games/game/{walk.table.id}/log/?after=3").status_code == 200
        for game in (walk.table, walk.private):
            for query in ("", "?version=7&bots=1"):
                assert client.get(f"/admin/replay/{game.id}/{query}").status_code == 200


def players(client: Client, walk: Walk) -> None:
    """Somebody is shut out, let in again, and made one of the staff."""
    eve = Player.objects.get(username=walk.eve.username)
    for action in ("shut_out", "let_in"):
        chosen = {"action": action, "_selected_action": [str(eve.pk)]}
        assert client.post("/admin/players/player/", chosen).status_code == 302
    rights = {"is_staff": "on", "groups": [group.pk for group in Group.objects.all()]}
    page = reverse("admin:players_player_change", args=[eve.pk])
    assert client.post(page, rights).status_code == 302


def lists(client: Client, model: type[Model], walk: Walk) -> None:
    """A list with each of its filters, in each of its orders, searched, and one row's pages."""
    name = f"admin:{model._meta.label_lower.replace('.', '_')}"
    url = reverse(f"{name}_changelist")
    page: Any = client.get(url)
    view = page.context_data["cl"]
    queries = [
        choice["query_string"] for spec in view.filter_specs for choice in spec.choices(view)
    ]
    queries += [f"?o={number}" for number in range(1, len(view.list_display) + 1)]
    if view.search_fields:
        queries += [f"?q={words}" for words in (walk.ana.username, walk.table.id, "no such thing")]
    for query in (*queries, "?p=2"):
        assert client.get(url + query).status_code in (200, 302), url + query
    row = reverse(f"{name}_change", args=[view.result_list[0].pk])
    assert client.get(row).status_code == 200
    assert client.get(row.replace("/change/", "/history/")).status_code == 200
