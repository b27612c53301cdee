"""The named parts of which the answers on games are made, for the OpenAPI document alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.fields import CARD_PATTERN
from games.bots.choose import LEVELS
from games.engine.cards import SUITS
from games.engine.seats import SEATS, TEAMS

Shape = serializers.Serializer[Any]
Field = serializers.Field[Any, Any, Any, Any]


def _schema(name: str, schema: dict[str, Any]) -> type[Field]:
    """A field that the document shows under a name of its own."""
    return extend_schema_field(schema, name)(type(name, (serializers.Field,), {}))


def by_seat(name: str, value: Callable[[], Any]) -> type[Shape]:
    """A shape with a field for each seat."""
    return type(name, (serializers.Serializer,), {seat: value() for seat in SEATS})


def _one_of(name: str, *values: str | None) -> type[Field]:
    text = {"type": "string", "enum": [value for value in values if value is not None]}
    # Two kinds with nothing in common: of an enumeration with null in it generators make a muddle.
    return _schema(name, {"oneOf": [text, {"type": "null"}]} if None in values else text)


Seat = _one_of("Seat", *SEATS)
SeatOrNull = _one_of("SeatOrNull", *SEATS, None)
Suit = _one_of("SuitOrNull", *SUITS, None)
Level = _one_of("LevelOrNull", *LEVELS, None)
Status = _one_of("Status", "waiting", "active", "finished", "void")
Visibility = _one_of("Visibility", "public", "private")
Phase = _one_of("Phase", "bid", "play", "done")
Action = _one_of("Action", "bid", "play")
Winner = _one_of("Winner", *TEAMS, "tie", None)
ActorKind = _one_of("ActorKind", "player", "bot", "autopilot", "system", "staff")
Card = _schema("Card", {"type": "string", "pattern": CARD_PATTERN, "examples": ["QS", "TD", "BB"]})
Bid = _schema("Bid", {"type": ["string", "integer"], "examples": ["pass", 4, "board"]})
Anything = extend_schema_field({"type": "object", "additionalProperties": True})(
    type("Anything", (serializers.Field,), {})
)
