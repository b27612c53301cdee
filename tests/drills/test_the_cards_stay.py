"""All of a service is killed at any moment of a deal: everybody still holds what he held."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.drills.proof import faults
from tests.drills.site import Site, send
from tests.drills.watch import wait_until
from tests.games.http import HttpPlayer

pytestmark = pytest.mark.slow
SPECTATOR = "-"


class Table:
    """Four who play over HTTP and one who watches, and all that each was ever served."""

    def __init__(self, site: Site) -> None:
        self.people = {seat: HttpPlayer(site.url) for seat in "NESW" + SPECTATOR}
        game = self.people["N"].send("POST", "/games", {"options": {"hand_sizes": [13]}}).json()
        self.path = f"/games/{game['id']}"
        for seat in "ESW":
            self.people[seat].send("PUT", f"{self.path}/seats/{seat}", {})
        self.served: dict[tuple[str, int], Any] = {}

    def look(self) -> dict[str, Any]:
        """The game as everybody is served it now."""
        shown = {seat: person.get(self.path) for seat, person in self.people.items()}
        self.served |= {(seat, game["version"]): game for seat, game in shown.items()}
        return shown

    def move(self, number: int) -> None:
        """So many legal moves; the first bid is 1, the others are passes."""
        for _ in range(number):
            game = self.look()[SPECTATOR]
            seat = game["turn"]["seat"]
            bidding = game["turn"]["action"] == "bid"
            legal = self.people[seat].get(self.path)["turn"]["legal"]
            move = (1 if not game["deal"]["bids"] else "pass") if bidding else legal[0]
            what, body = ("bids", {"bid": move}) if bidding else ("plays", {"card": move})
            answer = self.people[seat].send("POST", f"{self.path}/{what}", body)
            assert answer.status_code == 201, answer.text

    def replays(self) -> Iterator[tuple[Any, Any]]:
        """What was served at each version, and what is replayed there now."""
        for (seat, version), game in self.served.items():
            yield game, self.people[seat].get(f"{self.path}/states/{version}")


def test_hands_trump_and_turn_are_what_they_were(site: Site) -> None:
    tables = [Table(site) for _ in range(4)]
    # After the deal, after the first bid, in the middle of a trick, and of the next one.
    for table, moves in zip(tables, (0, 1, 4 + 2, 4 + 4 + 1), strict=True):
        table.move(moves)
    before = [table.look() for table in tables]
    assert [len(shown["-"]["deal"]["bids"]) for shown in before] == [0, 1, 4, 4]
    assert [len((shown["-"]["deal"]["trick"] or {"plays": ()})["plays"]) for shown in before] == [
        *(0, 0, 2, 1)
    ]

    send(signal.SIGKILL, *site.processes(""))
    wait_until(site.serves, 60)

    assert [table.look() for table in tables] == before
    for table in tables:
        for then, now in table.replays():
            assert now == then
        # And from there it goes on.
        table.move(1)
    assert faults(site.database) == []
    site.takes_tasks()
