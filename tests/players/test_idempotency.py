"""What only shows with several connections: repeats that wait, keys that are cleared away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread

import pytest
from django.db import connection, transaction
from django.utils import timezone

from players import accounts, idempotency, services
from players.errors import Problem
from players.idempotency import KEPT, Kept, forget_old_keys, once
from players.models import IdempotencyKey, Player
from players.names import ANONYMOUS

PRINT = idempotency.fingerprint("POST", "/p", "", {})
ANSWER = Kept(201, {"ETag": '"1"'}, '{"n": 1}')


@pytest.fixture
def player(committing: None) -> Player:
    return services.start_guest()[0]


@contextmanager
def first_at_work(player: Player, answer: Kept | None = ANSWER) -> Iterator[Event]:
    """The first request with the key "k" is at work until the event is set."""
    begun, go_on = Event(), Event()

    def work() -> Kept | None:
        begun.set()
        assert go_on.wait(20)
        return answer

    def run() -> None:
        try:
            once(player, "k", PRINT, work)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    assert begun.wait(20)
    try:
        yield go_on
    finally:
        go_on.set()
        thread.join()


def set_lock_timeout(milliseconds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{milliseconds}ms'")


def repeat(player: Player, outcome: list[Kept | None]) -> Thread:
    def run() -> None:
        try:
            outcome.append(once(player, "k", PRINT, lambda: Kept(200, {}, "second")))
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


def test_a_repeat_waits_for_the_first_and_gets_its_answer(player: Player) -> None:
    outcome: list[Kept | None] = []
    with first_at_work(player) as go_on:
        thread = repeat(player, outcome)
        thread.join(0.3)
        assert outcome == []
        go_on.set()
        thread.join(20)

    assert outcome == [ANSWER]


def test_if_the_first_is_refused_the_one_that_waited_is_carried_out(player: Player) -> None:
    outcome: list[Kept | None] = []
    with first_at_work(player, answer=None) as go_on:
        thread = repeat(player, outcome)
        thread.join(0.3)
        go_on.set()
        thread.join(20)

    assert outcome == [None]
    assert IdempotencyKey.objects.get(player=player).body == "second"


def test_after_a_long_wait_a_repeat_is_asked_to_come_again(player: Player) -> None:
    try:
        set_lock_timeout(50)
        with first_at_work(player), pytest.raises(Problem) as refused:
            once(player, "k", PRINT, lambda: ANSWER)
    finally:
        connection.close()

    assert refused.value.code == "rate-limited"
    assert refused.value.headers == {"Retry-After": "1"}
    assert once(player, "k", PRINT, lambda: None) == ANSWER


NAMING = [
    '{"player": "chie"}',
    '{"seats":{"N":{"player":"chie","bot":null}},"creator":"chie"}',
    '{"by": "chie", "note": null}',
]


@contextmanager
def held_open(act: Callable[[], object]) -> Iterator[None]:
    """The act is done, in a thread and a connection of its own, and committed afterwards."""
    done, go_on = Event(), Event()

    def run() -> None:
        try:
            with transaction.atomic():
                act()
                done.set()
                assert go_on.wait(20)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    assert done.wait(20)
    try:
        yield
    finally:
        go_on.set()
        thread.join(20)


def begin(act: Callable[[], object]) -> Thread:
    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize("body", NAMING)
class TestADeletedName:
    """An answer that names somebody, kept in the instant in which his account is deleted."""

    @pytest.fixture
    def chie(self, committing: None) -> Player:
        return Player.objects.create(username="chie")

    def keep(self, player: Player, body: str) -> Kept | None:
        return once(player, "k", PRINT, lambda: Kept(201, {}, body))

    def kept(self) -> str:
        return IdempotencyKey.objects.get().body

    def test_a_deletion_waits_for_the_answer_and_finds_it(
        self, player: Player, chie: Player, body: str
    ) -> None:
        with held_open(lambda: self.keep(player, body)):
            going = begin(lambda: accounts.delete(chie))
            going.join(0.3)
            assert Player.objects.filter(username="chie").exists()
        going.join(20)

        name = Player.objects.get(pk=chie.pk).username
        assert name.startswith(ANONYMOUS)
        assert self.kept() == body.replace("chie", name)

    def test_while_he_goes_nothing_is_done_that_names_him(
        self, player: Player, chie: Player, body: str
    ) -> None:
        with held_open(lambda: accounts.delete(chie)), pytest.raises(Problem) as refused:
            self.keep(player, body)

        assert (refused.value.code, refused.value.headers) == ("rate-limited", {"Retry-After": "1"})
        assert not IdempotencyKey.objects.exists()
        name = Player.objects.get(pk=chie.pk).username
        assert self.keep(player, body.replace("chie", name)) is None
        assert name in self.kept()

    def test_nor_once_he_is_gone_and_the_name_was_read_before(
        self, player: Player, chie: Player, body: str
    ) -> None:
        def go() -> Kept:
            begin(lambda: accounts.delete(chie)).join(20)
            return Kept(201, {}, body)

        with pytest.raises(Problem, match="rate-limited"):
            once(player, "k", PRINT, go)
        assert not IdempotencyKey.objects.exists()

    def test_others_who_are_busy_are_no_hindrance(
        self, player: Player, chie: Player, body: str
    ) -> None:
        def change() -> None:
            accounts.change(chie, email="chie@example.org")
            services.create_token(chie)

        with held_open(change):
            assert self.keep(player, body) is None
        assert self.kept() == body


def test_keys_are_kept_for_a_day_and_then_forgotten(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "BATCH", 2)
    for number in range(6):
        once(player, str(number), PRINT, lambda: ANSWER)
    now = timezone.now()
    old = IdempotencyKey.objects.filter(key__in=["0", "1", "2", "3", "4"])
    old.update(created_at=now - KEPT - timedelta(seconds=1))
    assert timedelta(hours=24) < KEPT

    assert forget_old_keys(now) == 5
    assert forget_old_keys(now) == 0
    assert [row.key for row in IdempotencyKey.objects.all()] == ["5"]


def test_a_forgotten_key_may_be_used_again(player: Player) -> None:
    once(player, "k", PRINT, lambda: ANSWER)
    forget_old_keys(timezone.now() + KEPT + timedelta(minutes=1))

    assert once(player, "k", PRINT, lambda: Kept(200, {}, "second")) is None
    assert IdempotencyKey.objects.get(player=player).body == "second"
