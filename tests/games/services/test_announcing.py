"""What is made known of an act: after the commit, never instead of it, and nothing secret."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

import pytest
from celery import current_app
from celery.signals import before_task_publish
from django.db import transaction

from games import models, tasks
from games.engine.refusals import Refusal
from games.engine.state import Game
from games.services import machines, moves
from players.models import Player
from tests.games.services.table import NOON, People, bots_only, seated

Capture = Callable[..., AbstractContextManager[list[Any]]]


def test_a_worker_is_woken_after_the_commit_and_not_before(
    ana: Player, woken: list[Game], django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = bots_only(ana)
        assert woken == []
    assert woken == [table.game]


def test_nobody_is_woken_for_what_was_rolled_back(ana: Player, woken: list[Game]) -> None:
    with transaction.atomic():
        table = bots_only(ana)
        transaction.set_rollback(True)
    assert not models.Game.objects.filter(pk=table.row.pk).exists()
    assert woken == []


def test_a_worker_is_woken_whenever_a_bot_is_next(
    people: People, woken: list[Game], django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = seated(people)
    assert woken == []
    with django_capture_on_commit_callbacks(execute=True):
        table.leave(table.turn, people[table.turn])
    assert woken.pop() == table.game
    table.later()
    assert machines.move(table.row.pk, table.version, clock=table.clock) is not None
    table.reload()
    leaver = "NESW"[("NESW".index(table.turn) + 1) % 4]
    table.leave(leaver, people[leaver])
    with django_capture_on_commit_callbacks(execute=True):
        table.move()
    assert woken == [table.game]


def test_nobody_is_woken_for_a_person(
    people: People, woken: list[Game], django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        seated(people).move()
    assert woken == []


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A broker that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=16) as server:
        use_broker(monkeypatch, server.getsockname()[1])
        yield server


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    use_broker(monkeypatch, port)


def use_broker(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setattr(current_app.conf, "broker_url", f"redis://127.0.0.1:{port}/0")
    monkeypatch.setattr(tasks, "_broker", tasks._Broker())


def test_a_task_to_move_is_thrown_away_when_the_sweep_has_long_been_there(
    ana: Player, django_capture_on_commit_callbacks: Capture
) -> None:
    sent = list[Any]()
    noted = before_task_publish.connect(lambda **told: sent.append(told), weak=False)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            table = bots_only(ana)
    finally:
        before_task_publish.disconnect(noted)
    (told,) = sent
    arguments, _, _ = told["body"]
    assert arguments == (table.game.id, table.version)
    seconds = datetime.fromisoformat(told["headers"]["expires"]) - datetime.now(UTC)
    assert 0 < seconds.total_seconds() <= tasks.STALE


@pytest.mark.usefixtures("no_broker")
def test_an_act_succeeds_while_the_broker_is_away_and_the_bots_move_all_the_same(
    ana: Player,
    django_capture_on_commit_callbacks: Capture,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        table = bots_only(ana)
    assert "broker away, left to the sweep" in caplog.text
    table.run_out()
    assert machines.play_on(table.row.pk, table.version, clock=table.clock) >= 1


@pytest.mark.usefixtures("broker")
def test_a_silent_broker_is_hardly_waited_for_and_not_asked_again_at_once(
    ana: Player, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Capture
) -> None:
    asked, publish = list[Any](), tasks._publish

    def noted(*words: Any, **how: Any) -> None:
        asked.append(words)
        publish(*words, **how)

    monkeypatch.setattr(tasks, "_publish", noted)
    begun = time.monotonic()
    with django_capture_on_commit_callbacks(execute=True):
        games = [bots_only(ana)]
    # Twice its patience, to connect again too; the workers' own would be half a minute.
    assert time.monotonic() - begun < 15
    with django_capture_on_commit_callbacks(execute=True):
        games.append(bots_only(ana))
    assert len(asked) == 1
    for table in games:
        assert models.Game.objects.filter(pk=table.row.pk, status="active").exists()


@pytest.mark.django_db(transaction=True)
def test_a_fault_in_the_announcement_is_no_fault_of_the_act(
    ana: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(game: Game) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(tasks, "wake", fail)
    table = bots_only(ana)
    assert models.Game.objects.filter(pk=table.row.pk, status="active").exists()
    assert "out of order" in caplog.text


@pytest.mark.usefixtures("woken")
def test_no_line_of_the_log_holds_a_card_of_a_hand_or_a_secret(
    people: People,
    django_capture_on_commit_callbacks: Capture,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, logger="games")
    with django_capture_on_commit_callbacks(execute=True):
        table = seated(people, options={"hand_sizes": [3, 2]}, visibility="private")
        with pytest.raises(Refusal):
            moves.play(player=people[table.turn], game_id=table.row.pk, card="2C", now=NOON)
        while not table.game.over:
            table.move()
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("games")]
    assert len(lines) > 20
    assert any("code=wrong-phase" in line for line in lines)
    secrets = [table.game.seed, str(table.row.invite), *(str(one.pk) for one in people.values())]
    for line in lines:
        assert not re.search(r"\b([2-9TJQKA][CDHS]|BB|LB)\b", line)
        assert not any(secret in line for secret in secrets)
