"""Serializer fields that read what cards are played with: seats, levels, bids, cards."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.bots.choose import LEVELS
from games.engine.bidding import BidValue
from games.engine.cards import Card, parse_card
from games.engine.seats import SEATS, Seat
from players.api.fields import Text

CARD_PATTERN: Final = "^([2-9TJQKA][CDHS]|BB|LB)$"


@extend_schema_field({"type": "string", "enum": list(SEATS)}, "SeatToTake")
class SeatField(serializers.Field[Seat, Any, Seat, Any]):
    """One of the four seats, in either case."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Must be N, E, S or W.")}

    def to_internal_value(self, data: Any) -> Seat:
        seat = data.upper() if isinstance(data, str) else None
        if seat not in SEATS:
            self.fail("invalid")
        return str(seat)


@extend_schema_field(
    {
        "type": "object",
        "properties": {seat: {"type": "string", "enum": list(LEVELS)} for seat in SEATS},
        "examples": [{"E": "normal", "W": "expert"}],
    }
)
class BotsField(serializers.Field[dict[Seat, str], Any, dict[Seat, str], Any]):
    """The levels of the bots by seat."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Must be an object of levels by seat."),
        "seat": _("The keys must be N, E, S or W, each once."),
        "level": _("Must be one of {levels}."),
    }

    def to_internal_value(self, data: Any) -> dict[Seat, str]:
        if not isinstance(data, dict):
            self.fail("invalid")
        bots: dict[Seat, str] = {}
        for key, level in data.items():
            seat = key.upper()
            if seat not in SEATS or seat in bots:
                self.fail("seat")
            if level not in LEVELS:
                self._refuse_level(key)
            bots[seat] = level
        return bots

    def _refuse_level(self, key: str) -> None:
        words = self.error_messages["level"].format(levels=", ".join(LEVELS))
        raise serializers.ValidationError({key: [serializers.ErrorDetail(words, "level")]})


@extend_schema_field({"type": "object", "additionalProperties": True})
class OptionsField(serializers.Field[dict[str, Any], Any, dict[str, Any], Any]):
    """A JSON object; its values are judged by the rules."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Must be an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return dict(data)


class EntropyField(Text):
    """What a player adds to the shuffles."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "unprintable": _("Must be printable characters only.")
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=64, allow_blank=True, required=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not text.isprintable():
            self.fail("unprintable")
        return text


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": ["pass", "board"]},
            {"type": "integer", "minimum": 1, "maximum": 13},
        ],
        "examples": ["pass", 4, "board"],
    }
)
class BidField(serializers.Field[Any, Any, Any, Any]):
    """A JSON string or number; whether it is a bid is for the rules to say."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Must be “pass”, an integer, or “board”.")
    }

    def to_internal_value(self, data: Any) -> BidValue | float:
        if isinstance(data, bool) or not isinstance(data, str | int | float):
            self.fail("invalid")
        return data.lower() if isinstance(data, str) else data


@extend_schema_field(
    {"type": "string", "pattern": CARD_PATTERN, "examples": ["QS", "TD", "BB"]}, "CardToPlay"
)
class CardField(serializers.Field[Card, Any, Card, Any]):
    """A card: rank then suit, in either case, `10` for `T`; the jokers are BB and LB."""

    # It names no card, so that whoever looks for hidden cards in answers finds none.
    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Must be a card: the letter of its rank, then that of its suit.")
    }

    def to_internal_value(self, data: Any) -> Card:
        try:
            return parse_card(data) if isinstance(data, str) else self.fail("invalid")
        except ValueError:
            self.fail("invalid")
