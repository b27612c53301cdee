"""POST /webhooks/{id}/deliveries/{delivery}/redeliver"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings

from games.models import Webhook
from tests.caller import Caller
from tests.games.api.hooks import deliveries_of, make_hook, send_all
from tests.games.receiver import Receiver, receiving
from tests.games.seated import People, limited_to, seat_four


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.WEBHOOKS_ALLOW_PRIVATE = True
    with receiving() as found:
        yield found


@pytest.fixture
def hook(people: People, receiver: Receiver) -> Any:
    """Ana's, told that a game has started."""
    made = make_hook(people["N"], receiver.url, ["game-started"])
    seat_four(people)
    return made


def path_to(hook: Any, delivery: Any) -> str:
    return f"/webhooks/{hook['id']}/deliveries/{delivery['id']}/redeliver"


def only(ana: Caller, hook: Any) -> Any:
    (one,) = deliveries_of(ana, hook)
    return one


def test_it_is_sent_again_under_the_same_id(ana: Caller, hook: Any, receiver: Receiver) -> None:
    send_all()
    answer = ana.post(path_to(hook, only(ana, hook)))

    assert answer.status == 202
    assert answer.json == only(ana, hook)
    assert answer.json["status"] == "pending"
    assert send_all() == 1
    assert receiver.ids == [only(ana, hook)["id"]] * 2
    first, second = receiver.verified(hook["secret"])
    assert first == second
    assert only(ana, hook)["status"] == "delivered"
    assert len(only(ana, hook)["attempts"]) == 2


def test_one_attempt_is_asked_for_and_one_is_made(
    ana: Caller, hook: Any, receiver: Receiver
) -> None:
    send_all()
    receiver.always = 500
    ana.post(path_to(hook, only(ana, hook)))
    send_all()

    one = only(ana, hook)
    assert (one["status"], one["next_attempt_at"]) == ("delivered", None)
    assert [attempt["status"] for attempt in one["attempts"]] == [204, 500]
    assert ana.get(f"/webhooks/{hook['id']}").json["active"]


def test_one_that_waits_for_its_next_attempt_is_brought_forward(
    ana: Caller, hook: Any, receiver: Receiver
) -> None:
    receiver.statuses = [500]
    send_all()
    assert send_all() == 0

    ana.post(path_to(hook, only(ana, hook)))
    assert send_all() == 1
    assert only(ana, hook)["status"] == "delivered"


def test_a_repeat_of_the_request_asks_for_no_other_attempt(
    ana: Caller, hook: Any, receiver: Receiver
) -> None:
    send_all()
    path = path_to(hook, only(ana, hook))
    first = ana.post(path, idempotency_key="again")
    send_all()
    second = ana.post(path, idempotency_key="again")

    assert first.content == second.content
    assert send_all() == 0
    assert len(receiver.requests) == 2


def test_an_endpoint_that_takes_it_is_switched_on_again(
    ana: Caller, hook: Any, receiver: Receiver
) -> None:
    receiver.always = 410
    send_all()
    one = only(ana, hook)
    assert (one["status"], one["next_attempt_at"]) == ("failed", None)
    assert ana.get(f"/webhooks/{hook['id']}").json["disabled_reason"] == "gone"

    ana.post(path_to(hook, one))
    send_all()
    assert not ana.get(f"/webhooks/{hook['id']}").json["active"]
    receiver.always = 204
    ana.post(path_to(hook, one))
    send_all()
    shown = ana.get(f"/webhooks/{hook['id']}").json
    assert (shown["active"], shown["disabled_reason"], shown["disabled_at"]) == (True, None, None)
    assert only(ana, hook)["status"] == "delivered"


def test_others_do_not_find_it_nor_under_another_webhook(
    people: People, eve: Caller, nobody: Caller, hook: Any
) -> None:
    ana, one = people["N"], only(people["N"], hook)
    other = make_hook(ana)
    foreign = make_hook(eve)

    assert eve.post(path_to(hook, one)).code == "not-found"
    assert eve.post(path_to(foreign, one)).code == "not-found"
    assert ana.post(path_to(other, one)).code == "not-found"
    assert ana.post(path_to(hook, {"id": uuid4()})).code == "not-found"
    assert ana.post(path_to(hook, {"id": "x"})).code == "not-found"
    assert nobody.post(path_to(hook, one)).code == "not-authenticated"
    assert limited_to(ana, "play").post(path_to(hook, one)).code == "insufficient-scope"


def test_of_a_deleted_webhook_nothing_is_sent_again(
    ana: Caller, hook: Any, receiver: Receiver
) -> None:
    one = only(ana, hook)
    ana.delete(f"/webhooks/{hook['id']}")

    assert ana.post(path_to(hook, one)).code == "not-found"
    assert send_all() == 0
    assert receiver.requests == []
    assert not Webhook.objects.exists()
