"""Worker, sweep and redelivery at once, each on a connection of its own."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import repeat
from uuid import UUID

import pytest
from django.conf import LazySettings
from django.db import connection

from games import tasks
from games.models import Delivery, Webhook
from games.services import deliveries, outbox, webhooks
from tests.games.receiver import Receiver, receiving
from tests.games.services.table import NOON, People, seated
from tests.games.services.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("woken")]


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> list[UUID]:
    """The webhooks for which a worker would have been woken."""
    settings.WEBHOOKS_ALLOW_PRIVATE = True
    told = list[UUID]()
    monkeypatch.setattr(tasks, "wake_messengers", told.extend)
    return told


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def on_a_connection_of_its_own(call: Callable[[], object]) -> threading.Thread:
    """A thread in which this is done, started."""

    def run() -> None:
        call()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def hooks_of(people: People, receiver: Receiver) -> list[Webhook]:
    return [
        webhooks.create_webhook(
            player=player, url=receiver.url, events=("turn", "game-started"), now=NOON
        )
        for player in people.values()
    ]


def test_each_delivery_is_sent_once_by_however_many(people: People, receiver: Receiver) -> None:
    hooks = hooks_of(people, receiver)
    table = seated(people)
    for _ in range(5):
        table.move()
    clock = repeat(table.now + outbox.GRACE).__next__
    workers = [partial(deliveries.deliver, webhook.pk, clock=clock) for webhook in hooks]
    sweepers = [partial(deliveries.deliver_due, clock=clock)] * 3

    at_once([*workers, *sweepers, *workers])
    # Who found an endpoint in somebody's hands has left it to him.
    deliveries.deliver_due(clock=clock)

    assert Counter(receiver.ids) == {str(one.pk): 1 for one in Delivery.objects.all()}
    assert len(receiver.ids) == 4 + 6
    assert not Delivery.objects.filter(due_at__isnull=False).exists()


def test_a_delivery_asked_for_again_while_it_waits_goes_out_once(
    people: People, receiver: Receiver
) -> None:
    webhook = hooks_of(people, receiver)[0]
    table = seated(people)
    now = table.now + outbox.GRACE
    delivery = webhook.deliveries.order_by("id")[0]
    again = partial(webhooks.redeliver, webhook=webhook, delivery_id=delivery.pk, now=now)
    receiver.hold = threading.Event()
    sender = on_a_connection_of_its_own(lambda: deliveries.deliver_due(clock=lambda: now))
    while not receiver.requests:
        receiver.hold.wait(0.01)

    at_once([again, again, partial(deliveries.deliver, webhook.pk, clock=lambda: now)])
    receiver.hold.set()
    sender.join(20)
    deliveries.deliver_due(clock=lambda: now + timedelta(seconds=1))

    assert Counter(receiver.ids)[str(delivery.pk)] == 1


def test_a_slow_endpoint_holds_up_no_other_and_no_move(people: People) -> None:
    with receiving() as slow, receiving() as quick:
        slow.hold = threading.Event()
        first = hooks_of({"N": people["N"]}, slow)[0]
        second = hooks_of({"E": people["E"]}, quick)[0]
        table = seated(people)
        now = table.now + outbox.GRACE
        sender = on_a_connection_of_its_own(lambda: deliveries.deliver(first.pk, clock=lambda: now))
        while not slow.requests:
            slow.hold.wait(0.01)

        assert deliveries.deliver_due(clock=lambda: now) >= 1
        table.move()
        assert not second.deliveries.filter(due_at__lte=now, delivered_at=None).exists()
        assert first.deliveries.filter(delivered_at=None).exists()
        slow.hold.set()
        sender.join(20)
