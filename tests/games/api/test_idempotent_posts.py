"""POSTs on games with an Idempotency-Key, sent again and at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from games import models, tasks
from tests.caller import Answer, Caller
from tests.games.seated import People, Seated, deals, seat_four

committing = pytest.mark.django_db(transaction=True)
Act = Callable[[], Answer]


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as pool:
        yield pool


def begin(threads: ThreadPoolExecutor, act: Act, lock_timeout: str = "5s") -> Future[Answer]:
    """Carry it out in a thread and a connection of its own."""

    def run() -> Answer:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, false)", [lock_timeout])
            return act()
        finally:
            connection.close()

    return threads.submit(run)


def at_once(threads: ThreadPoolExecutor, acts: list[Act]) -> list[Answer]:
    futures = [begin(threads, act) for act in acts]
    return [future.result(60) for future in futures]


@contextmanager
def held(game_id: str) -> Iterator[None]:
    """Nobody can write to the game meanwhile."""
    with transaction.atomic():
        models.Game.objects.select_for_update().get(pk=game_id)
        yield


def wait_for_waiting(count: int) -> None:
    """Until so many connections wait for a lock."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone() == (count,):
                return
        time.sleep(0.02)
    raise AssertionError(f"{count} connections never waited")


@committing
def test_of_twenty_equal_requests_at_once_one_opens_a_game(
    ana: Caller, threads: ThreadPoolExecutor
) -> None:
    answers = at_once(
        threads, [lambda: Caller(ana.token).post("/games", {}, idempotency_key="k")] * 20
    )

    assert models.Game.objects.count() == 1
    assert {answer.status for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert sum("Idempotency-Replayed" not in answer.headers for answer in answers) == 1


@committing
def test_two_sit_down_at_once_with_one_key_and_get_one_seat(
    ana: Caller, boris: Caller, threads: ThreadPoolExecutor
) -> None:
    game = ana.post("/games", {}).json
    seat = f"/games/{game['id']}/seats/E"

    answers = at_once(threads, [lambda: Caller(boris.token).put(seat, {}, idempotency_key="k")] * 2)

    assert [answer.status for answer in answers] == [200, 200]
    assert [answer.json["id"] for answer in answers] == [game["id"]] * 2
    assert models.Seat.objects.filter(game_id=game["id"]).exclude(participant=None).count() == 2


@committing
def test_a_repeat_waits_for_the_first_and_is_not_carried_out(
    people: People, threads: ThreadPoolExecutor
) -> None:
    table = seat_four(people)
    seat, version = table.turn, table.version
    token = people[seat].token
    legal = table.legal()

    def bid() -> Answer:
        made = {"bid": legal[-1]}
        return Caller(token).post(f"{table.path}/bids", made, idempotency_key="k")

    with held(table.id):
        first = begin(threads, bid)
        wait_for_waiting(1)
        second = begin(threads, bid)
        wait_for_waiting(2)
        assert not first.done()
        assert not second.done()
    answers = [first.result(20), second.result(20), bid(), bid()]

    assert [answer.status for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers}) == 1
    assert len({answer.headers["ETag"] for answer in answers}) == 1
    assert table.version == version + 1


@committing
def test_without_a_key_the_same_move_at_once_is_made_once(
    people: People, threads: ThreadPoolExecutor
) -> None:
    table = seat_four(people)
    seat, version, made = table.turn, table.version, {"bid": table.legal()[-1]}

    answers = at_once(
        threads, [lambda: Caller(people[seat].token).post(f"{table.path}/bids", made)] * 20
    )

    assert sorted(answer.status for answer in answers) == [201] + [409] * 19
    assert {a.code for a in answers if a.status == 409} == {"not-your-turn"}
    assert table.version == version + 1


@committing
def test_who_waits_too_long_for_a_game_is_asked_to_come_again(
    people: People, threads: ThreadPoolExecutor
) -> None:
    table = seat_four(people)
    seat, version, made = table.turn, table.version, {"bid": table.legal()[-1]}

    def bid() -> Answer:
        return Caller(people[seat].token).post(f"{table.path}/bids", made, idempotency_key="k")

    with held(table.id):
        answer = begin(threads, bid, lock_timeout="50ms").result(20)
    assert (answer.status, answer.code) == (429, "rate-limited")
    assert answer.headers["Retry-After"] == "1"
    assert table.version == version

    assert bid().status == 201


@committing
def test_the_bot_that_is_next_is_told_once_the_move_is_committed(
    ana: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside: list[bool] = []
    monkeypatch.setattr(tasks, "wake", lambda *_: inside.append(connection.in_atomic_block))
    bots = dict.fromkeys("NESW", "beginner")
    wish = {"seat": None, "bots": bots}

    answers = [ana.post("/games", wish, idempotency_key="k") for _ in "ab"]

    assert [answer.status for answer in answers] == [201, 201]
    assert inside == [False]


class TestOrder:
    def test_a_repeat_comes_before_the_version_is_asked_for(self, table: Seated) -> None:
        seat, tag, bid = table.turn, f'"{table.version}"', table.legal()[-1]

        first = table.bid(seat, bid, if_match=tag, idempotency_key="k")
        again = table.bid(seat, bid, if_match=tag, idempotency_key="k")

        assert (first.status, again.status) == (201, 201)
        assert first.content == again.content
        assert table.bid(seat, bid, if_match=tag).code == "stale-version"

    def test_and_a_reused_key_comes_before_it_too(self, table: Seated) -> None:
        seat, bid = table.turn, table.legal()[-1]
        table.bid(seat, bid, idempotency_key="k")

        other = table.bid(seat, "pass", if_match='"1"', idempotency_key="k")

        assert (other.status, other.code) == (422, "idempotency-key-reused")

    @pytest.mark.parametrize("headers", [{"if_match": '"1"'}, {}])
    def test_a_refused_move_leaves_its_key_for_another(
        self, table: Seated, headers: dict[str, str]
    ) -> None:
        seat = table.turn
        refused = table.bid(seat, 99, idempotency_key="k", **headers)

        assert refused.status in (412, 422)
        assert table.bid(seat, "pass", idempotency_key="k").status == 201

    def test_who_has_no_seat_any_more_gets_no_answer_again(self, table: Seated) -> None:
        seat = table.turn
        table.bid(seat, "pass", idempotency_key="k")
        table.people[seat].delete(f"{table.path}/seats/{seat}")

        assert table.bid(seat, "pass", idempotency_key="k").code == "not-a-player"


def test_a_whole_game_with_a_key_for_every_move(people: People) -> None:
    table = seat_four(people, **deals(2))
    for number in range(60):
        turn = table.show(table.turn)["turn"] if table.show()["turn"] else None
        if turn is None:
            break
        act = table.bid if turn["action"] == "bid" else table.play
        choice = turn["legal"][-1]
        first = act(turn["seat"], choice, idempotency_key=str(number))
        again = act(turn["seat"], choice, idempotency_key=str(number))
        assert (first.status, first.content) == (201, again.content)
    assert table.show()["status"] == "finished"
