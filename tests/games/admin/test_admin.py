"""The pages of staff: who sees what, and that nothing can be changed but by a service"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from games import models
from games.eventstore.store import read
from games.services import disputes
from players.models import Player
from tests.games.admin.conftest import SignIn
from tests.games.services.table import Table

LISTS = ("games_dispute", "games_game", "games_staffact", "players_player")
ALL_LISTS = (*LISTS, "games_webhook", "games_delivery")
READ_ONLY = ("dispute", "game", "staffact", "webhook", "delivery")


def text(client: Client, name: str, *args: Any, query: str = "") -> str:
    answer = client.get(reverse(f"admin:{name}", args=args) + query)
    assert answer.status_code == 200, (name, answer.status_code)
    return str(answer.content.decode())


def status(client: Client, name: str, *args: Any) -> int:
    return client.get(reverse(f"admin:{name}", args=args)).status_code


@pytest.fixture
def rows(table: Table, claim: models.Dispute) -> dict[str, Any]:
    """The id of a row of each list."""
    stanka = Player.objects.create(username="stanka", is_staff=True)
    other = disputes.file_dispute(
        player=table.people["E"], game_id=table.row.pk, reason="Second.", now=table.later()
    )
    disputes.rule(
        other.pk, by=stanka, ruling="rejected", remedy="none", note="No.", now=table.later()
    )
    webhook = models.Webhook.objects.create(
        player=stanka,
        url="https://cards.example/",
        events=["turn"],
        secret="whsec_hidden",
        created_at=table.now,
    )
    delivery = models.Delivery.objects.create(
        webhook=webhook,
        game=table.row,
        version=1,
        type="turn",
        at=table.now,
        data={"seat": "N"},
        created_at=table.now,
    )
    return {
        "games_dispute": claim.pk,
        "games_game": table.row.pk,
        "games_staffact": models.StaffAct.objects.get().pk,
        "players_player": table.people["N"].pk,
        "games_webhook": webhook.pk,
        "games_delivery": delivery.pk,
    }


def test_every_list_and_every_row_opens_for_who_may_see_it(
    rows: dict[str, Any], reviewer: Client, operator: Client, root: Client
) -> None:
    for name in ALL_LISTS:
        for client in (operator, root):
            assert "whsec" not in text(client, f"{name}_changelist", query="?q=x")
            assert "whsec" not in text(client, f"{name}_change", rows[name])
        assert status(reviewer, f"{name}_changelist") == (200 if name in LISTS else 403)


def test_staff_in_no_group_see_the_disputes_alone_and_others_are_asked_to_sign_in(
    rows: dict[str, Any], sign_in: SignIn
) -> None:
    client = sign_in("nedko")
    for name in ALL_LISTS:
        wanted = 200 if name == "games_dispute" else 403
        assert status(client, f"{name}_changelist") == wanted
        assert status(client, f"{name}_change", rows[name]) == wanted
        assert status(Client(), f"{name}_changelist") == 302


def test_they_have_their_way_to_the_replay_and_to_no_page_that_is_not_for_them(
    rows: dict[str, Any], sign_in: SignIn
) -> None:
    client = sign_in("nedko")
    shown = [text(client, "index"), text(client, "games_dispute_changelist")]
    shown.append(text(client, "games_dispute_change", rows["games_dispute"]))

    assert "/admin/replay/" in shown[1]
    for link in set(re.findall(r'href="(/admin/[^"?#]*)', "".join(shown))) - {"/admin/logout/"}:
        assert client.get(link).status_code == 200, link


def test_a_group_narrows_them_down(rows: dict[str, Any], sign_in: SignIn) -> None:
    Group.objects.create(name="visitors")
    client = sign_in("nedko", "visitors")

    assert status(client, "games_dispute_changelist") == 403
    assert "/admin/games/" not in text(client, "index")


def test_nothing_in_them_can_be_added_changed_or_deleted_be_it_by_a_superuser(
    rows: dict[str, Any], root: Client
) -> None:
    for name in ALL_LISTS:
        assert status(root, f"{name}_add") == 403
        assert root.post(reverse(f"admin:{name}_delete", args=[rows[name]])).status_code == 403
        chosen = {"action": "delete_selected", "_selected_action": [rows[name]], "post": "yes"}
        root.post(reverse(f"admin:{name}_changelist"), chosen)
    for name in READ_ONLY:
        change = reverse(f"admin:games_{name}_change", args=[rows[f"games_{name}"]])
        assert root.post(change, {"status": "void", "note": "changed"}).status_code == 403
        assert apps.get_model("games", name).objects.filter(pk=rows[f"games_{name}"]).exists()
    assert models.Dispute.objects.get(pk=rows["games_dispute"]).status == "open"


def test_what_holds_secrets_has_no_page() -> None:
    registered = {model._meta.label for model in admin.site._registry}
    assert registered == {
        "auth.Group",
        "games.Delivery",
        "games.Dispute",
        "games.Game",
        "games.StaffAct",
        "games.Webhook",
        "players.Player",
    }


class TestQueue:
    def test_open_ones_come_first_each_with_its_way_to_the_replay(
        self, rows: dict[str, Any], reviewer: Client, claim: models.Dispute
    ) -> None:
        page = text(reviewer, "games_dispute_changelist")

        assert "ana: East had a diamond &amp; did not follow." in page
        assert "Second." not in page
        assert "N ana, E boris, S chie, W dipa" in page
        replay = f"/admin/replay/{claim.game_id}/?version=9&amp;dispute={claim.pk}"
        assert replay in page
        assert replay in text(reviewer, "games_dispute_change", claim.pk)
        assert "Second." in text(reviewer, "games_dispute_changelist", query="?status=all")
        rejected = text(reviewer, "games_dispute_changelist", query="?status=rejected")
        assert "Second." in rejected
        assert "East had" not in rejected

    @pytest.mark.parametrize("q", ["ana", "DIPA", None])
    def test_it_is_searched_by_name_and_game(
        self, reviewer: Client, claim: models.Dispute, q: str | None
    ) -> None:
        page = text(reviewer, "games_dispute_changelist", query=f"?q={q or claim.game_id}")
        assert page.count("East had a diamond") == 1
        assert "East had" not in text(reviewer, "games_dispute_changelist", query="?q=eve")

    def test_operators_have_no_way_to_the_replay(
        self, operator: Client, claim: models.Dispute
    ) -> None:
        assert "East had" in text(operator, "games_dispute_changelist")
        assert "/admin/replay/" not in text(operator, "games_dispute_changelist")
        assert "/admin/replay/" not in text(operator, "games_game_change", claim.game_id)

    def test_who_plays_in_a_game_does_not_see_its_disputes(
        self, sign_in: SignIn, claim: models.Dispute
    ) -> None:
        boris = sign_in("boris", "reviewer")
        assert "East had" not in text(boris, "games_dispute_changelist")
        assert status(boris, "games_dispute_change", claim.pk) == 302
        assert "/admin/replay/" not in text(boris, "games_game_change", claim.game_id)


class TestGames:
    def test_those_with_open_disputes_say_how_many(
        self, table: Table, claim: models.Dispute, reviewer: Client
    ) -> None:
        listed = text(reviewer, "games_game_changelist", query="?status=active")
        assert f"/admin/games/dispute/?q={table.row.pk}" in listed
        assert "N ana, E boris, S chie, W dipa" in listed
        assert "ana" in text(reviewer, "games_game_changelist", query="?o=-7")
        assert str(table.row.pk) not in text(
            reviewer, "games_game_changelist", query="?status=void"
        )
        assert f"/admin/replay/{table.row.pk}/" in text(reviewer, "games_game_change", table.row.pk)


class TestLog:
    def test_it_shows_every_event_and_no_card_that_is_still_hidden(
        self, table: Table, root: Client
    ) -> None:
        page = text(root, "games_game_log", table.row.pk)

        for event in read(table.row.pk):
            assert event.hash.hex() in page
        assert table.game.seed not in page
        assert "deck:" not in page
        assert "hands:" not in page
        assert "ana" in page

    def test_it_comes_in_pages(self, table: Table, root: Client, monkeypatch: Any) -> None:
        monkeypatch.setattr("games.admin.games.PAGE", 5)
        shown = [event.hash.hex() for event in read(table.row.pk)]
        for query in ("?after=5", "?after=0", "?after=x", "?after=-1", "?after=99999999999", ""):
            page = text(root, "games_game_log", table.row.pk, query=query)
            after = 5 if query == "?after=5" else 0
            assert [digest for digest in shown if digest in page] == shown[after : after + 5]
        assert "?after=10" in text(root, "games_game_log", table.row.pk, query="?after=5")
        past_the_end = text(root, "games_game_log", table.row.pk, query="?after=999")
        assert not [digest for digest in shown if digest in past_the_end]

    def test_it_is_for_those_who_may_see_games(
        self, table: Table, reviewer: Client, sign_in: SignIn
    ) -> None:
        assert status(reviewer, "games_game_log", table.row.pk) == 200
        assert status(sign_in("nedko"), "games_game_log", table.row.pk) == 403
        assert status(reviewer, "games_game_log", table.people["N"].pk) == 404


class TestPlayers:
    def act(self, client: Client, action: str, *players: Player) -> None:
        chosen = {"action": action, "_selected_action": [str(player.pk) for player in players]}
        client.post(reverse("admin:players_player_changelist"), chosen)

    def active(self, player: Player) -> bool:
        return Player.objects.get(pk=player.pk).is_active

    def test_operators_shut_players_out_and_let_them_in_again(
        self, operator: Client, ana: Player, boris: Player
    ) -> None:
        self.act(operator, "shut_out", ana, boris)
        self.act(operator, "shut_out", ana)
        assert not self.active(ana)
        self.act(operator, "let_in", ana)
        assert (self.active(ana), self.active(boris)) == (True, False)

        acts = models.StaffAct.objects.order_by("at", "id")
        assert sorted((act.by.username, act.kind, str(act.player)) for act in acts) == [
            ("ognyan", "player-activated", "ana"),
            ("ognyan", "player-deactivated", "ana"),
            ("ognyan", "player-deactivated", "boris"),
        ]

    def test_reviewers_do_not(self, reviewer: Client, ana: Player) -> None:
        self.act(reviewer, "shut_out", ana)
        assert self.active(ana)

    def test_neither_oneself_nor_a_superuser_is_shut_out(
        self, operator: Client, root: Client
    ) -> None:
        everybody = list(Player.objects.all())
        self.act(operator, "shut_out", *everybody)
        assert Player.objects.filter(is_active=True).count() == len(everybody)

    def test_an_account_that_its_owner_deleted_stays_so(
        self, operator: Client, ana: Player
    ) -> None:
        Player.objects.filter(pk=ana.pk).update(is_active=False)
        self.act(operator, "let_in", ana)
        assert not self.active(ana)

    def test_a_superuser_makes_staff_and_nobody_else_does(
        self, root: Client, operator: Client, ana: Player
    ) -> None:
        page = reverse("admin:players_player_change", args=[ana.pk])
        group = Group.objects.get(name="reviewer")
        wish = {"is_staff": "on", "groups": [group.pk], "username": "mallory", "is_superuser": "on"}
        assert operator.post(page, wish).status_code == 403
        assert root.post(page, wish).status_code == 302

        ana.refresh_from_db()
        assert (ana.username, ana.is_staff, ana.is_superuser) == ("ana", True, False)
        assert list(ana.groups.all()) == [group]
        act = models.StaffAct.objects.get()
        assert (act.by.username, act.kind, act.player) == ("root", "rights-changed", ana)
        assert act.facts == {
            "before": {"staff": False, "groups": []},
            "after": {"staff": True, "groups": ["reviewer"]},
        }
        root.post(page, wish)
        assert models.StaffAct.objects.count() == 1


def test_no_page_loads_anything_from_elsewhere_and_its_files_are_served(
    rows: dict[str, Any], root: Client
) -> None:
    pages = [text(root, f"{name}_changelist") for name in ALL_LISTS]
    pages += [text(root, f"{name}_change", rows[name]) for name in ALL_LISTS]
    pages += [text(root, "index"), text(root, "games_game_log", rows["games_game"])]
    loaded = {
        address
        for page in pages
        for address in re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="([^"]+)"', page)
    }
    assert "/static/games/admin.css" in loaded
    assert {address for address in loaded if not address.startswith("/static/")} <= {
        "/admin/jsi18n/"
    }
    for address in loaded - {"/admin/jsi18n/"}:
        assert finders.find(address.removeprefix("/static/")), address
    sheet = root.get("/static/admin/css/base.css")
    assert b"".join(sheet)
    sheet.close()
    assert (sheet.status_code, sheet.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
