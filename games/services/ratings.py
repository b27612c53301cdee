"""What the end of a game does to ratings: once for each who took part, and back if it is voided."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Final, NamedTuple
from uuid import UUID

from games import models
from games.engine.events import Event, GameFinished, GameVoided
from games.engine.seats import SEATS, TEAM_OF, TEAMS, Seat
from games.engine.state import Game
from games.eventstore.store import load, read
from players import ratings
from players.ratings import Held, Holder
from players.recount import Ending, Recount, recount
from players.skill import Teams, is_contest

WINNERS: Final = {"NS": 0, "EW": 1, "tie": None}
"""Which of the teams has won."""


class Stake(NamedTuple):
    """A rated game at its end, with the ratings of all who took part locked.

    Without `teams` it had ended before, and counts no more.
    """

    game_id: UUID
    held: Held
    teams: Teams[Holder] | None
    winner: int | None

    def settle(self, at: datetime) -> None:
        """Change the ratings; `at` is when the game ended, or was voided."""
        if self.teams is None:
            ratings.take_back(self.held, self.game_id, at=at)
        else:
            ratings.settle(self.held, self.game_id, self.teams, self.winner, at=at)


def at_stake(game: Game, events: Sequence[Event]) -> Stake | None:
    """What events that are about to happen will do to ratings; None if nothing.

    Within the caller's transaction, which has the game locked.
    """
    last = events[-1]
    game_id = UUID(game.id)
    if isinstance(last, GameFinished) and is_rated(game):
        teams = teams_of(game)
        if not is_contest(teams):
            return None
        return Stake(game_id, ratings.hold(chain(*teams)), teams, WINNERS[last.winner])
    if isinstance(last, GameVoided) and game.status == "finished":
        return Stake(game_id, ratings.hold_of(game_id), None, None)
    return None


def is_rated(game: Game) -> bool:
    """Whether its end moves ratings: it goes by a preset as that stands, and by real time."""
    return not game.sandbox and not game.ruleset.departures()


def teams_of(game: Game) -> Teams[Holder]:
    """Who took part, by team: who left for good counts with his, and not the bot after him."""
    people = _people(game)
    seats = {
        seat: Holder(player=people[seat]) if seat in people else Holder(bot=game.seats[seat].bot)
        for seat in SEATS
    }
    north, east = ([seats[seat] for seat in SEATS if TEAM_OF[seat] == team] for team in TEAMS)
    return north, east


def rebuild() -> Recount:
    """Make all ratings anew out of the log, in the order in which games ended and were voided.

    Games that end meanwhile wait until it is done.
    """
    # Most is read before anybody has to wait.
    endings = _endings({})
    return recount(lambda: chain.from_iterable(_endings(endings).values()))


def _endings(known: dict[tuple[UUID, str], list[Ending]]) -> dict[tuple[UUID, str], list[Ending]]:
    """How each game ended that did, by its id and status; those that are known are not read."""
    over = models.Game.objects.filter(status__in=["finished", "void"], sandbox=False)
    found = over.order_by("pk").values_list("pk", "status", "version")
    return {
        (game_id, status): known.get((game_id, status)) or _ends_of(game_id, version)
        for game_id, status, version in found.iterator()
    }


def _ends_of(game_id: UUID, version: int) -> list[Ending]:
    """The end of a rated game, and its voiding if that came after; nothing of any other."""
    last = {event.kind: event for event in read(game_id, after=version - 2)}
    if (finished := last.get("game-finished")) is None:
        return []
    game = load(game_id, upto=finished.version).game
    if not is_rated(game) or not is_contest(teams := teams_of(game)):
        return []
    ends = [Ending(finished.at, game_id, teams, WINNERS[finished.data["winner"]])]
    if (voided := last.get("game-voided")) is not None:
        ends.append(Ending(voided.at, game_id))
    return ends


def _people(game: Game) -> dict[Seat, UUID]:
    """The players' accounts by seat, those who left among them."""
    persons = {seat: held.player_id for seat, held in game.seats.items()}
    if any(held.left for held in game.seats.values()):
        for event in read(game.id):
            # The last to sit down is the one who left: after the start nobody sits down.
            if event.kind == "seat-taken" and game.seats[event.data["seat"]].left:
                persons[event.data["seat"]] = event.data["player_id"]
    accounts = dict(
        models.Participant.objects.filter(game_id=game.id).values_list("id", "player_id")
    )
    return {seat: accounts[UUID(person)] for seat, person in persons.items() if person}
