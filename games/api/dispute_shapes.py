"""The shapes of disputes: what is taken, and for the document what is answered."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema_serializer
from rest_framework import serializers

from games.api.parts import Shape
from games.models import Dispute as Row
from players.api.fields import OneOf, Text, Whole
from players.api.pages import PageQuery, one_page

RULINGS: Final = (Row.Status.UPHELD.value, Row.Status.REJECTED.value)
LONGEST: Final = 2000
"""So many characters a reason or a note has at most."""
_OPEN: Final[dict[str, Any]] = {
    "id": "01980f71-3c2b-7f10-8a4d-5b6c7d8e9f00",
    "game": "01980f6e-5a3c-7b1e-9d52-6c0b7d8f1a2e",
    "version": 131,
    "reason": "East had a diamond and did not follow suit.",
    "status": "open",
    "remedy": None,
    "to_version": None,
    "note": None,
    "by": "ana",
    "at": "2026-01-05T18:40:00.000000Z",
    "ruled_at": None,
}
_RULED: Final[dict[str, Any]] = {
    **_OPEN,
    "status": "upheld",
    "remedy": "rewind",
    "to_version": 130,
    "note": "Play goes on before East's card.",
    "ruled_at": "2026-01-05T19:02:00.000000Z",
}
_FOR_STAFF: Final = {"staff_note": "The client shows old hands.", "ruled_by": "stanka"}


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "About a move", {"reason": _OPEN["reason"], "version": 131}, request_only=True
        )
    ]
)
class DisputeBody(serializers.Serializer[Any]):
    """What is claimed to have gone wrong, and where."""

    reason = Text(
        min_length=1, max_length=LONGEST, help_text="For staff; the other players do not read it."
    )
    version = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="The version that the claim is about; left out: the present one.",
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Nothing was wrong",
            {"ruling": "rejected", "remedy": "none", "note": "The card was legal."},
            request_only=True,
        ),
        OpenApiExample(
            "Back to before a move",
            {
                "ruling": "upheld",
                "remedy": "rewind",
                "to_version": 130,
                "note": _RULED["note"],
                "staff_note": _FOR_STAFF["staff_note"],
            },
            request_only=True,
        ),
    ]
)
class RulingBody(serializers.Serializer[Any]):
    """What staff make of a dispute."""

    ruling = OneOf(choices=RULINGS)
    remedy = OneOf(choices=Row.Remedy.values, help_text="`none` if the ruling is `rejected`.")
    to_version = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="For `rewind`: the version from which play goes on.",
    )
    note = Text(min_length=1, max_length=LONGEST, help_text="For the players.")
    staff_note = Text(
        required=False, max_length=LONGEST, allow_blank=True, help_text="For staff alone."
    )


class DisputesQuery(PageQuery):
    """Which disputes to list."""

    status = OneOf(choices=Row.Status.values, required=False, help_text="Only those.")
    game = serializers.UUIDField(required=False, help_text="Only those of this game.")


class Dispute(Shape):
    """A dispute; its last two fields are there for staff alone."""

    id = serializers.UUIDField()
    game = serializers.UUIDField()
    version = serializers.IntegerField(help_text="What it is about.")
    reason = serializers.CharField()
    status = serializers.ChoiceField(choices=Row.Status.values)
    remedy = serializers.ChoiceField(
        choices=Row.Remedy.values, allow_null=True, help_text="Null until the ruling."
    )
    to_version = serializers.IntegerField(allow_null=True, help_text="Of a rewind.")
    note = serializers.CharField(
        allow_null=True, help_text="What staff say to the players; null until the ruling."
    )
    by = serializers.CharField(help_text="The player who filed it.")
    at = serializers.DateTimeField(help_text="When he did.")
    ruled_at = serializers.DateTimeField(allow_null=True)
    staff_note = serializers.CharField(required=False)
    ruled_by = serializers.CharField(required=False, allow_null=True)


AN_OPEN_ONE: Final = OpenApiResponse(
    Dispute, examples=[OpenApiExample("Just filed", _OPEN, response_only=True)]
)
ONE_DISPUTE: Final = OpenApiResponse(
    Dispute, examples=[OpenApiExample("For its player", _RULED, response_only=True)]
)
A_RULED_ONE: Final = OpenApiResponse(
    Dispute,
    examples=[OpenApiExample("For staff", {**_RULED, **_FOR_STAFF}, response_only=True)],
)
DISPUTES: Final = one_page(Dispute, _OPEN)
