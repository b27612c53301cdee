"""The shapes of what the operations on games take; no rule is judged here."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from games.api.fields import (
    BidField,
    BotsField,
    CardField,
    EntropyField,
    OptionsField,
    SeatField,
)
from games.bots.choose import LEVELS
from games.engine.ruleset import PRESETS
from players.api.fields import Flag, OneOf, QueryFlag, QueryWhole, Text, Whole
from players.api.pages import PageQuery

STATUSES: Final = ("waiting", "active", "finished", "void")
VISIBILITIES: Final = ("public", "private")
RECORD_FORMS: Final = ("json", "text")
FASTEST_TURN: Final = 5
LONGEST_ADVANCE: Final = 10_000_000
SLOWEST_TURN: Final = 1_209_600
LONGEST_WAIT: Final = 25


@extend_schema_serializer(
    examples=[
        OpenApiExample("Four people", {}, request_only=True),
        OpenApiExample(
            "Against three bots",
            {"bots": {"E": "normal", "S": "expert", "W": "normal"}, "entropy": "my own luck"},
            request_only=True,
        ),
        OpenApiExample(
            "A short private game",
            {
                "ruleset": "short",
                "options": {"tie": "extra_deal"},
                "visibility": "private",
                "seat": None,
                "turn_seconds": 3600,
            },
            request_only=True,
        ),
    ]
)
class NewGameBody(serializers.Serializer[Any]):
    """What opens a table."""

    ruleset = OneOf(choices=tuple(PRESETS), default="gamerules")
    options = OptionsField(
        required=False,
        help_text="Departures from the ruleset; names that are no option are ignored.",
    )
    visibility = OneOf(choices=VISIBILITIES, default="public")
    seat = SeatField(
        default="N",
        allow_null=True,
        help_text="Where the creator sits down; null: he only watches, for now.",
    )
    bots = BotsField(required=False, help_text="Seats that bots fill, and their levels.")
    turn_seconds = Whole(
        default=86_400,
        min_value=1,
        max_value=SLOWEST_TURN,
        help_text=f"The time for a turn; from {FASTEST_TURN} on unless it is a sandbox.",
    )
    entropy = EntropyField(help_text="The creator's part in the shuffles, if he sits down.")
    sandbox = Flag(default=False, help_text="A game with a clock of its own, not rated.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What one field has to do with another."""
        if attrs["turn_seconds"] < FASTEST_TURN and not attrs["sandbox"]:
            words = _("At least {least} unless it is a sandbox.").format(least=FASTEST_TURN)
            raise serializers.ValidationError({"turn_seconds": words}, "min_value")
        if attrs["seat"] in attrs.get("bots", {}):
            words = _("{seat} is the creator's seat; say where he is to sit in “seat”.")
            taken = {"bots": {attrs["seat"]: words.format(seat=attrs["seat"])}}
            raise serializers.ValidationError(taken, "taken")
        return attrs


@extend_schema_serializer(
    examples=[
        OpenApiExample("Any game by the usual rules", {}, request_only=True),
        OpenApiExample("A short game", {"ruleset": "short", "turn_seconds": 60}, request_only=True),
    ]
)
class QuickBody(serializers.Serializer[Any]):
    """What kind of game is sought."""

    ruleset = OneOf(choices=tuple(PRESETS), default="gamerules")
    turn_seconds = Whole(
        required=False,
        min_value=FASTEST_TURN,
        max_value=SLOWEST_TURN,
        help_text="The time for a turn; left out: any will do, and a new game has a day.",
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample("Once more", {}, request_only=True),
        OpenApiExample("With luck of one's own", {"entropy": "my own luck"}, request_only=True),
    ]
)
class RematchBody(serializers.Serializer[Any]):
    """What the caller adds to a rematch."""

    entropy = EntropyField(help_text="The caller's part in the shuffles, if he opens it.")


@extend_schema_serializer(
    examples=[
        OpenApiExample("Sit down", {"entropy": "my own luck"}, request_only=True),
        OpenApiExample("Sit down in a private game", {"invite": "Zk3v…"}, request_only=True),
        OpenApiExample("Seat a bot", {"bot": "expert"}, request_only=True),
    ]
)
class SeatBody(serializers.Serializer[Any]):
    """Who is to sit there: the caller, or a bot."""

    bot = OneOf(choices=LEVELS, required=False, help_text="The creator only: a bot's level.")
    invite = Text(
        required=False,
        max_length=100,
        allow_blank=True,
        help_text="The code of a private game, for who cannot see it yet.",
    )
    entropy = EntropyField(help_text="The player's part in the shuffles.")


@extend_schema_serializer(
    examples=[
        OpenApiExample("A number", {"bid": 4}, request_only=True),
        OpenApiExample("A board", {"bid": "board"}, request_only=True),
        OpenApiExample("Nothing", {"bid": "pass"}, request_only=True),
    ]
)
class BidBody(serializers.Serializer[Any]):
    """A bid."""

    bid = BidField()


@extend_schema_serializer(
    examples=[OpenApiExample("The ten of diamonds", {"card": "TD"}, request_only=True)]
)
class PlayBody(serializers.Serializer[Any]):
    """A card to play."""

    card = CardField(help_text="Rank then suit, in either case; `10` is read as `T`.")


@extend_schema_serializer(
    examples=[OpenApiExample("A day and a second", {"advance_seconds": 86401}, request_only=True)]
)
class AdvanceBody(serializers.Serializer[Any]):
    """How far a sandbox game's clock is to go forward."""

    advance_seconds = Whole(
        min_value=1,
        max_value=LONGEST_ADVANCE,
        help_text="Added to all that it was put forward before.",
    )


class NothingBody(serializers.Serializer[Any]):
    """Nothing: an empty object, or no body at all."""


class GamesQuery(PageQuery):
    """Which games to list."""

    status = OneOf(choices=STATUSES, required=False, help_text="Only games of this status.")
    mine = QueryFlag(
        required=False, help_text="Only games where the caller sits or sat, or that he opened."
    )
    my_turn = QueryFlag(required=False, help_text="Only games that wait for the caller.")
    player = serializers.CharField(
        required=False,
        max_length=254,
        trim_whitespace=False,
        help_text="Only games where that player sits or sat.",
    )


class RecordQuery(serializers.Serializer[Any]):
    """In which form to show a record."""

    def get_fields(self) -> dict[str, Any]:
        # Its name is a word of Python's own.
        words = "`text` for the notation that people read and type."
        return {"as": OneOf(choices=RECORD_FORMS, required=False, help_text=words)}


class EventsQuery(PageQuery):
    """Which events to list."""

    after = QueryWhole(default=0, help_text="Only the events with greater versions.")


class StreamQuery(serializers.Serializer[Any]):
    """Where a stream begins."""

    after = QueryWhole(
        default=0, help_text="Begin with the event after this version; `Last-Event-ID` beats it."
    )


class GameQuery(serializers.Serializer[Any]):
    """How to see a private game, and for how long to wait."""

    invite = serializers.CharField(
        required=False,
        max_length=100,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The code of a private game, for who could not see it else.",
    )
    wait = QueryWhole(
        default=0,
        help_text="With If-None-Match: answer when the game moves on, or 304 after so many "
        f"seconds; {LONGEST_WAIT} at most, what is more counts as that.",
    )
