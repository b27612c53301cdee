"""DELETE /tokens/{id}"""

from __future__ import annotations

from uuid import uuid4

import pytest

from players import services
from players.models import Player, Token
from tests.caller import Caller

pytestmark = pytest.mark.usefixtures("db")


def test_it_works(ana: Caller) -> None:
    token, text = services.create_token(Player.objects.get())
    assert Caller(text).get("/me").status == 200

    answer = ana.delete(f"/tokens/{token.pk}")

    assert (answer.status, answer.content) == (204, b"")
    assert Caller(text).get("/me").code == "not-authenticated"
    assert ana.get("/me").status == 200


def test_a_token_can_revoke_itself(ana: Caller) -> None:
    own = Token.objects.get().pk

    assert ana.delete(f"/tokens/{own}").status == 204
    assert ana.delete(f"/tokens/{own}").status == 401


def test_a_revoked_token_is_not_found_again(ana: Caller) -> None:
    token, _ = services.create_token(Player.objects.get())
    ana.delete(f"/tokens/{token.pk}")

    assert ana.delete(f"/tokens/{token.pk}").code == "not-found"


def test_an_id_is_read_in_either_case(ana: Caller) -> None:
    token, _ = services.create_token(Player.objects.get())

    assert ana.delete(f"/tokens/{str(token.pk).upper()}").status == 204


def test_others_tokens_are_not_found(ana: Caller, boris: Caller) -> None:
    anas = Token.objects.get(player__username="ana")

    answer = boris.delete(f"/tokens/{anas.pk}")

    assert (answer.status, answer.code) == (404, "not-found")
    assert ana.get("/me").status == 200


@pytest.mark.parametrize(
    "token_id",
    ["01890a5d-ac96-774b-bcce-b302099a8057", "1", "x", "None", "%F0%9F%83%8F", "a" * 3000],
)
def test_what_is_no_token_is_not_found(ana: Caller, token_id: str) -> None:
    assert ana.delete(f"/tokens/{token_id}").code == "not-found"


def test_without_a_token_nothing_is_looked_up(nobody: Caller) -> None:
    assert nobody.delete(f"/tokens/{uuid4()}").code == "not-authenticated"


def test_what_is_not_there_comes_before_the_scope(ana: Caller) -> None:
    token, reader = services.create_token(Player.objects.get(), scopes=["read"])

    assert Caller(reader).delete(f"/tokens/{uuid4()}").code == "not-found"
    assert Caller(reader).delete(f"/tokens/{token.pk}").code == "insufficient-scope"
