"""Timers belong to a turn: when the turn changes, what was set for the old one is nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import models, selectors
from games.api.game_object import game_object
from games.engine.seats import SEATS
from games.eventstore.actors import Actor
from games.eventstore.store import load, read
from games.models import Lane
from games.services import machines, moves, sandbox
from games.services.acts import act
from games.services.disputes import going_back
from games.services.sweeping import sweep, warn
from games.services.webhooks import create_webhook
from players import accounts
from players.errors import Problem
from tests.games.services.table import NOON, SECOND, People, Table, seated

pytestmark = pytest.mark.usefixtures("woken")
STAFF = Actor("staff")


def rewind(table: Table, version: int) -> None:
    orders = [(command, STAFF) for command in going_back(table.game, version, "A slip.")]
    table.keep(act(table.row.pk, lambda _: list(orders), now=table.later()))


def play(table: Table) -> None:
    table.move()


def take_back(table: Table) -> None:
    rewind(table, table.version)


def come_back(table: Table) -> None:
    """The absent player, whose short turn it is, takes his seat again."""
    table.come_back(table.turn)


@pytest.mark.parametrize("change", [play, take_back, come_back])
def test_a_job_for_an_old_deadline_moves_nobody_before_the_new_one(
    people: People, change: Callable[[Table], None]
) -> None:
    table = seated(people, turn_seconds=60)
    for _ in range(4):
        table.run_out()
        table.machine()
    old, old_deadline = table.version, table.row.deadline
    assert old_deadline is not None
    table.now = old_deadline - SECOND
    change(table)
    assert table.row.deadline is not None
    assert table.row.deadline > old_deadline
    table.now = min(table.row.deadline, old_deadline + 5 * SECOND)
    assert machines.play_on(table.row.pk, old, clock=table.clock) == 0
    assert sweep(Lane.QUICK, clock=table.clock) == 0
    assert load(table.row.pk).deadline == table.row.deadline


def test_the_deadline_that_is_told_is_the_one_that_stands_whatever_changes_the_turn(
    people: People,
) -> None:
    hooks = {
        player.pk: create_webhook(
            player=player, url="https://8.8.8.8/", events=("turn", "turn-expiring"), now=NOON
        )
        for player in people.values()
    }
    table = seated(people, turn_seconds=60)

    def told() -> tuple[int, object]:
        """The version and the deadline that the player to act was told last."""
        newest = hooks[people[table.turn].pk].deliveries.latest("version", "id")
        return newest.version, newest.data["deadline"]

    def stands() -> tuple[int, object]:
        """The same as it is shown to him."""
        seen = selectors.table(table.row, people[table.turn])
        turn = game_object(seen, table.now)["turn"]
        assert turn is not None
        assert turn["deadline"] is not None
        assert datetime.fromisoformat(turn["deadline"]) == table.row.deadline
        return table.version, turn["deadline"]

    def absent_until_his_next_turn() -> None:
        table.run_out()
        table.machine()
        absent = SEATS[(SEATS.index(table.turn) - 1) % 4]
        while table.turn != absent:
            table.move()

    assert told() == stands()
    for change in (play, take_back, play):
        table.later(50)
        change(table)
        assert told() == stands()
    absent_until_his_next_turn()
    come_back(table)
    assert told() == stands()
    # The warning, too, names the new one.
    table.later(58)
    assert warn(clock=table.clock) == 1
    assert told()[1] == stands()[1]


def test_a_sandboxs_clock_moves_the_deadline_nearer_and_not_the_next_one(people: People) -> None:
    table = seated(people, turn_seconds=600, sandbox=True)
    for seconds in (300, 299):
        sandbox.advance_clock(
            player=people["N"], game_id=table.row.pk, seconds=seconds, clock=table.clock
        )
        assert sweep(Lane.QUICK, clock=table.clock) == 0
    sandbox.advance_clock(player=people["N"], game_id=table.row.pk, seconds=1, clock=table.clock)
    table.later(2)
    sweep(Lane.QUICK, clock=table.clock)
    table.reload()
    assert [event.actor.kind for event in read(table.row.pk) if event.kind == "bid-made"] == [
        "autopilot"
    ]
    assert sweep(Lane.QUICK, clock=table.clock) == 0


def test_turns_made_early_leave_nothing_behind_that_the_next_would_wait_for(
    people: People,
) -> None:
    table = seated(people, turn_seconds=86400)
    for _ in range(30):
        table.move()
        due = models.Game.objects.filter(due_at__isnull=False).values_list("due_at", flat=True)
        assert list(due) == [table.row.due_at]
    table.now += timedelta(days=1) + 2 * SECOND
    version = table.version
    assert sweep(Lane.QUICK, clock=table.clock) == 1
    table.reload()
    assert table.version == version + 2
    assert sweep(Lane.QUICK, clock=table.clock) == 0


def bot_sits_down(table: Table) -> None:
    """The last seat is filled, and the game starts."""
    table.seat_bot("W", table.people["N"])


def player_leaves(table: Table) -> None:
    """A bot takes over from whoever is to act."""
    bot_sits_down(table)
    while table.game.seats[table.turn].bot is not None:
        table.later()
        table.machine()
    table.leave(table.turn, table.people[table.turn])


def staff_takes_back(table: Table) -> None:
    """The turn goes back to a bot."""
    bot_sits_down(table)
    while table.turn != "W":
        table.later()
        table.machine() if table.game.seats[table.turn].bot else table.move()
    before = table.version
    table.machine()
    rewind(table, before)
    assert table.turn == "W"


def account_is_deleted(table: Table) -> None:
    """A bot takes over from whoever was to act, and has gone altogether."""
    bot_sits_down(table)
    while table.game.seats[table.turn].bot is not None:
        table.later()
        table.machine()
    accounts.delete(table.people[table.turn])
    table.reload()
    table.run_out()


@pytest.mark.parametrize(
    "become_due", [bot_sits_down, player_leaves, staff_takes_back, account_is_deleted]
)
def test_whatever_makes_a_bot_the_next_it_moves_by_itself(
    people: People, become_due: Callable[[Table], None]
) -> None:
    table = Table(people, people["N"], bots={"E": "normal", "S": "normal"}, turn_seconds=60)
    if become_due is bot_sits_down:
        # Seat N's player would be the first to bid in some games.
        table = Table(people, people["N"], seat=None, bots=dict.fromkeys("NES", "beginner"))
    become_due(table)
    version = table.version
    assert table.game.seats[table.turn].bot is not None
    table.later(2)
    assert sweep(Lane.QUICK, clock=table.clock) == 1
    table.reload()
    assert table.version > version


def test_a_seat_on_autopilot_that_becomes_the_next_is_played_in_its_short_time(
    people: People,
) -> None:
    table = seated(people, turn_seconds=86400)
    for _ in range(5):
        table.run_out()
        table.machine()
    rewind(table, table.version - 1)
    assert table.row.deadline == table.now + 10 * SECOND
    table.now += 13 * SECOND
    assert sweep(Lane.QUICK, clock=table.clock) == 1


def test_nothing_of_a_player_who_left_is_carried_out_any_more(people: People) -> None:
    table = seated(people, turn_seconds=60)
    seat, player = table.turn, people[table.turn]
    version = table.version
    table.leave(seat, player)
    with pytest.raises(Problem, match="not-a-player"):
        moves.bid(player=player, game_id=table.row.pk, bid=3, now=table.later())
    # Nor is what was sent for his turn before: the bot makes it once, in its own name.
    assert machines.play_on(table.row.pk, version, clock=table.clock) == 0
    table.later(2)
    assert sweep(Lane.QUICK, clock=table.clock) == 1
    (bid,) = (event for event in read(table.row.pk) if event.kind == "bid-made")
    assert bid.data["seat"] == seat
    assert (bid.actor.kind, bid.actor.id, bid.actor.cause) == ("bot", None, "left")
