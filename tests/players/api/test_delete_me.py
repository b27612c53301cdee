"""DELETE /me: what becomes of the account itself"""

from __future__ import annotations

from typing import Any

import pytest
from django.core import serializers

from players import news
from players.management.commands.create_token import Command
from players.models import IdempotencyKey, Player, Token
from players.news import News
from tests.caller import PASSWORD, Caller


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[News]:
    """What other processes would hear."""
    told = list[News]()
    monkeypatch.setattr(news, "tell", told.append)
    return told


def everything() -> str:
    """All that the accounts' tables hold, as text."""
    return "".join(
        serializers.serialize("json", model.objects.all())
        for model in (Player, Token, IdempotencyKey)
    )


def test_nothing_personal_stays(
    ana: Caller, told: list[News], django_capture_on_commit_callbacks: Any
) -> None:
    ana.post("/tokens", {"username": "ana", "password": PASSWORD, "label": "ana's phone"})
    player = Player.objects.get()
    IdempotencyKey.objects.create(
        player=player, key="ana's", fingerprint=b"", body="ana", created_at=player.created_at
    )
    Player.objects.update(locale="bg", is_staff=True, is_superuser=True)
    assert "ana" in everything()
    with django_capture_on_commit_callbacks(execute=True):
        answer = ana.delete("/me")

    assert (answer.status, answer.content) == (204, b"")
    left = Player.objects.get()
    assert (left.pk, left.email, left.locale, left.is_active) == (player.pk, "", "en", False)
    assert not left.has_usable_password()
    assert not left.is_staff
    assert not left.is_superuser
    assert left.username.startswith("deleted-")
    assert "ana" not in everything()
    assert not Token.objects.exists()
    assert not IdempotencyKey.objects.exists()
    assert told == [News("player", player.pk)]


def test_nobody_comes_in_any_more(ana: Caller) -> None:
    other = Caller(ana.post("/tokens", {"username": "ana", "password": PASSWORD}).json["token"])
    ana.delete("/me")
    name = Player.objects.get().username

    for caller in (ana, other):
        assert caller.get("/me").code == "not-authenticated"
        assert caller.delete("/me").code == "not-authenticated"
    for username in ("ana", name):
        for password in (PASSWORD, "", "!"):
            wish = {"username": username, "password": password}
            assert Caller().post("/tokens", wish).code == "not-authenticated"
    with pytest.raises(Exception, match="no player"):
        Command().run_from_argv(["manage.py", "create_token", name, "--traceback"])


def test_the_name_is_free_again(ana: Caller) -> None:
    ana.delete("/me")

    fresh = Caller().post("/players", {"username": "Ana", "password": PASSWORD})
    assert fresh.status == 201
    assert Caller(fresh.json["token"]).get("/me").json["email"] == ""


def test_others_are_left_alone(ana: Caller, boris: Caller) -> None:
    before = boris.get("/me").json
    ana.delete("/me")

    assert boris.get("/me").json == before


def test_it_takes_a_token_of_the_scope_account(ana: Caller, nobody: Caller) -> None:
    assert nobody.delete("/me").code == "not-authenticated"
    Token.objects.update(scopes=["read", "play"])
    assert ana.delete("/me").code == "insufficient-scope"
    assert Player.objects.get().username == "ana"
