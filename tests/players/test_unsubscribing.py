"""The address by which notices end, in every one of them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.models import Player
from players.unsubscribing import address_for, signed

pytestmark = pytest.mark.django_db


@pytest.fixture
def boris() -> Player:
    return Player.objects.create(username="boris", notices=["turn", "dispute"])


def path(player: Player) -> str:
    return f"/notices/stop/{signed(player.pk)}"


def wanted(player: Player) -> list[str]:
    return list(Player.objects.get(pk=player.pk).notices)


def test_it_is_an_address_of_the_service(boris: Player, settings: Any) -> None:
    settings.PUBLIC_URL = "https://cards.example"
    assert address_for(boris) == f"https://cards.example{path(boris)}"


def test_to_look_at_it_changes_nothing(boris: Player, client: Client) -> None:
    for look in (client.get, client.head):
        assert look(path(boris)).status_code == 200
    assert b"<form" in client.get(path(boris)).content
    assert wanted(boris) == ["turn", "dispute"]


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "text/plain"])
def test_one_post_ends_all_however_often(boris: Player, content_type: str, settings: Any) -> None:
    other = Player.objects.create(username="chie", notices=["turn"])
    # A mail program has no cookie and no token against forgery.
    client = Client(enforce_csrf_checks=True)
    for _ in range(2):
        answer = client.post(path(boris), "List-Unsubscribe=One-Click", content_type=content_type)
        assert answer.status_code == 200
        assert b"<form" not in answer.content
    assert (wanted(boris), wanted(other)) == ([], ["turn"])


def test_nobody_else_can_make_one(boris: Player, client: Client) -> None:
    token = signed(boris.pk)
    for wrong in ("x", str(boris.pk), f"{token}x", token[1:], token.replace(":", "", 1)):
        assert client.post(f"/notices/stop/{wrong}").status_code == 404
    assert wanted(boris) == ["turn", "dispute"]


def test_of_an_account_that_is_gone_it_does_nothing(client: Client) -> None:
    assert client.post(f"/notices/stop/{signed(uuid4())}").status_code == 200


def test_other_methods_are_refused(boris: Player, client: Client) -> None:
    assert client.put(path(boris)).status_code == 405
