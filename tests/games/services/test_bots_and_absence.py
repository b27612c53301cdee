"""Moves that no person makes: who moves, when, and what the log says of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.bots.choose import POLICIES
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.engine.state import Game
from games.projections import PLAYERS_GRACE
from games.services import machines
from games.services.machines import MOVES_A_TASK
from players.models import Player
from tests.games.services.table import People, Table, bots_only, seated

pytestmark = pytest.mark.usefixtures("woken")


def test_a_bot_moves_and_says_why(ana: Player) -> None:
    table = bots_only(ana)
    table.later()
    assert table.machine() is not None
    (bid,) = table.done.written
    assert bid.actor.json() == {
        "kind": "bot",
        "id": None,
        "level": "normal",
        "policy": POLICIES["normal"],
        "cause": "bot-seat",
    }


def test_every_level_moves_by_its_own_policy(ana: Player) -> None:
    levels = dict(zip(SEATS, ("beginner", "normal", "expert", "beginner"), strict=True))
    table = Table({}, ana, seat=None, bots=levels)
    for _ in range(4):
        level = levels[table.turn]
        table.later()
        assert table.machine() is not None
        assert table.done.written[0].actor.level == level


def test_a_player_in_time_is_not_moved_for(people: People) -> None:
    table = seated(people, turn_seconds=60)
    assert table.row.deadline is not None
    table.now = table.row.deadline - timedelta(microseconds=1)
    assert table.machine() is None


def test_a_move_on_its_way_when_the_time_is_up_still_comes_first(people: People) -> None:
    table = seated(people, turn_seconds=60)
    assert table.row.deadline is not None
    assert table.row.due_at == table.row.deadline + PLAYERS_GRACE


def test_when_the_time_is_up_the_autopilot_makes_that_one_move(people: People) -> None:
    table = seated(people, turn_seconds=60)
    absent = table.turn
    person = table.game.seats[absent].player_id
    table.run_out()
    assert table.machine() is not None
    assert table.kinds == ["autopilot-on", "bid-made"]
    for event in table.done.written:
        assert event.data["seat"] == absent
        assert event.actor.json() == {
            "kind": "autopilot",
            "id": person,
            "level": "normal",
            "policy": POLICIES["normal"],
            "cause": "timed-out",
        }
    assert table.machine() is None
    assert table.row.deadline == table.now + timedelta(seconds=60)


@pytest.mark.parametrize(("turn_seconds", "pace"), [(60, 10), (7, 7)])
def test_later_turns_of_an_absent_player_are_short(
    people: People, turn_seconds: int, pace: int
) -> None:
    table = seated(people, turn_seconds=turn_seconds)
    absent = table.turn
    table.run_out()
    assert table.machine() is not None
    while table.turn != absent:
        table.move()
    assert table.row.deadline == table.now + timedelta(seconds=pace)
    table.run_out()
    assert table.machine() is not None
    assert table.kinds[0] == "card-played"


def test_four_absent_players_come_to_the_end_of_their_game(people: People) -> None:
    table = seated(people, turn_seconds=5, options={"hand_sizes": [2, 1]})
    for _ in range(400):
        if table.game.over:
            break
        table.run_out()
        assert table.machine() is not None
    assert table.row.status == "finished"
    assert all(occupant.autopilot for occupant in table.game.seats.values())


@pytest.mark.parametrize("turned_up", ["exchange", "turn_next", "keep_other"])
def test_whatever_is_done_for_the_absent_was_theirs_to_do(people: People, turned_up: str) -> None:
    rules = {"hand_sizes": [9, 1, 4], "joker_turned_up": turned_up}
    table = seated(people, turn_seconds=5, options=rules)
    while not table.game.over:
        turn = player_view(table.game, table.turn).turn
        table.run_out()
        assert table.machine() is not None
        (move,) = (e for e in table.done.written if e.kind in ("bid-made", "card-played"))
        assert turn is not None
        assert (move.data.get("card") or move.data.get("bid")) in (turn.legal or ())


def test_one_task_makes_a_few_moves_and_leaves_the_rest_to_another(
    ana: Player, woken: list[Game]
) -> None:
    table = bots_only(ana)
    woken.clear()
    begun = table.version
    assert machines.play_on(table.row.pk, begun, clock=table.clock) == MOVES_A_TASK
    table.reload()
    assert table.version == begun + MOVES_A_TASK
    assert [game.version for game in woken] == [table.version]


def test_the_bots_stop_before_a_player(people: People, woken: list[Game]) -> None:
    table = seated(people)
    first = table.turn
    for seat in SEATS:
        if seat != first:
            table.leave(seat, people[seat])
    table.move()
    while table.turn != first:
        woken.clear()
        assert machines.play_on(table.row.pk, table.version, clock=table.clock) >= 1
        table.reload()
    assert woken == []
    assert machines.play_on(table.row.pk, table.version, clock=table.clock) == 0


def test_a_task_that_comes_late_or_again_moves_nothing(people: People) -> None:
    table = seated(people)
    seat = table.turn
    table.leave(seat, people[seat])
    asked = table.version
    assert machines.play_on(table.row.pk, asked, clock=table.clock) == 1
    table.reload()
    for _ in range(5):
        table.later(3600)
        assert machines.play_on(table.row.pk, asked, clock=table.clock) == 0
    assert table.version == asked + 1


def test_a_task_for_what_will_never_be_moves_nothing(ana: Player) -> None:
    table = Table({}, ana)
    for version in (0, 1, 2, 3, 99):
        assert machines.play_on(table.row.pk, version, clock=table.clock) == 0


def test_thinking_is_not_taken_from_who_is_next(people: People) -> None:
    table = seated(people, turn_seconds=60)
    seat = table.turn
    table.leave(seat, people[seat])
    ticks = iter((table.later(), table.later(30)))
    assert machines.move(table.row.pk, table.version, clock=lambda: next(ticks)) is not None
    table.reload()
    assert table.row.deadline == table.now + timedelta(seconds=60)


def test_the_same_turn_thought_about_twice_is_the_same_move(ana: Player) -> None:
    table = bots_only(ana)
    mover = machines._bot_to_move(table.game)
    assert mover is not None
    assert machines._choose(table.game, mover) == machines._choose(table.game, mover)
