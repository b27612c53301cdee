"""The shapes of events, one for each type, for the OpenAPI document alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import (
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema_field,
    inline_serializer,
)
from rest_framework import serializers

from games.api.answers import Actor, ByTeam, Contracts, Replaced
from games.api.examples import AN_EVENT
from games.api.parts import Anything, Bid, Card, Level, Seat, Shape, Suit, Visibility, Winner
from games.engine.seats import SEATS

Whole = serializers.IntegerField
Words = serializers.CharField
Cards = serializers.ListField

OPEN_LATER: Final = "There once the deal is over, for its players; once the game is, for all."
SEED: Final = "The secret of all shuffles, in hex."

ShownHands = type(
    "ShownHands",
    (serializers.Serializer,),
    {seat: Cards(child=Card(), required=False) for seat in SEATS},
)


class GameCreated(Shape):
    """A table was opened."""

    ruleset = Words()
    options = Anything(help_text="All of them.")
    visibility = Visibility()
    turn_seconds = Whole()
    sandbox = serializers.BooleanField()
    commitment = Words(help_text="SHA-256 of the seed, in hex.")
    seed = Words(required=False, help_text=f"{SEED} There once the game is over.")


class SeatTaken(Shape):
    """Somebody sat down: `player_id` or `bot` is there."""

    seat = Seat()
    player_id = Words(required=False, help_text="Random, for this game only.")
    bot = Words(required=False, help_text="The bot's level.")
    entropy = Words(help_text="His part in the shuffles; empty for none.")


class SeatLeft(Shape):
    """A seat was left."""

    seat = Seat()
    bot = Level(help_text="The level of the bot that took it over; null before the start.")


class GameStarted(Shape):
    """Four seats were filled."""

    first_dealer = Seat()


class DealStarted(Shape):
    """Cards were dealt."""

    number = Whole()
    attempt = Whole()
    hand_size = Whole()
    dealer = Seat()
    turn_up = Card()
    trump = Suit()
    replaced = Replaced(allow_null=True)
    deck = Cards(child=Card(), required=False, help_text=OPEN_LATER)
    salt = Words(required=False, help_text=OPEN_LATER)
    hands = ShownHands(required=False, help_text=f"The caller's own. The others: {OPEN_LATER}")


class BidMade(Shape):
    """A seat bid."""

    seat = Seat()
    bid = Bid()
    level = Whole(required=False, help_text="1 to 4, for a board only.")


class DealPassedOut(Shape):
    """All four passed; the same hand size is dealt again."""

    number = Whole()
    attempt = Whole()


class CardPlayed(Shape):
    """A card was played."""

    seat = Seat()
    card = Card()
    winner = Seat(required=False, help_text="Who took the trick, on its fourth card.")


class DealScored(Shape):
    """A deal was played out."""

    number = Whole()
    attempt = Whole()
    contracts = Contracts()
    tricks = ByTeam()
    points = ByTeam()
    scores = ByTeam(help_text="The totals after it.")


class Autopilot(Shape):
    """The autopilot began or ceased to play for a seat."""

    seat = Seat()


class GameFinished(Shape):
    """The last deal was scored."""

    scores = ByTeam()
    winner = Winner()
    seed = Words(help_text=SEED)


class GameVoided(Shape):
    """The game counts for nothing."""

    seed = Words(help_text=SEED)
    note = Words()


class GameRewound(Shape):
    """Play goes on from an earlier version."""

    to_version = Whole()
    note = Words()
    deal = Whole(required=False, help_text="The deal that is dealt anew, if one is.")
    dealer = Seat(required=False, help_text="Its dealer.")


DATA: Final[Mapping[str, type[Shape]]] = {
    "game-created": GameCreated,
    "seat-taken": SeatTaken,
    "seat-left": SeatLeft,
    "game-started": GameStarted,
    "deal-started": DealStarted,
    "bid-made": BidMade,
    "deal-passed-out": DealPassedOut,
    "card-played": CardPlayed,
    "deal-scored": DealScored,
    "autopilot-on": Autopilot,
    "autopilot-off": Autopilot,
    "game-finished": GameFinished,
    "game-voided": GameVoided,
    "game-rewound": GameRewound,
}
"""What the data of each type of event holds."""


def _named(kind: str) -> serializers.Field[Any, Any, Any, Any]:
    field = type("EventType", (serializers.Field,), {})
    made: serializers.Field[Any, Any, Any, Any]
    made = extend_schema_field({"type": "string", "const": kind})(field)()
    return made


def _event(kind: str) -> type[Shape]:
    """The shape of an event of this type."""
    fields = {
        "__doc__": DATA[kind].__doc__,
        "version": Whole(),
        "type": _named(kind),
        "at": serializers.DateTimeField(),
        "actor": Actor(),
        "data": DATA[kind](),
        "hash": Words(help_text="SHA-256 of the previous hash and this whole event."),
    }
    return type(f"{kind.title().replace('-', '')}Event", (serializers.Serializer,), fields)


SHAPES: Final = {kind: _event(kind) for kind in DATA}


def _any_event(*, many: bool) -> PolymorphicProxySerializer:
    shapes: Any = SHAPES
    return PolymorphicProxySerializer("Event", shapes, resource_type_field_name="type", many=many)


EVENTS: Final = OpenApiResponse(
    inline_serializer(
        "EventList",
        {
            "results": _any_event(many=True),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
        },
    ),
    examples=[AN_EVENT],
)
