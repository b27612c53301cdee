"""What everybody may know of a player: how he has fared in all his finished games together."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Count, Q, Sum

from games import models
from games.performances import TIED, WON
from players.errors import Problem
from players.models import Player, Rating
from players.selectors import place_of, player_by_name, rating_of

_SUMMED: Final = ("bids", "bids_made", "boards_made", "boards_missed", "turns", "autopilot_turns")
_BY_SIZE: Final = """
SELECT size, sum(fared.deals[size]), sum(fared.points[size])
FROM games_performance fared
JOIN games_participant person ON person.id = fared.participant_id
CROSS JOIN generate_series(1, 13) size
WHERE person.player_id = %s
GROUP BY size
HAVING sum(fared.deals[size]) > 0
ORDER BY size
"""


class Size(NamedTuple):
    """A player's scored deals with hands of one size, and his team's points in them."""

    hand_size: int
    deals: int
    points: int


class Profile(NamedTuple):
    """A player, how good he is taken to be, and how he has fared; `place` is among all rated."""

    player: Player
    rating: Rating | None
    place: int | None
    games: int
    wins: int
    ties: int
    bids: int
    bids_made: int
    boards_made: int
    boards_missed: int
    turns: int
    autopilot_turns: int
    by_size: tuple[Size, ...]


def profile_of(username: str) -> Profile:
    """The profile of the player of that name, whatever the case.

    All his finished games count that are no sandboxes, private ones too. Raises Problem
    `not-found` if nobody has the name, or the account is no more.
    """
    player = player_by_name(username)
    if player is None or not player.is_active:
        raise Problem("not-found")
    fared = models.Performance.objects.filter(participant__player=player)
    summed = fared.aggregate(
        games=Count("pk"),
        wins=Count("pk", filter=Q(result=WON)),
        ties=Count("pk", filter=Q(result=TIED)),
        **{name: Sum(name, default=0) for name in _SUMMED},
    )
    rating = rating_of(player)
    place = None if rating is None else place_of(rating)
    with connection.cursor() as cursor:
        cursor.execute(_BY_SIZE, [player.pk])
        sizes = tuple(Size(*row) for row in cursor.fetchall())
    return Profile(player=player, rating=rating, place=place, by_size=sizes, **summed)
