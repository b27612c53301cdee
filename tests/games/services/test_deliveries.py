"""Deliveries on their way: to a real receiver, with a clock of the test's own."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
from celery import current_app
from django.conf import LazySettings

from games import models, tasks
from games.models import Delivery, Webhook
from games.services import deliveries, outbox, webhooks
from games.services.deliveries import BACK_OFF, JITTER, KEPT_ATTEMPTS, LEASE, RESTS
from games.webhooks import sending
from games.webhooks.sending import Outcome
from players.models import Player
from tests.games.receiver import Receiver, receiving
from tests.games.services.table import NOON, People, Table, seated

pytestmark = pytest.mark.usefixtures("woken")
INSTANT = timedelta(microseconds=1)


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


@pytest.fixture
def webhook(people: People, receiver: Receiver) -> Webhook:
    """Ana's, told of everything."""
    return hook(people["N"], receiver)


@pytest.fixture
def table(webhook: Webhook, people: People) -> Table:
    """A running game; ana's webhook is to be told that it has started, and maybe of her turn."""
    return seated(people)


def hook(player: Player, receiver: Receiver, *events: str) -> Webhook:
    return webhooks.create_webhook(
        player=player, url=receiver.url, events=events or ("game-started",), now=NOON
    )


class Clock:
    """A time that goes forward when it is told to."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(table: Table) -> Clock:
    return Clock(table.now + outbox.GRACE)


def only(webhook: Webhook) -> Delivery:
    return webhook.deliveries.get()


def until_given_up(webhook: Webhook, clock: Clock) -> list[timedelta]:
    """Sweep at every time when something is due; how long each pause was."""
    pauses = []
    while deliveries.deliver_due(clock=clock) and (due := only(webhook).due_at) is not None:
        webhook.refresh_from_db()
        assert webhook.rests_until is not None
        pauses.append(due - clock.now)
        clock.now = max(due, webhook.rests_until)
    return pauses


def test_the_sweep_delivers_what_the_broker_forgot(
    webhook: Webhook, table: Table, clock: Clock, receiver: Receiver
) -> None:
    assert deliveries.deliver_due(clock=clock) == 1

    delivery = only(webhook)
    ((headers, body),) = receiver.requests
    assert headers["webhook-id"] == str(delivery.pk)
    message = json.loads(body)
    assert list(message) == ["type", "timestamp", "data"]
    assert message["type"] == "game-started"
    assert message["data"]["game"] == str(table.row.pk)
    assert (delivery.delivered_at, delivery.due_at) == (clock.now, None)
    assert delivery.attempts[0]["status"] == 204
    assert delivery.attempts[0]["error"] is None
    assert deliveries.deliver_due(clock=clock) == 0


def test_the_sweep_leaves_a_new_one_to_the_worker_for_a_moment(
    webhook: Webhook, clock: Clock, receiver: Receiver
) -> None:
    clock.now -= INSTANT
    assert deliveries.deliver_due(clock=clock) == 0
    assert deliveries.deliver(webhook.pk, clock=clock) == 1
    assert len(receiver.requests) == 1


def test_a_task_run_late_or_twice_sends_nothing_twice(
    webhook: Webhook, clock: Clock, receiver: Receiver
) -> None:
    for _ in range(3):
        tasks.send_webhook(str(webhook.pk))
        deliveries.deliver(webhook.pk, clock=clock)

    assert len(receiver.requests) == 1


def test_a_failure_is_tried_again_after_ever_longer_pauses_for_some_three_days(
    webhook: Webhook, clock: Clock, receiver: Receiver
) -> None:
    receiver.always = 500
    begun = clock.now

    pauses = until_given_up(webhook, clock)

    assert len(pauses) == len(BACK_OFF)
    for pause, least in zip(pauses, BACK_OFF, strict=True):
        assert least <= pause <= least * (1 + JITTER)
    assert timedelta(days=2.5) < clock.now - begun < timedelta(days=4)
    assert set(receiver.ids) == {str(only(webhook).pk)}
    assert len(receiver.ids) == len(BACK_OFF) + 1
    assert len({body for _, body in receiver.requests}) == 1
    assert len(only(webhook).attempts) == KEPT_ATTEMPTS
    assert only(webhook).delivered_at is None


def test_pauses_differ_from_one_another(
    webhook: Webhook, clock: Clock, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.always = 500
    found = set()
    for _ in range(5):
        Delivery.objects.update(tries=4, due_at=clock.now)
        Webhook.objects.update(rests_until=None)
        deliveries.deliver_due(clock=clock)
        found.add(only(webhook).due_at)
    assert len(found) > 1


def test_after_days_of_nothing_but_failure_it_is_switched_off_with_a_note(
    webhook: Webhook, clock: Clock, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    receiver.always = 500
    until_given_up(webhook, clock)

    webhook.refresh_from_db()
    assert (webhook.disabled_reason, webhook.disabled_at) == ("failing", clock.now)
    assert webhook.failing_since is not None
    (line,) = [record for record in caplog.records if "switched off" in record.getMessage()]
    assert line.levelno == logging.WARNING
    assert str(webhook.pk) in line.getMessage()


def test_one_that_takes_something_now_and_then_stays_on(
    webhook: Webhook, clock: Clock, receiver: Receiver
) -> None:
    receiver.always = 500
    pauses = 0
    while deliveries.deliver_due(clock=clock) and (due := only(webhook).due_at) is not None:
        pauses += 1
        clock.now = due
        # As if it had taken another delivery meanwhile.
        Webhook.objects.update(failures=0, failing_since=None, rests_until=None)

    webhook.refresh_from_db()
    assert pauses == len(BACK_OFF)
    assert webhook.disabled_at is None


def test_who_answers_410_is_switched_off_at_once(
    webhook: Webhook, table: Table, people: People, clock: Clock, receiver: Receiver
) -> None:
    receiver.always = 410
    second = only(webhook)
    second.pk, second.version = None, 99
    second.save(force_insert=True)

    assert deliveries.deliver_due(clock=clock) == 1

    webhook.refresh_from_db()
    assert webhook.disabled_reason == "gone"
    assert not webhook.deliveries.filter(due_at__isnull=False).exists()
    clock.now += timedelta(days=30)
    assert deliveries.deliver_due(clock=clock) == 0


def test_an_endpoint_that_fails_rests_and_is_sent_nothing_else_meanwhile(
    webhook: Webhook, table: Table, clock: Clock, receiver: Receiver
) -> None:
    receiver.always = 503
    for failures, rest in enumerate([*RESTS, RESTS[-1]], start=1):
        Delivery.objects.update(due_at=clock.now)
        assert deliveries.deliver_due(clock=clock) == 1
        webhook.refresh_from_db()
        assert (webhook.failures, webhook.rests_until) == (failures, clock.now + rest)
        Delivery.objects.update(due_at=clock.now)
        clock.now += rest - INSTANT
        assert deliveries.deliver_due(clock=clock) == 0
        assert deliveries.deliver(webhook.pk, clock=clock) == 0
        clock.now += INSTANT
    receiver.always = 200
    assert deliveries.deliver_due(clock=clock) == 1
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since, webhook.rests_until) == (0, None, None)


def test_one_endpoint_that_fails_stops_no_other(
    people: People, webhook: Webhook, receiver: Receiver
) -> None:
    with receiving() as broken:
        broken.always = 500
        bad = hook(people["E"], broken)
        table = seated(people)
        clock = Clock(table.now + outbox.GRACE)
        assert deliveries.deliver_due(clock=clock) == 2
        assert only(bad).delivered_at is None
    assert only(webhook).delivered_at is not None
    assert len(receiver.requests) == 1


def test_many_that_rest_keep_no_other_waiting_however_much_is_due_to_them(
    webhook: Webhook, table: Table, people: People, receiver: Receiver, clock: Clock
) -> None:
    others = [hook(people["E"], receiver) for _ in range(3)]
    delivery = only(webhook)
    for place, other in enumerate(others):
        rows = [Delivery(**row_like(delivery, other, at=-number)) for number in range(1, 40)]
        Delivery.objects.bulk_create(rows)
        rests = clock.now + timedelta(seconds=place)
        Webhook.objects.filter(pk=other.pk).update(rests_until=rests)
    with mock.patch.object(deliveries, "ENDPOINTS_A_SWEEP", 2):
        # The first rests no longer and has waited for longest; the others rest, or are new.
        assert deliveries._waiting(clock.now) == [others[0].pk, webhook.pk]
        clock.now += timedelta(seconds=1)
        assert {*deliveries._waiting(clock.now)} == {others[0].pk, others[1].pk}


def row_like(delivery: Delivery, webhook: Webhook, at: int) -> dict[str, Any]:
    """The columns of another delivery, due so many seconds later."""
    due = delivery.due_at
    assert due is not None
    names = ("game", "type", "at", "data", "created_at")
    same = {name: getattr(delivery, name) for name in names}
    changes = {"version": 1000 - at, "due_at": due + timedelta(seconds=at)}
    return {**same, **changes, "webhook": webhook}


def test_a_worker_turns_to_other_endpoints_after_a_while(
    webhook: Webhook, table: Table, clock: Clock, told: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "TURN", -1.0)
    second = only(webhook)
    second.pk, second.version = None, 99
    second.save(force_insert=True)

    assert deliveries.deliver(webhook.pk, clock=clock) == 1
    assert told == [webhook.pk]


def test_the_sweep_comes_up_for_air_between_endpoints(
    people: People, webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "TURN", -1.0)
    hook(people["E"], receiver)
    clock = Clock(seated(people).now + outbox.GRACE)

    assert [deliveries.deliver_due(clock=clock) for _ in range(3)] == [1, 1, 0]


def test_whose_sender_died_is_served_when_the_lease_is_over(
    webhook: Webhook, clock: Clock, receiver: Receiver
) -> None:
    assert deliveries._claim(webhook.pk, clock.now, timedelta(0)) is not None
    assert deliveries.deliver_due(clock=clock) == 0
    clock.now += LEASE - INSTANT
    assert deliveries.deliver_due(clock=clock) == 0
    clock.now += INSTANT
    assert deliveries.deliver_due(clock=clock) == 1
    assert len(receiver.requests) == 1


def test_a_sender_that_was_given_up_writes_nothing_any_more(
    webhook: Webhook, clock: Clock, receiver: Receiver
) -> None:
    claim = deliveries._claim(webhook.pk, clock.now, timedelta(0))
    assert claim is not None
    clock.now += LEASE
    deliveries.deliver_due(clock=clock)
    delivered = only(webhook)

    deliveries._note(claim, Outcome(500, "answered 500", 1), clock.now)

    assert only(webhook).attempts == delivered.attempts
    assert only(webhook).due_at is None


def test_what_was_deleted_while_it_was_sent_is_no_trouble(
    webhook: Webhook, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delete(**_: Any) -> Outcome:
        webhooks.delete_webhook(webhook)
        return Outcome(200, "", 1)

    monkeypatch.setattr(sending, "send", delete)
    assert deliveries.deliver_due(clock=clock) == 1
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_no_address_inside_is_connected_to_even_if_the_webhook_was_made_with_one(
    webhook: Webhook, clock: Clock, receiver: Receiver, settings: LazySettings
) -> None:
    settings.WEBHOOKS_ALLOW_PRIVATE = False

    assert deliveries.deliver_due(clock=clock) == 1
    assert receiver.requests == []
    assert only(webhook).attempts[0]["error"] == "the address is private"


def test_old_deliveries_are_cleared_away(webhook: Webhook, table: Table) -> None:
    made = only(webhook).created_at

    assert deliveries.tidy(made + timedelta(days=30)) == 0
    assert deliveries.tidy(made + timedelta(days=30) + INSTANT) == 1
    assert not Delivery.objects.exists()
    assert Webhook.objects.filter(pk=webhook.pk).exists()


def test_all_of_a_player_end_at_once(
    webhook: Webhook, table: Table, people: People, receiver: Receiver
) -> None:
    other = hook(people["E"], receiver)

    webhooks.forget_webhooks(people["N"])

    assert list(Webhook.objects.all()) == [other]
    assert not Delivery.objects.exists()


def test_no_line_of_the_log_holds_a_secret_or_a_url(
    webhook: Webhook, clock: Clock, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    receiver.statuses = [500]
    deliveries.deliver_due(clock=clock)
    clock.now += timedelta(seconds=10)
    deliveries.deliver_due(clock=clock)

    assert len(receiver.requests) == 2
    for record in caplog.records:
        if record.name.startswith(("games", "players", "backalley")):
            assert webhook.secret not in record.getMessage()
            assert receiver.url not in record.getMessage()


def test_an_act_is_done_and_its_delivery_kept_while_the_broker_is_away(
    people: People,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.undo()
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setattr(current_app.conf, "broker_url", f"redis://127.0.0.1:{port}/0")
    monkeypatch.setattr(tasks, "_broker", tasks._Broker())
    webhook = models.Webhook.objects.create(
        player=people["N"], url=receiver.url, events=["game-started"], secret="x", created_at=NOON
    )
    with django_capture_on_commit_callbacks(execute=True):
        seated(people)

    assert only(webhook).due_at is not None
    assert only(webhook).attempts == []
