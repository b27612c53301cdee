"""The state of a game, rebuilt from its events and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from games.engine.deal import Deal
from games.engine.events import DealScored
from games.engine.ruleset import Ruleset
from games.engine.seats import SEATS, Seat, Team

Status = Literal["waiting", "active", "finished", "void"]


class Occupant(NamedTuple):
    """Who holds a seat: a person (`player_id`) or a bot (its level); nobody if both are None.

    `left` tells a bot that took over for good from one that sat down itself.
    """

    player_id: str | None = None
    bot: str | None = None
    entropy: str = ""
    autopilot: bool = False
    left: bool = False

    @property
    def present(self) -> bool:
        """Whether anybody holds the seat."""
        return self.player_id is not None or self.bot is not None


class Redeal(NamedTuple):
    """The deal that a rewind ordered to be dealt anew."""

    number: int
    dealer: Seat


class Withdrawn(NamedTuple):
    """A rewind to before the present deal: its version, and the results that stood until then."""

    version: int
    results: tuple[DealScored, ...]


class Game(NamedTuple):
    """A game at a version of its stream. `attempts` is the highest ever dealt of each deal.

    `withdrawn` has an entry for each rewind to before the present deal, in order.
    """

    id: str
    version: int = 0
    deal: Deal | None = None
    status: Status = "waiting"
    ruleset: Ruleset = Ruleset()
    visibility: str = "public"
    turn_seconds: int = 0
    sandbox: bool = False
    commitment: str = ""
    seed: str = ""
    seats: Mapping[Seat, Occupant] = dict.fromkeys(SEATS, Occupant())
    first_dealer: Seat | None = None
    redeal: Redeal | None = None
    results: tuple[DealScored, ...] = ()
    scores: Mapping[Team, int] = {"NS": 0, "EW": 0}
    attempts: Mapping[int, int] = {}
    withdrawn: tuple[Withdrawn, ...] = ()
    winner: str | None = None

    def moved(self, version: int, deal: Deal | None) -> Game:
        """The game at this version with this deal."""
        moved = self.id, version, deal
        # All events of a game come here, and _replace would take six times as long.
        return tuple.__new__(Game, moved + self[3:])

    @property
    def to_act(self) -> Seat | None:
        """The seat whose turn it is, or None when nobody is to act."""
        if self.status != "active" or self.deal is None:
            return None
        return self.deal.to_act

    @property
    def over(self) -> bool:
        """Whether the game is finished or void."""
        return self.status in ("finished", "void")

    def results_at(self, version: int) -> tuple[DealScored, ...]:
        """The results that stood at this version, and those that joined them until a rewind."""
        for withdrawn in self.withdrawn:
            if version < withdrawn.version:
                return withdrawn.results
        return self.results
