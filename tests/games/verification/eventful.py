"""A short game in which every kind of event happens, act by act through the services."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final
from uuid import UUID

from games.engine.commands import VoidGame
from games.eventstore.actors import Actor
from games.services import moves
from games.services.acts import act
from games.services.disputes import going_back
from tests.games.services.table import People, Table

STAFF: Final = Actor("staff", str(UUID(int=7)))


def eventful(people: People) -> Iterator[Table]:
    """The table after each act, up to a game that was finished and then voided."""
    table = Table(people, people["N"], entropy="ana's luck", options={"hand_sizes": [2, 1]})
    yield table
    acts: tuple[Callable[[], object], ...] = (
        lambda: table.seat_bot("E", people["N"], "beginner"),
        lambda: table.leave("E", people["N"]),
        lambda: table.sit("E", people["E"], entropy="given up"),
        lambda: table.leave("E", people["E"]),
        lambda: table.sit("E", people["E"], entropy="| §"),
        lambda: table.sit("S", people["S"]),
        lambda: table.sit("W", people["W"]),
        *(lambda: bid(table, "pass") for _ in range(4)),
        lambda: time_out(table),
        lambda: table.come_back(next(s for s, o in table.game.seats.items() if o.autopilot)),
        *(lambda: bid(table, "board") for _ in range(3)),
        lambda: time_out(table),
        *(table.move for _ in range(4)),
        lambda: rewind(table, table.version - 2),
        lambda: time_out(table),
        lambda: rewind(table, table.version - 2),
        *(table.move for _ in range(3)),
        lambda: time_out(table),
        lambda: rewind(table, 9),
        *(lambda: bid(table, 1) for _ in range(4)),
        *(table.move for _ in range(9)),
        lambda: table.leave("E", people["E"]),
    )
    for one in acts:
        one()
        yield table
    while not table.game.over:
        table.later()
        _ = table.machine() or table.move()
        yield table
    table.keep(act(table.row.pk, lambda _: (VoidGame("a ruling"), STAFF), now=table.later()))
    yield table


def bid(table: Table, bid: str | int) -> None:
    """Whoever is to act bids so."""
    player = table.people[table.turn]
    table.keep(moves.bid(player=player, game_id=table.row.pk, bid=bid, now=table.later()))


def time_out(table: Table) -> None:
    """The present turn's time is up."""
    table.run_out()
    assert table.machine() is not None


def rewind(table: Table, version: int) -> None:
    """Staff goes back to a version."""
    orders = [(command, STAFF) for command in going_back(table.game, version, "a ruling")]
    table.keep(act(table.row.pk, lambda _: list(orders), now=table.later()))
