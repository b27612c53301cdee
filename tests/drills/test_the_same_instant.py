"""Everybody at once for one turn: one of them makes it, and the others are told or stay quiet."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from itertools import repeat
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from games import tasks
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.eventstore.store import load, load_whole, read
from games.models import Game, Lane
from games.projections import PLAYERS_GRACE
from games.services import machines, moves
from games.services.sweeping import move_or_help, sweep
from games.services.tables import create_game
from players.models import Player
from tests.caller import Answer
from tests.games.seated import LEFT, People, Seated, seat_four

# The last is for whose card took the trick: he leads again, and that card is gone.
LOST = {
    (409, "not-your-turn"),
    (409, "wrong-phase"),
    (412, "stale-version"),
    (422, "card-not-in-hand"),
}

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def nobody_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "wake", lambda _: None)


class AtOnce:
    """Calls things at the same moment, each time on the same few connections."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.pool = ThreadPoolExecutor(most)

    def __call__(self, *calls: Callable[[], Any]) -> list[Any]:
        start = threading.Barrier(len(calls))

        def run(call: Callable[[], Any]) -> Any:
            start.wait(20)
            return call()

        return [future.result(60) for future in [self.pool.submit(run, call) for call in calls]]

    def close(self) -> None:
        """Give the connections back: each thread has its own."""
        self(*[lambda: connection.close()] * self.most)  # noqa: PLW0108
        self.pool.shutdown()


@pytest.fixture
def at_once() -> Iterator[AtOnce]:
    at_once = AtOnce(6)
    yield at_once
    at_once.close()


def moves_after(game_id: UUID, version: int) -> list[tuple[str, str]]:
    """Who has moved since: seat and kind of actor."""
    return [
        (event.data["seat"], event.actor.kind)
        for event in read(game_id, after=version)
        if event.kind in ("bid-made", "card-played")
    ]


def test_a_players_own_move_and_the_time_out(people: People, at_once: AtOnce) -> None:
    table = seat_four(people, turn_seconds=60)
    dice, winners = random.Random(1), Counter[str]()
    for round_ in range(200):
        row = Game.objects.get(pk=table.id)
        seat, own_move = players_move(table, at_this_version=round_ % 2 == 1)
        answer, done = at_once(own_move, partial(time_out, row, dice.uniform(0, 0.03)))
        ((mover, kind),) = moves_after(row.pk, row.version)
        assert mover == seat
        # Nobody is left in the middle of anything.
        after = Game.objects.get(pk=row.pk)
        assert (after.version, after.leased_until) == (load(row.pk).version, None)
        winners[kind] += 1
        if kind == "player":
            assert (answer.status, done) == (201, None)
            continue
        assert done is not None
        assert (answer.status, answer.code) in LOST
        assert answer.json["version"] == load(row.pk).version
        last = answer.json["last_move"]
        assert (last["seat"], last["actor"]) == (seat, {"kind": "autopilot"})
    assert set(winners) == {"player", "autopilot"}
    assert load_whole(table.id) == load(table.id)


def players_move(table: Seated, *, at_this_version: bool) -> tuple[str, Callable[[], Answer]]:
    """Who is to act, and the sending of his move."""
    game = load(table.id).game
    assert game.deal is not None
    assert game.to_act is not None
    turn = player_view(game, game.to_act).turn
    assert turn is not None
    assert turn.legal is not None
    send = table.bid if turn.action == "bid" else table.play
    # Who plays a trick's last card may have the next lead: only this tells which turn he means.
    last = game.deal.trick is not None and len(game.deal.trick.plays) == 3
    headers = {"if_match": f'"{game.version}"'} if at_this_version or last else {}
    return turn.seat, partial(send, turn.seat, turn.legal[-1], **headers)


def time_out(row: Game, pause: float) -> object:
    time.sleep(pause)
    assert row.deadline is not None
    late = row.deadline + PLAYERS_GRACE
    return machines.move(row.pk, row.version, clock=repeat(late).__next__)


def test_all_that_can_move_a_bot(ana: Player, at_once: AtOnce) -> None:
    begun = datetime.fromisoformat("2026-07-31T12:00:00+00:00")
    bots = dict.fromkeys("ESW", "beginner")
    row = create_game(player=ana, now=begun, bots=bots).row
    rounds = 0
    for minute in range(1, 400):
        now = begun + timedelta(minutes=minute)
        stream = load(row.pk)
        game = stream.game
        assert game.to_act is not None
        if game.seats[game.to_act].bot is None:
            own = machines.first_legal(player_view(game, "N"))
            if own.card is None:
                moves.bid(player=ana, game_id=row.pk, bid=own.bid or "pass", now=now)
            else:
                moves.play(player=ana, game_id=row.pk, card=own.card, now=now)
            continue
        clock = repeat(now).__next__
        task = partial(machines.play_on, row.pk, stream.version, clock=clock)
        nudge = partial(machines.move, row.pk, stream.version, clock=clock)
        helper = partial(move_or_help, row.pk, stream.version, clock=clock)
        at_once(task, helper, partial(sweep, Lane.QUICK, clock=clock), nudge, nudge, helper)
        assert moves_after(row.pk, stream.version)[0] == (game.to_act, "bot")
        rounds += 1
        if rounds == 50:
            break
    assert rounds == 50
    assert_in_order(row.pk)


def test_a_task_replayed_five_times_and_an_hour_late(ana: Player, at_once: AtOnce) -> None:
    now = datetime.fromisoformat("2026-07-31T12:00:00+00:00")
    bots = dict.fromkeys(SEATS, "beginner")
    row = create_game(player=ana, now=now, seat=None, bots=bots).row
    for _ in range(10):
        version = load(row.pk).version
        replays = [partial(machines.play_on, row.pk, version, clock=repeat(now).__next__)] * 5
        assert sum(at_once(*replays)) == len(moves_after(row.pk, version)) > 0
        late = repeat(now + timedelta(hours=1)).__next__
        replays = [partial(machines.play_on, row.pk, version, clock=late)] * 5
        assert at_once(*replays) == [0] * 5
        now += timedelta(seconds=5)
    assert_in_order(row.pk)


def test_whatever_comes_five_times_for_an_absent_player_makes_one_move(
    people: People, at_once: AtOnce
) -> None:
    table = seat_four(people, turn_seconds=60)
    for number in range(20):
        row = Game.objects.get(pk=table.id)
        assert row.deadline is not None
        due = row.deadline + PLAYERS_GRACE
        task = partial(machines.play_on, row.pk, row.version, clock=repeat(due).__next__)
        look = partial(sweep, Lane.QUICK, clock=repeat(due).__next__)
        helper = partial(move_or_help, row.pk, row.version, clock=repeat(due).__next__)
        match number % 4:
            case 0:
                assert sorted(at_once(*[task] * 5)) == [0, 0, 0, 0, 1]
            case 1:
                assert [task() for _ in range(5)] == [1, 0, 0, 0, 0]
            case 2:
                at_once(*[look] * 4, task)
            case _:
                at_once(*[helper] * 5)
        assert moves_after(row.pk, row.version) == [(row.turn_seat, "autopilot")]
        # By then the next player's time is up, too; but it is not his turn that they were sent for.
        hour = repeat(due + timedelta(hours=1)).__next__
        late = partial(machines.play_on, row.pk, row.version, clock=hour)
        version = load(row.pk).version
        assert [late() for _ in range(5)] == at_once(*[late] * 5) == [0] * 5
        assert load(row.pk).version == version
    assert_in_order(UUID(table.id))


def assert_in_order(game_id: UUID) -> None:
    """Each trick has one card of each seat, clockwise from its leader."""
    cards = [event for event in read(game_id) if event.kind == "card-played"]
    tricks: Sequence[list[str]] = [
        [card.data["seat"] for card in cards[i : i + 4]] for i in range(0, len(cards) - 3, 4)
    ]
    assert tricks
    for seats in tricks:
        assert seats == [seats[0], *(LEFT[seat] for seat in seats[:3])]
    assert load_whole(game_id) == load(game_id)
