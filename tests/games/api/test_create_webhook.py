"""POST /webhooks"""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection

from games.models import Webhook
from games.services.webhooks import MOST
from tests.caller import Caller
from tests.games.api.hooks import EVENTS, URL, make_hook
from tests.games.seated import limited_to


def test_it_is_made_and_its_secret_shown(ana: Caller) -> None:
    answer = ana.post("/webhooks", {"url": URL, "events": ["turn", "game-finished", "turn"]})

    assert answer.status == 201
    made = answer.json
    assert answer.headers["Location"] == f"/api/v1/webhooks/{made['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    secret = made.pop("secret")
    assert secret.startswith("whsec_")
    assert 24 <= len(base64.b64decode(secret.removeprefix("whsec_"), validate=True)) <= 64
    assert made == {
        "id": made["id"],
        "url": URL,
        "events": ["turn", "game-finished"],
        "active": True,
        "created_at": made["created_at"],
        "disabled_at": None,
        "disabled_reason": None,
        "failing_since": None,
    }
    assert made["created_at"].endswith("Z")


def test_each_has_a_secret_of_its_own(ana: Caller) -> None:
    assert make_hook(ana)["secret"] != make_hook(ana)["secret"]


def test_a_repeat_makes_no_other_and_does_not_show_the_secret_again(ana: Caller) -> None:
    body = {"url": URL, "events": ["turn"]}
    first = ana.post("/webhooks", body, idempotency_key="one")
    again = ana.post("/webhooks", body, idempotency_key="one")

    assert (first.status, again.status) == (201, 201)
    assert again.json == {**first.json, "secret": None}
    assert Webhook.objects.count() == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT body FROM players_idempotencykey")
        assert first.json["secret"] not in str(cursor.fetchall())


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_can_be_asked_for(ana: Caller, event: str) -> None:
    assert make_hook(ana, events=[event])["events"] == [event]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "url"),
        ({"url": URL}, "events"),
        ({"url": URL, "events": []}, "events"),
        ({"url": URL, "events": "turn"}, "events"),
        ({"url": URL, "events": ["turns"]}, "events.0"),
        ({"url": URL, "events": [None]}, "events.0"),
        ({"url": URL, "events": ["turn"] * 21}, "events"),
        ({"url": None, "events": ["turn"]}, "url"),
        ({"url": 3, "events": ["turn"]}, "url"),
        ({"url": "", "events": ["turn"]}, "url"),
        ({"url": f"{URL}/{'x' * 2000}", "events": ["turn"]}, "url"),
        ({"url": "ftp://8.8.8.8/", "events": ["turn"]}, "url"),
        ({"url": "https://ana:secret@8.8.8.8/", "events": ["turn"]}, "url"),
        ({"url": "http://127.0.0.1:8000/", "events": ["turn"]}, "url"),
        ({"url": "http://[::ffff:10.0.0.1]/", "events": ["turn"]}, "url"),
        ({"url": "http://169.254.169.254/", "events": ["turn"]}, "url"),
        ({"url": "http://0x7f.1/", "events": ["turn"]}, "url"),
        ({"url": "http://localhost/", "events": ["turn"]}, "url"),
    ],
)
def test_nonsense_and_private_addresses_are_refused(ana: Caller, body: Any, field: str) -> None:
    answer = ana.post("/webhooks", body)

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert field in answer.fields
    assert not Webhook.objects.exists()


def test_private_addresses_may_be_allowed(ana: Caller, settings: LazySettings) -> None:
    settings.WEBHOOKS_ALLOW_PRIVATE = True

    assert make_hook(ana, "http://127.0.0.1:9000/")["active"]


def test_twenty_are_enough(ana: Caller, boris: Caller) -> None:
    for _ in range(MOST):
        hook = make_hook(ana)
    refused = ana.post("/webhooks", {"url": URL, "events": ["turn"]})

    assert (refused.status, refused.code) == (400, "invalid-request")
    assert "20" in refused.json["detail"]
    make_hook(boris)
    assert ana.delete(f"/webhooks/{hook['id']}").status == 204
    make_hook(ana)


@pytest.mark.django_db(transaction=True)
def test_twenty_are_enough_for_requests_at_once_too(ana: Caller) -> None:
    from tests.games.services.test_races import at_once

    for _ in range(MOST - 1):
        make_hook(ana)
    body = {"url": URL, "events": ["turn"]}
    answers = at_once([partial(ana.post, "/webhooks", body)] * 4)

    assert sorted(answer.status for answer in answers) == [201, 400, 400, 400]
    assert Webhook.objects.count() == MOST


def test_it_takes_the_scope_of_the_account(ana: Caller, nobody: Caller) -> None:
    body = {"url": URL, "events": ["turn"]}

    assert nobody.post("/webhooks", body).code == "not-authenticated"
    assert limited_to(ana, "read", "play").post("/webhooks", body).code == "insufficient-scope"
    assert limited_to(ana, "account").post("/webhooks", body).status == 201
