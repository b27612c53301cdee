"""Who thinks for long keeps nobody waiting who does not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games import models, tasks
from games.bots.choose import choose
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.engine.state import Game
from games.models import Lane
from games.services import machines
from games.services.machines import FIRST_LEGAL, LEASE
from games.services.sweeping import sweep
from players.models import Player
from tests.games.services.table import SECOND, People, Table, bots_only, seated


def experts(creator: Player, **wish: Any) -> Table:
    return Table({}, creator, seat=None, bots=dict.fromkeys(SEATS, "expert"), **wish)


@pytest.mark.parametrize(
    ("level", "lane"), [("beginner", Lane.QUICK), ("normal", Lane.QUICK), ("expert", Lane.SLOW)]
)
@pytest.mark.usefixtures("woken")
def test_the_row_says_in_which_lane_its_turn_is(ana: Player, level: str, lane: Lane) -> None:
    table = Table({}, ana, seat=None, bots=dict.fromkeys(SEATS, level))
    assert table.row.turn_lane == lane
    other = Lane.SLOW if lane == Lane.QUICK else Lane.QUICK
    table.later(2)
    assert sweep(other, clock=table.clock) == 0
    assert sweep(lane, clock=table.clock) == 1


@pytest.mark.usefixtures("woken")
def test_the_autopilot_is_quick(people: People) -> None:
    assert seated(people).row.turn_lane == Lane.QUICK


def test_an_experts_turn_is_left_to_those_who_think(ana: Player, woken: list[Game]) -> None:
    levels = dict(zip("NESW", ("beginner", "expert", "beginner", "expert"), strict=True))
    table = Table({}, ana, seat=None, bots=levels)
    # Who leads after the four bids is another matter.
    for moves in (1, 2) if table.row.turn_lane == Lane.QUICK else (2,):
        woken.clear()
        assert machines.play_on(table.row.pk, table.version, clock=table.clock) == moves
        (next_one,) = woken
        table.reload()
        assert next_one == table.game
        assert tasks.queue_for(next_one) == "backalley-slow"


@pytest.mark.usefixtures("woken")
def test_games_in_which_people_wait_do_not_stand_behind_those_of_bots(people: People) -> None:
    ana = people["N"]
    assert tasks.queue_for(bots_only(ana).game) == "backalley-bots"
    table = Table(people, ana, bots=dict.fromkeys("ESW", "normal"))
    while table.turn == "N":
        table.move()
    assert tasks.queue_for(table.game) == "backalley"


@pytest.mark.usefixtures("woken")
def test_two_do_not_think_about_one_turn(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = experts(ana)
    counts = list[int]()

    def meanwhile(*args: Any, **more: Any) -> Any:
        """Ask for the same turn while it is being thought about."""
        if not counts:
            counts.append(machines.play_on(table.row.pk, table.version, clock=table.clock))
            table.later(2)
            counts.append(sweep(Lane.SLOW, clock=table.clock))
        return choose(*args, **more)

    monkeypatch.setattr(machines, "choose", meanwhile)
    assert machines.play_on(table.row.pk, table.version, clock=table.clock) == 1
    assert counts == [0, 0]


@pytest.mark.usefixtures("woken")
def test_a_turn_that_a_dead_worker_was_thinking_about_is_found_again(ana: Player) -> None:
    table = experts(ana)
    games = models.Game.objects.filter(pk=table.row.pk)
    games.update(leased_until=table.now + LEASE)
    table.later(LEASE.total_seconds() - 1)
    assert sweep(Lane.SLOW, clock=table.clock) == 0
    table.later(1)
    assert sweep(Lane.SLOW, clock=table.clock) == 1
    table.reload()
    # In time, although somebody died.
    assert table.done.stream.at is not None
    assert table.done.stream.at - table.row.created_at < timedelta(seconds=3 + 5)


@pytest.mark.usefixtures("woken")
def test_a_fault_in_a_bot_is_not_the_end_of_a_game(
    people: People, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(machines, "choose", broken)
    table = seated(people, turn_seconds=5, options={"hand_sizes": [2]})
    for _ in range(300):
        if table.game.over:
            break
        table.run_out()
        assert table.machine() is not None
        move = next(
            event for event in table.done.written if event.kind in ("bid-made", "card-played")
        )
        assert move.actor.policy == FIRST_LEGAL
    assert table.row.status == "finished"
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.usefixtures("woken")
def test_what_is_done_when_all_wit_fails_is_legal_and_no_pass(people: People) -> None:
    table = seated(people)
    for _ in range(12):
        view = player_view(table.game, table.turn)
        assert view.turn is not None
        assert view.turn.legal is not None
        choice = machines.first_legal(view)
        assert (choice.bid or choice.card) in view.turn.legal
        assert choice.bid != "pass"
        table.now += SECOND
        table.move()
