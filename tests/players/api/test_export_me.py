"""GET /me/export"""

from __future__ import annotations

import pytest

from players.api import me
from players.models import Token
from tests.caller import PASSWORD, Caller


def test_it_holds_the_account_and_its_tokens_without_secrets(ana: Caller) -> None:
    made = ana.post("/tokens", {"username": "ana", "password": PASSWORD, "label": "phone"}).json
    ana.delete(f"/tokens/{made['id']}")
    answer = ana.get("/me/export")

    assert answer.status == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    shown = answer.json
    assert shown["account"] == ana.get("/me").json
    assert [token["label"] for token in shown["tokens"]] == ["phone", ""]
    assert [token["revoked_at"] is None for token in shown["tokens"]] == [False, True]
    assert shown["cut_short"] == []
    assert {"games", "webhooks"} <= set(shown)
    assert made["token"].encode() not in answer.content
    assert str(ana.token).encode() not in answer.content


def test_it_holds_nothing_of_others(ana: Caller, boris: Caller) -> None:
    ana.post("/tokens", {"username": "ana", "password": PASSWORD, "label": "phone"})
    boris.post("/me/claim", {"username": "guest", "password": PASSWORD}, idempotency_key="refused")
    boris.post("/me/claim", {"username": "chie", "password": PASSWORD}, idempotency_key="mine")

    shown = boris.get("/me/export")
    assert len(shown.json["tokens"]) == 1
    assert [kept["key"] for kept in shown.json["idempotency_keys"]] == ["mine"]
    assert b"phone" not in shown.content
    assert b'"ana"' not in shown.content


def test_a_long_section_is_cut_short_and_says_so(
    ana: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(me, "LONGEST_SECTION", 2)
    for label in "abc":
        ana.post("/tokens", {"username": "ana", "password": PASSWORD, "label": label})

    shown = ana.get("/me/export").json
    assert [token["label"] for token in shown["tokens"]] == ["c", "b"]
    assert shown["cut_short"] == ["tokens"]


def test_it_takes_a_token_of_the_scope_account(ana: Caller, nobody: Caller) -> None:
    assert nobody.get("/me/export").code == "not-authenticated"
    Token.objects.update(scopes=["read", "play"])
    assert ana.get("/me/export").code == "insufficient-scope"
