"""What webhooks are told of: by whom, of what, once, and in the act's own transaction."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import models, tasks
from games.engine.refusals import Refusal
from games.engine.seats import SEATS
from games.eventstore.store import read
from games.services import moves, notices, outbox, sweeping, webhooks
from games.services.sweeping import warn
from players.models import Player
from tests.games.services.table import NOON, People, Table, bots_only, seated

pytestmark = pytest.mark.usefixtures("woken", "told")
Capture = Callable[..., AbstractContextManager[list[Any]]]
EVERYTHING = outbox.EVENTS


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The webhooks for which a worker would have been woken."""
    told = list[UUID]()
    monkeypatch.setattr(tasks, "wake_messengers", told.extend)
    return told


def hook(player: Player, *events: str) -> models.Webhook:
    return webhooks.create_webhook(
        player=player, url="https://8.8.8.8/hook", events=events or EVERYTHING, now=NOON
    )


def written(webhook: models.Webhook) -> list[models.Delivery]:
    return list(webhook.deliveries.order_by("version", "id"))


def kinds(webhook: models.Webhook) -> list[str]:
    return [delivery.type for delivery in written(webhook)]


def step(table: Table) -> None:
    """Whoever is to act moves, be it a bot."""
    table.later(2)
    if table.game.seats[table.turn].bot is None:
        table.move()
    else:
        assert table.machine() is not None


def time_out(table: Table) -> None:
    table.run_out()
    assert table.machine() is not None


def test_the_player_to_act_is_told_once_and_the_others_are_not(people: People) -> None:
    hooks = {seat: hook(people[seat], "turn") for seat in SEATS}
    table = seated(people)

    first = written(hooks[table.turn])
    assert [(one.type, one.version) for one in first] == [("turn", table.version)]
    assert first[0].data == {
        "game": str(table.row.pk),
        "version": table.version,
        "seat": table.turn,
        "action": "bid",
        "deadline": table.row.deadline.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),  # type: ignore[union-attr]
    }
    assert [len(written(hooks[seat])) for seat in SEATS if seat != table.turn] == [0, 0, 0]


def test_every_turn_of_a_person_is_told_of_exactly_once(people: People) -> None:
    hooks = {seat: hook(people[seat], "turn") for seat in SEATS}
    table = seated(people, options={"hand_sizes": [3, 2]})
    turns = Counter({table.turn: 1})
    while True:
        table.move()
        if table.game.over:
            break
        turns[table.turn] += 1
        (newest, *_) = hooks[table.turn].deliveries.order_by("-version")
        assert newest.version == table.version
        assert newest.data["seat"] == table.turn
    assert {seat: len(written(hooks[seat])) for seat in SEATS} == turns


def test_of_an_act_on_which_no_turn_begins_nobody_is_told(people: People) -> None:
    hooks = {seat: hook(people[seat], "turn") for seat in SEATS}
    table = seated(people)
    turn, other = table.turn, SEATS[(SEATS.index(table.turn) + 1) % 4]

    table.leave(other, people[other])

    assert table.turn == turn
    assert sum(len(written(one)) for one in hooks.values()) == 1


def test_neither_bots_nor_autopilots_turns_are_told_of_but_a_return_is(people: People) -> None:
    table = seated(people)
    absent = table.turn
    gone = SEATS[(SEATS.index(absent) + 1) % 4]
    hooks = {seat: hook(people[seat], "turn") for seat in SEATS}
    table.leave(gone, people[gone])
    time_out(table)
    assert table.turn == gone
    while table.turn != absent:
        step(table)
    assert written(hooks[gone]) == []
    assert written(hooks[absent]) == []

    table.come_back(absent)
    (one,) = written(hooks[absent])
    assert (one.type, one.version) == ("turn", table.version)
    table.come_back(absent)
    assert len(written(hooks[absent])) == 1


def test_the_course_of_a_game_is_told_to_all_who_sit(people: People) -> None:
    wanted = ("game-started", "deal-scored", "game-finished")
    hooks = [hook(player, *wanted) for player in people.values()]
    table = seated(people, options={"hand_sizes": [2, 1]})
    while not table.game.over:
        table.move()

    events = {event.version: event for event in read(table.row.pk) if event.kind in wanted}
    for seat, webhook in zip(people, hooks, strict=True):
        rows = written(webhook)
        assert [one.version for one in rows] == sorted(events)
        for one in rows:
            event = events[one.version]
            assert (one.type, one.at, one.data["you"]) == (event.kind, event.at, seat)
            facts = {k: v for k, v in one.data.items() if k not in ("game", "version", "you")}
            assert facts
            assert facts.items() <= event.data.items()
    assert kinds(hooks[0]) == ["game-started", "deal-scored", "deal-scored", "game-finished"]


def test_who_has_left_is_still_told_how_the_game_goes_and_strangers_never_are(
    people: People, eve: Player
) -> None:
    table = seated(people, options={"hand_sizes": [1]})
    gone = SEATS[(SEATS.index(table.turn) + 1) % 4]
    former, stranger = hook(people[gone]), hook(eve)
    table.leave(gone, people[gone])
    while not table.game.over:
        step(table)

    assert kinds(former) == ["deal-scored", "game-finished"]
    assert written(former)[0].data["you"] is None
    assert kinds(stranger) == []


def test_a_creator_who_only_watches_is_told_nothing(ana: Player) -> None:
    webhook = hook(ana)
    table = bots_only(ana, options={"hand_sizes": [1]})
    while not table.game.over:
        step(table)

    assert kinds(webhook) == []


def test_a_game_that_is_given_up_is_told_of(people: People) -> None:
    webhook = hook(people["N"])
    table = Table(people, people["N"])
    table.now += timedelta(days=8)
    while sweeping.sweep(models.Lane.QUICK, clock=table.clock):
        pass

    (one,) = written(webhook)
    assert one.type == "game-voided"
    assert one.data["note"]


def test_only_what_was_asked_for_is_told(people: People) -> None:
    webhook = hook(people["N"], "game-finished")
    table = seated(people, options={"hand_sizes": [1]})
    while not table.game.over:
        table.move()

    assert kinds(webhook) == ["game-finished"]


def test_each_of_a_players_webhooks_is_told(people: People) -> None:
    hooks = [hook(people["N"], "game-started") for _ in range(2)]
    seated(people)

    assert [kinds(one) for one in hooks] == [["game-started"]] * 2


def test_one_that_is_switched_off_is_not_told(people: People) -> None:
    webhook = hook(people["N"])
    models.Webhook.objects.update(disabled_at=NOON, disabled_reason="gone")
    seated(people)

    assert kinds(webhook) == []


def test_what_did_not_happen_is_not_told(people: People, told: list[UUID]) -> None:
    hooks = {seat: hook(people[seat]) for seat in SEATS}
    table = seated(people)
    before = models.Delivery.objects.count()
    with pytest.raises(Refusal):
        moves.bid(player=people[table.turn], game_id=table.row.pk, bid=99, now=table.later())
    with transaction.atomic():
        moves.bid(player=people[table.turn], game_id=table.row.pk, bid=1, now=table.later())
        transaction.set_rollback(True)

    assert models.Delivery.objects.count() == before
    assert len(hooks) == 4
    assert told == []


def test_a_worker_is_told_after_the_commit_once_for_each_webhook(
    people: People, told: list[UUID], django_capture_on_commit_callbacks: Capture
) -> None:
    hooks = [hook(people["N"]), hook(people["E"])]
    with django_capture_on_commit_callbacks(execute=True):
        with transaction.atomic():
            table = seated(people)
        assert told == []
    assert set(told) <= {one.pk for one in hooks}
    assert {one.pk for one in hooks} == {
        one.webhook_id for one in models.Delivery.objects.filter(game=table.row)
    }


def test_the_same_is_never_written_twice(people: People) -> None:
    webhook = hook(people["N"])
    table = seated(people)
    row = written(webhook)[0]
    again = outbox.Tidings(row.type, row.version, NOON, None, lambda _: {"you": "N"})
    outbox.post(table.row.pk, [again, again], seated=outbox.seated(table.game), now=NOON)

    assert written(webhook)[0].data == row.data
    assert Counter(kinds(webhook))[row.type] == 1


def test_the_end_of_a_turn_is_announced_once(people: People) -> None:
    hooks = {seat: hook(people[seat], "turn-expiring") for seat in SEATS}
    table = seated(people, turn_seconds=60)
    table.later(58)
    assert warn(clock=table.clock) == 1
    assert table.row.deadline is not None
    notices.turn_expiring(
        table.row.pk, table.version, table.turn, table.row.deadline, now=table.now
    )

    (one,) = written(hooks[table.turn])
    assert one.version == table.version
    assert set(one.data) == {"game", "version", "seat", "deadline"}
    assert sum(len(written(each)) for each in hooks.values()) == 1


def test_without_webhooks_an_act_asks_for_them_once_at_most(people: People) -> None:
    table = seated(people)
    with CaptureQueriesContext(connection) as queries:
        table.move()
    asked = [query for query in queries if "games_webhook" in query["sql"]]
    assert len(asked) == 1
    assert not any("games_delivery" in query["sql"] for query in queries)


@pytest.mark.django_db(transaction=True)
def test_a_webhook_that_is_deleted_at_that_moment_does_not_hinder_the_act(
    people: People,
) -> None:
    hooks = {seat: hook(people[seat]) for seat in SEATS}
    table = seated(people)
    deleted, go = threading.Event(), threading.Event()

    def delete() -> None:
        with transaction.atomic():
            for webhook in hooks.values():
                webhooks.delete_webhook(webhook)
            deleted.set()
            go.wait(20)
        connection.close()

    thread = threading.Thread(target=delete)
    thread.start()
    assert deleted.wait(20)
    threading.Timer(0.3, go.set).start()
    table.move()
    thread.join(20)

    assert models.Delivery.objects.count() == 0
    assert models.Webhook.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_webhook_is_deleted_with_what_an_act_at_that_moment_wrote_for_it(
    people: People,
) -> None:
    hooks = {seat: hook(people[seat]) for seat in SEATS}
    table = seated(people)
    before = models.Delivery.objects.count()

    def delete() -> None:
        for webhook in hooks.values():
            webhooks.delete_webhook(webhook)
        connection.close()

    thread = threading.Thread(target=delete)
    with transaction.atomic():
        table.move()
        assert models.Delivery.objects.count() > before
        thread.start()
        thread.join(0.3)
        assert thread.is_alive()
    thread.join(20)

    assert models.Delivery.objects.count() == 0
    assert models.Webhook.objects.count() == 0
