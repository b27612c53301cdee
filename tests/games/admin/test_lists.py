"""The lists of staff: in their order, searched by what names one thing, and never counted whole"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import models
from games.admin import lists
from games.services import disputes
from players import services
from players.models import Player
from tests.games.admin.conftest import SignIn
from tests.games.services.table import NOON, Table, seated


def listed(client: Client, name: str, query: str = "") -> list[Any]:
    """The rows that a list shows."""
    answer: Any = client.get(reverse(f"admin:{name}_changelist") + query)
    assert answer.status_code == 200, (name, query, answer.status_code)
    return list(answer.context_data["cl"].result_list)


@pytest.fixture
def games(table: Table) -> list[models.Game]:
    """Three games of the four, the oldest first."""
    others = [seated(table.people, visibility="private"), seated(table.people, sandbox=True)]
    return [table.row, *(other.row for other in others)]


class TestLength:
    def test_rows_come_in_the_order_of_the_list_whatever_the_address_says(
        self, root: Client, games: list[models.Game]
    ) -> None:
        for query in ("", "?o=3", "?o=-3.2", "?o=x"):
            assert listed(root, "games_game", query) == games[::-1]

    def test_nothing_is_counted_beyond_what_can_be_leafed_through(
        self, root: Client, games: list[models.Game], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lists, "LONGEST", 2)
        page: Any = root.get(reverse("admin:games_game_changelist"))
        assert page.context_data["cl"].result_count == 2
        assert listed(root, "games_game") == [games[2], games[1]]


class TestSearch:
    def test_games_are_found_by_their_ids_and_by_who_has_to_do_with_them(
        self, root: Client, games: list[models.Game], eve: Player
    ) -> None:
        assert listed(root, "games_game", f"?q={games[1].pk}") == [games[1]]
        assert listed(root, "games_game", "?q=BORIS") == games[::-1]
        for nothing in ("bor", "eve", "nobody", "01890a5d-ac96-774b-bcce-b302099a8057"):
            assert listed(root, "games_game", f"?q={nothing}") == []

    def test_players_are_found_by_name_address_and_id(self, root: Client, ana: Player) -> None:
        ana.email = "Ana@Example.org"
        ana.save()
        for words in ("ANA", "ana@example.ORG", str(ana.pk), " ana "):
            assert listed(root, "players_player", f"?q={words}") == [ana]
        assert listed(root, "players_player", "?q=an") == []

    def test_webhooks_and_what_they_were_told(
        self, root: Client, games: list[models.Game], boris: Player, eve: Player
    ) -> None:
        own, other = (
            models.Webhook.objects.create(
                player=player, url="https://cards.example/", events=["turn"], created_at=NOON
            )
            for player in (boris, eve)
        )
        told = [
            models.Delivery.objects.create(
                webhook=hook, game=game, version=1, type="turn", at=NOON, data={}, created_at=NOON
            )
            for hook, game in ((own, games[0]), (own, games[1]), (other, games[2]))
        ]
        assert listed(root, "games_webhook", "?q=boris") == [own]
        assert listed(root, "games_webhook", f"?q={other.pk}") == [other]
        assert listed(root, "games_delivery", f"?q={own.pk}") == [told[1], told[0]]
        assert listed(root, "games_delivery", f"?q={games[1].pk}") == [told[1]]
        # Eve has nothing to do with that game, so none of her webhooks was told of it.
        assert listed(root, "games_delivery", f"?q={games[2].pk}") == []
        assert listed(root, "games_delivery", "?q=turn") == []

    def test_the_trail_is_found_by_whom_it_is_about_and_who_did_it(
        self, root: Client, games: list[models.Game], claim: models.Dispute
    ) -> None:
        stanka = Player.objects.create(username="stanka", is_staff=True)
        disputes.rule(claim.pk, by=stanka, ruling="rejected", remedy="none", note="", now=NOON)
        (act,) = models.StaffAct.objects.all()
        for words in (claim.game_id, claim.pk, "stanka"):
            assert listed(root, "games_staffact", f"?q={words}") == [act]
        assert listed(root, "games_staffact", "?q=boris") == []


class TestFilters:
    def test_games_by_whom_they_are_there_for(self, root: Client, games: list[models.Game]) -> None:
        assert listed(root, "games_game", "?visibility=private") == [games[1]]
        assert listed(root, "games_game", "?visibility=public&status=active") == games[::-2]

    def test_accounts_of_staff_and_those_that_are_out(
        self, root: Client, sign_in: SignIn, ana: Player, boris: Player
    ) -> None:
        services.set_active(boris, False)
        assert listed(root, "players_player", "?account=out") == [boris]
        assert {str(one) for one in listed(root, "players_player", "?account=staff")} == {"root"}

    def test_webhooks_that_were_switched_off(self, root: Client, boris: Player) -> None:
        on, off = (
            models.Webhook.objects.create(
                player=boris,
                url="https://cards.example/",
                events=["turn"],
                created_at=NOON,
                disabled_at=NOON if reason else None,
                disabled_reason=reason,
            )
            for reason in (None, "gone")
        )
        assert listed(root, "games_webhook", "?disabled=gone") == [off]
        assert listed(root, "games_webhook", "?disabled=failing") == []
        assert listed(root, "games_webhook") == [off, on]

    def test_claims_by_their_games(self, root: Client, claim: models.Dispute) -> None:
        for query in ("?game=running", f"?ruleset={claim.game.ruleset}", "?game__sandbox__exact=0"):
            assert listed(root, "games_dispute", query) == [claim]
        for query in ("?game=over", "?ruleset=bab", "?game__sandbox__exact=1"):
            assert listed(root, "games_dispute", query) == []
