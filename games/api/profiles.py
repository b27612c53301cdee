"""Players as everybody may know them."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.performances import LARGEST_HAND
from games.selectors import profiles
from games.selectors.profiles import Profile
from players.api.operation import Operation
from players.api.serializers import shown_as

USERNAME: Final = OpenApiParameter(
    "username", {"type": "string"}, OpenApiParameter.PATH, description="Read in either case."
)


class HandSizePoints(serializers.Serializer[Any]):
    """A player's scored deals with hands of one size."""

    hand_size = serializers.IntegerField(min_value=1, max_value=LARGEST_HAND)
    deals = serializers.IntegerField(min_value=1)
    average_points = serializers.FloatField(help_text="His team's, a deal.")


@shown_as(
    {
        "username": "ana",
        "guest": False,
        "joined": "2026-11-30T12:00:00Z",
        "rating": 1432,
        "provisional": False,
        "rated_games": 57,
        "place": 3,
        "games": 61,
        "wins": 34,
        "ties": 1,
        "bids": 1012,
        "bids_made": 741,
        "bid_accuracy": 0.7322,
        "boards_made": 40,
        "boards_missed": 22,
        "points_by_hand_size": [
            {"hand_size": 1, "deals": 60, "average_points": -2.5},
            {"hand_size": 13, "deals": 121, "average_points": 24.8182},
        ],
        "turns": 12200,
        "autopilot_share": 0.0123,
    }
)
class PublicProfile(serializers.Serializer[Any]):
    """A player as everybody may know him.

    It tells of all his finished games that are no sandboxes and were not voided. Shares are from 0
    to 1, and null while there is nothing to take one of.
    """

    username = serializers.CharField()
    guest = serializers.BooleanField()
    joined = serializers.DateTimeField()
    rating = serializers.IntegerField(
        allow_null=True, help_text="Null until he has finished a rated game that counts."
    )
    provisional = serializers.BooleanField(
        help_text="After fewer than ten rated games: the rating will still move a lot."
    )
    rated_games = serializers.IntegerField(min_value=0)
    place = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="In the leaderboard, bots among them."
    )
    games = serializers.IntegerField(
        min_value=0, help_text="Those that he left for good are among them."
    )
    wins = serializers.IntegerField(min_value=0)
    ties = serializers.IntegerField(min_value=0)
    bids = serializers.IntegerField(
        min_value=0,
        help_text="Numbers that he bid himself, in deals where his team had no board.",
    )
    bids_made = serializers.IntegerField(
        min_value=0, help_text="Of those: where his team took its contract."
    )
    bid_accuracy = serializers.FloatField(
        min_value=0, max_value=1, allow_null=True, help_text="The share of bids made."
    )
    boards_made = serializers.IntegerField(
        min_value=0, help_text="Boards that he bid himself, and his team took all tricks."
    )
    boards_missed = serializers.IntegerField(min_value=0)
    points_by_hand_size = HandSizePoints(
        many=True, help_text="The smallest hands first; only sizes that he has played."
    )
    turns = serializers.IntegerField(min_value=0, help_text="Bids and cards that were his.")
    autopilot_share = serializers.FloatField(
        min_value=0,
        max_value=1,
        allow_null=True,
        help_text="The share of turns that the autopilot had to play.",
    )


class ShowPlayer(Operation):
    """Show a player: rating, games, wins, and how he bids and plays"""

    scope = "read"
    parameters = (USERNAME,)
    answers = {200: PublicProfile}
    tags = ("players",)

    profile: Profile

    def find(self) -> None:
        self.profile = profiles.profile_of(self.kwargs["username"])

    def get(self, request: Request, username: str) -> Response:
        return Response(PublicProfile(_shown(self.profile)).data)


def _shown(profile: Profile) -> dict[str, Any]:
    rating = profile.rating
    return {
        **profile._asdict(),
        "username": profile.player.username,
        "guest": profile.player.is_guest,
        "joined": profile.player.created_at,
        "rating": None if rating is None else rating.rating,
        "provisional": rating is None or rating.provisional,
        "rated_games": 0 if rating is None else rating.contests,
        "bid_accuracy": _share(profile.bids_made, profile.bids),
        "points_by_hand_size": [
            {
                "hand_size": size.hand_size,
                "deals": size.deals,
                "average_points": round(size.points / size.deals, 4),
            }
            for size in profile.by_size
        ],
        "autopilot_share": _share(profile.autopilot_turns, profile.turns),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
