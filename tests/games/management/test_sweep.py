"""`manage.py sweep` as it goes round: side by side, past outages, to an orderly end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.management.commands import sweep
from games.models import Lane
from games.services import deliveries, mailing, sweeping

pytestmark = pytest.mark.django_db(transaction=True)
Handler = Callable[[int, object], None]


@pytest.fixture
def end(monkeypatch: pytest.MonkeyPatch) -> list[Handler]:
    """What a signal would call, so that a test can end the sweep."""
    handlers = list[Handler]()
    monkeypatch.setattr(signal, "signal", lambda _, handler: handlers.append(handler))
    return handlers


@pytest.fixture(autouse=True)
def nothing_else_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "SECONDS", 0.01)
    monkeypatch.setattr(sweeping, "warn", lambda **_: 0)
    monkeypatch.setattr(deliveries, "deliver_due", lambda **_: 0)


@pytest.fixture
def sweeping_now(end: list[Handler]) -> Iterator[Callable[[], threading.Thread]]:
    """Start the command in a thread of its own; it is ended with the test."""
    threads = list[threading.Thread]()

    def start() -> threading.Thread:
        threads.append(threading.Thread(target=call_command, args=("sweep",)))
        threads[0].start()
        return threads[0]

    yield start
    for handler in end:
        handler(signal.SIGTERM, None)
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


def test_quick_turns_do_not_wait_for_one_who_thinks(
    monkeypatch: pytest.MonkeyPatch, sweeping_now: Callable[[], threading.Thread]
) -> None:
    thinking, thought, quick = threading.Event(), threading.Event(), threading.Event()

    def do(lane: Lane, **_: Any) -> int:
        if lane == Lane.SLOW:
            thinking.set()
            thought.wait(20)
        elif thinking.is_set():
            quick.set()
        return 0

    monkeypatch.setattr(sweeping, "sweep", do)
    sweeping_now()
    try:
        assert quick.wait(20)
    finally:
        thought.set()


def test_notices_are_sent(
    monkeypatch: pytest.MonkeyPatch, sweeping_now: Callable[[], threading.Thread]
) -> None:
    sent = threading.Event()
    monkeypatch.setattr(sweeping, "sweep", lambda *_, **__: 0)

    def send(**_: Any) -> int:
        sent.set()
        return 0

    monkeypatch.setattr(mailing, "send_due", send)
    sweeping_now()
    assert sent.wait(20)


def test_a_database_that_is_away_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    sweeping_now: Callable[[], threading.Thread],
) -> None:
    tried, back = list[Lane](), threading.Event()

    def do(lane: Lane, **_: Any) -> int:
        tried.append(lane)
        if len(tried) < 10:
            raise OperationalError("the database system is shutting down")
        back.set()
        return 0

    monkeypatch.setattr(sweeping, "sweep", do)
    thread = sweeping_now()
    assert back.wait(20)
    assert thread.is_alive()
    assert "the database system is shutting down" in caplog.text


def test_a_fault_ends_it_all_so_that_it_is_started_again(
    monkeypatch: pytest.MonkeyPatch, end: list[Handler]
) -> None:
    def do(lane: Lane, **_: Any) -> int:
        if lane == Lane.SLOW:
            raise ZeroDivisionError
        return 0

    monkeypatch.setattr(sweeping, "sweep", do)
    with pytest.raises(CommandError, match="the sweep failed: slow 0"):
        call_command("sweep")


def test_while_there_is_something_to_do_it_does_not_rest(
    monkeypatch: pytest.MonkeyPatch, sweeping_now: Callable[[], threading.Thread]
) -> None:
    monkeypatch.setattr(sweep, "SECONDS", 60.0)
    rounds, many = list[Lane](), threading.Event()

    def do(lane: Lane, **_: Any) -> int:
        rounds.append(lane)
        if len(rounds) > 100:
            many.set()
        return 0 if many.is_set() else 1

    monkeypatch.setattr(sweeping, "sweep", do)
    sweeping_now()
    assert many.wait(20)
