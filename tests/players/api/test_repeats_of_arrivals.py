"""POSTs that nobody needs a token for, sent with one, and with an Idempotency-Key"""

from __future__ import annotations

from typing import Any

import pytest

from players import services
from players.models import IdempotencyKey, Player, Token
from tests.caller import Answer, Caller

PASSWORD = "a-long-password"
ARRIVALS = {
    "/players": {"username": "boris", "password": PASSWORD},
    "/players/guest": {},
    "/tokens": {"username": "ana", "password": PASSWORD},
}


@pytest.fixture
def ana(db: None) -> Caller:
    _, token = services.sign_up(username="ana", password=PASSWORD)
    return Caller(token, "ana")


def arrive(caller: Caller, path: str, **changes: str) -> Answer:
    return caller.post(path, {**ARRIVALS[path], **changes}, idempotency_key="k")


@pytest.mark.parametrize("path", ARRIVALS)
def test_with_a_token_a_repeat_has_no_effect_and_shows_no_token_again(
    ana: Caller, path: str
) -> None:
    first, again = arrive(ana, path), arrive(ana, path)

    assert (first.status, again.status) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert first.json["token"]
    assert again.json == {**first.json, "token": None}
    assert Token.objects.count() == 2
    assert first.json["token"] not in IdempotencyKey.objects.get().body


@pytest.mark.parametrize("path", ARRIVALS)
@pytest.mark.parametrize("token", ["", "ba_" + "x" * 43, "rubbish"])
def test_without_one_a_key_means_nothing(ana: Caller, path: str, token: str) -> None:
    nobody = Caller(token)
    first, again = arrive(nobody, path), arrive(nobody, path)

    assert first.status == 201
    assert "Idempotency-Replayed" not in again.headers
    assert not IdempotencyKey.objects.exists()


def test_another_password_is_another_request(ana: Caller) -> None:
    assert arrive(ana, "/tokens").status == 201
    assert arrive(ana, "/tokens", password="another password").code == "idempotency-key-reused"


def test_what_was_refused_leaves_the_key_free(ana: Caller) -> None:
    assert arrive(ana, "/tokens", password="a wrong password").status == 401
    assert arrive(ana, "/tokens").status == 201


def test_whoever_reads_what_is_kept_cannot_try_passwords_on_it(ana: Caller, settings: Any) -> None:
    arrive(ana, "/tokens")
    kept = bytes(IdempotencyKey.objects.get().fingerprint)
    IdempotencyKey.objects.all().delete()
    settings.SECRET_KEY = "another service's"
    arrive(ana, "/tokens")

    assert bytes(IdempotencyKey.objects.get().fingerprint) != kept
    assert Player.objects.count() == 1
