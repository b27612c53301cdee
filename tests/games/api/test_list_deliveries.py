"""GET /webhooks/{id}/deliveries, and what is in them"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings

from tests.caller import Caller
from tests.games.api.hooks import EVENTS, deliveries_of, make_hook, send_all
from tests.games.receiver import Receiver, receiving
from tests.games.seated import SEATS, People, deals, limited_to, seat_four
from tests.oracle.leaks import hidden_cards


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.WEBHOOKS_ALLOW_PRIVATE = True
    with receiving() as found:
        yield found


def test_what_is_still_to_be_sent_is_listed(people: People) -> None:
    hook = make_hook(people["N"], events=["game-started"])
    table = seat_four(people)

    (one,) = deliveries_of(people["N"], hook)
    started = next(e for e in table.events() if e["type"] == "game-started")
    assert one == {
        "id": one["id"],
        "type": "game-started",
        "game": table.id,
        "version": started["version"],
        "status": "pending",
        "created_at": one["created_at"],
        "delivered_at": None,
        "next_attempt_at": one["next_attempt_at"],
        "attempts": [],
        "payload": {
            "type": "game-started",
            "timestamp": started["at"],
            "data": {
                "game": table.id,
                "version": started["version"],
                "first_dealer": started["data"]["first_dealer"],
                "you": "N",
            },
        },
    }


def test_every_attempt_is_told(people: People, receiver: Receiver) -> None:
    receiver.statuses = [503]
    hook = make_hook(people["N"], receiver.url, ["game-started"])
    seat_four(people)
    send_all()

    (one,) = deliveries_of(people["N"], hook)
    (attempt,) = one["attempts"]
    assert (one["status"], attempt["status"], attempt["error"]) == ("pending", 503, "answered 503")
    assert attempt["milliseconds"] >= 0
    assert one["next_attempt_at"] > attempt["at"]
    assert people["N"].get(f"/webhooks/{hook['id']}").json["failing_since"] == attempt["at"]


def test_what_arrives_is_what_is_listed_and_the_signature_is_right(
    people: People, receiver: Receiver
) -> None:
    hook = make_hook(people["N"], receiver.url)
    table = seat_four(people, **deals(2, 1))
    table.finish()
    send_all()

    listed = deliveries_of(people["N"], hook)
    assert [one["status"] for one in listed] == ["delivered"] * len(listed)
    arrived = dict(zip(receiver.ids, receiver.verified(hook["secret"]), strict=True))
    assert arrived == {one["id"]: one["payload"] for one in listed}
    turns = [one for one in arrived.values() if one["type"] == "turn"]
    assert {turn["data"]["seat"] for turn in turns} == {"N"}
    assert {one["type"] for one in arrived.values()} == set(EVENTS) - {
        "turn-expiring",
        "message",
        "game-voided",
        "dispute",
    }


@pytest.mark.slow
def test_no_delivery_ever_holds_a_card_or_a_secret(people: People) -> None:
    hooks = {seat: make_hook(people[seat]) for seat in SEATS}
    table = seat_four(people, **deals(3, 2, 13))
    moves = table.moves(random.Random(3))
    while table.show()["deal"]["number"] < 3:
        next(moves)
    for _ in range(6):
        next(moves)
    shown = [one for seat in SEATS for one in deliveries_of(people[seat], hooks[seat])]
    assert len(shown) > 20
    for one in shown:
        assert hidden_cards(one, (), skip=()) == []
    for _ in moves:
        pass
    for seat in SEATS:
        for one in deliveries_of(people[seat], hooks[seat]):
            assert hidden_cards(one, (), skip=()) == []
            assert hooks[seat]["secret"] not in str(one)


def test_they_come_in_pages_newest_first(people: People) -> None:
    hook = make_hook(people["N"])
    table = seat_four(people, **deals(2))
    table.finish()
    path = f"/webhooks/{hook['id']}/deliveries"

    whole = [one["id"] for one in people["N"].get(path).json["results"]]
    url, paged = f"{path}?limit=2", list[str]()
    while url:
        page = people["N"].get(url).json
        assert len(page["results"]) <= 2
        paged += [one["id"] for one in page["results"]]
        url = page["next"]
    assert paged == whole
    assert len(whole) > 4
    assert people["N"].get(f"{path}?limit=0").code == "invalid-request"


def test_others_do_not_find_them(people: People, eve: Caller, nobody: Caller) -> None:
    hook = make_hook(people["N"])
    path = f"/webhooks/{hook['id']}/deliveries"

    assert eve.get(path).code == "not-found"
    assert people["E"].get(path).code == "not-found"
    assert nobody.get(path).code == "not-authenticated"
    assert limited_to(people["N"], "read").get(path).code == "insufficient-scope"
    assert people["N"].get(f"/webhooks/{uuid4()}/deliveries").code == "not-found"


def test_it_matches_the_document(people: People, receiver: Receiver) -> None:
    import json

    from backalley import openapi
    from tests.games.api.test_document import closed, matches

    document = json.loads(openapi._document())
    strict = closed(document)
    made = make_hook(people["N"], receiver.url)
    assert matches(strict, "NewWebhook", made) == []
    table = seat_four(people, **deals(1))
    receiver.statuses = [500]
    send_all()
    table.finish()
    path = f"/webhooks/{made['id']}"
    assert matches(strict, "Webhook", people["N"].get(path).json) == []
    assert matches(strict, "WebhookList", people["N"].get("/webhooks").json) == []
    page: Any = people["N"].get(f"{path}/deliveries").json
    assert matches(strict, "DeliveryList", page) == []
    for one in page["results"]:
        shape = document["webhooks"][one["type"]]["post"]["requestBody"]["content"]
        schema = shape["application/json"]["schema"]["$ref"].rpartition("/")[2]
        assert matches(strict, schema, one["payload"]) == []
