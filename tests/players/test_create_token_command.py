"""manage.py create_token USERNAME"""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from players.models import Player, Token
from tests.caller import Caller


def create_token(*words: str) -> str:
    output = io.StringIO()
    call_command("create_token", *words, stdout=output)
    return output.getvalue()


def test_it_works(ana: Caller) -> None:
    printed = create_token("ana")

    assert printed.count("\n") == 1
    assert Caller(printed.strip()).get("/me").json["username"] == "ana"


def test_it_takes_scopes_label_and_time(ana: Caller) -> None:
    create_token("ANA", "--scopes", "read", "play", "--label", "cron", "--expires-in", "60")

    token = Token.objects.latest("created_at")
    assert (token.scopes, token.label) == (["read", "play"], "cron")
    assert token.expires_at is not None


def test_it_prints_one_for_staff_too(db: None) -> None:
    Player.objects.create_superuser("chie")

    assert Caller(create_token("chie").strip()).get("/me").json["staff"] is True


@pytest.mark.parametrize("name", ["nobody", "", "' OR 1=1"])
def test_it_says_so_when_nobody_has_the_name(db: None, name: str) -> None:
    with pytest.raises(CommandError, match="There is no player called"):
        create_token(name)


def test_it_refuses_scopes_that_there_are_not(ana: Caller) -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        create_token("ana", "--scopes", "write")
