"""The table of all who have a rating, the best first."""

from __future__ import annotations

from itertools import count
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players import selectors
from players.api.fields import QueryFlag
from players.api.operation import Operation
from players.api.pages import PageQuery, one_page, page_of
from players.models import Rating

EXAMPLE = {
    "place": 1,
    "player": "ana",
    "guest": False,
    "bot": None,
    "rating": 1432,
    "rated_games": 57,
    "provisional": False,
}


class LeaderboardQuery(PageQuery):
    """What of the table is asked for."""

    bots = QueryFlag(default=True, help_text="`false`: people only; places are theirs, too.")


class LeaderboardEntry(serializers.Serializer[Any]):
    """A player, or a level of bots, in the table by rating."""

    place = serializers.IntegerField(min_value=1, help_text="From 1 on.")
    player = serializers.CharField(allow_null=True, help_text="Null for bots.")
    guest = serializers.BooleanField()
    bot = serializers.CharField(allow_null=True, help_text="A level of bots; null for people.")
    rating = serializers.IntegerField()
    rated_games = serializers.IntegerField(min_value=1)
    provisional = serializers.BooleanField(
        help_text="After fewer than ten rated games: the rating will still move a lot."
    )


class ShowLeaderboard(Operation):
    """The table by rating, the best first

    Everybody is in it who has finished a rated game that still counts, and each level of bots.
    """

    scope = "read"
    Query = LeaderboardQuery
    answers = {200: one_page(LeaderboardEntry, EXAMPLE)}
    tags = ("players",)

    def get(self, request: Request) -> Response:
        query = dict(self.query)
        bots = query.pop("bots")
        page = page_of(request, selectors.ranked(bots=bots), by=("-rating", "-id"), **query)
        first = selectors.place_of(page.items[0], bots=bots) if page.items else 1
        places = count(first)
        return Response(page.shown(lambda row: _entry(row, next(places))))


def _entry(row: Rating, place: int) -> dict[str, Any]:
    return {
        "place": place,
        "player": None if row.player is None else row.player.username,
        "guest": row.player is not None and row.player.is_guest,
        "bot": row.bot,
        "rating": row.rating,
        "rated_games": row.contests,
        "provisional": row.provisional,
    }
