"""Who has to do with a game: read for every move and every answer, so in one statement."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple
from uuid import UUID

from games.engine.seats import Seat
from players import database

# Looked up one by one: joined, all players of a small service would be read for the names of four.
_PEOPLE: Final = """
SELECT participant.id, participant.player_id,
    (SELECT username FROM players_player player WHERE player.id = participant.player_id),
    (SELECT min(seat) FROM games_seat seat
        WHERE seat.game_id = participant.game_id AND seat.participant_id = participant.id)
FROM games_participant participant WHERE participant.game_id = %s
"""


class Person(NamedTuple):
    """A participant: his random id, the player and the name behind it, and the seat he has now."""

    id: UUID
    player: UUID
    name: str
    seat: Seat | None


def people_of(game_id: UUID) -> list[Person]:
    """All participants of a game, those too who have left or never sat."""
    return list(map(Person._make, database.ask(_PEOPLE, [game_id])))


def names_of(people: Iterable[Person]) -> dict[str, str]:
    """The names by participants, as the log calls them."""
    return {str(person.id): person.name for person in people}
