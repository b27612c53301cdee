"""The shapes of what the account operations take and answer; no rule is judged here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from players.api.fields import Email, Flag, ListOf, OneOf, Text, Whole
from players.models import (
    USERNAME_PATTERN,
    IdempotencyKey,
    Locale,
    NoticeKind,
    Player,
    Scope,
    Token,
)

Shape = TypeVar("Shape", bound=serializers.Serializer[Any])
TEN_YEARS = 10 * 365 * 24 * 60 * 60
EXAMPLE_TOKEN = "ba_0fG0ANotLpqHczrCF_ZMZd3lUamPgGaUr0MYIzgHUYo"
EXAMPLE_SUMMARY = {
    "id": "01890a5d-ac96-774b-bcce-b302099a8057",
    "label": "phone",
    "prefix": "ba_0fG0AN",
    "scopes": ["read", "play"],
    "created_at": "2026-11-30T12:00:00Z",
    "expires_at": "2026-12-30T12:00:00Z",
}
EXAMPLE_ACCOUNT = {
    "username": "ana",
    "guest": False,
    "staff": False,
    "email": "ana@example.org",
    "locale": "bg",
    "notices": {"turn": True, "turn_expiring": False, "game_over": True, "dispute": True},
    "created_at": "2026-11-30T12:00:00Z",
}
EXAMPLE_PASSWORD = "correct horse battery"
ALLOWED_NAMES = _("Must be 3 to 30 of A–Z a–z 0–9 _ -.")


def shown_as(value: dict[str, Any]) -> Callable[[type[Shape]], type[Shape]]:
    """Gives a shape an example in the OpenAPI document."""
    return extend_schema_serializer(examples=[OpenApiExample("ana", value)])


def new_name() -> Text:
    """A field for a name that an account is to have."""
    return Text(
        validators=[RegexValidator(rf"^{USERNAME_PATTERN}\Z", ALLOWED_NAMES, "characters")],
        help_text="3 to 30 of A–Z a–z 0–9 _ -; nobody else may have it, whatever the case.",
    )


def new_password(*, required: bool = True) -> Text:
    """A field for a password that an account is to have."""
    return Text(min_length=10, max_length=128, required=required)


def language() -> OneOf:
    """A field for an account's language."""
    return OneOf(
        choices=Locale.choices,
        required=False,
        help_text="The language of texts for requests without Accept-Language.",
    )


@shown_as({"username": "ana", "password": EXAMPLE_PASSWORD, "locale": "bg"})
class SignUpBody(serializers.Serializer[Any]):
    """What opens an account."""

    username = new_name()
    password = new_password()
    email = Email(required=False)
    locale = language()


class GuestBody(serializers.Serializer[Any]):
    """What opens a guest's account: nothing."""


@shown_as({"username": "ana", "password": EXAMPLE_PASSWORD, "email": "ana@example.org"})
class ClaimBody(serializers.Serializer[Any]):
    """What makes a guest's account one with a name."""

    username = new_name()
    password = new_password()
    email = Email(required=False, help_text="Left out or empty: it stays as it is.")


class NoticesWanted(serializers.Serializer[Any]):
    """Kinds of notices by e-mail that are to begin or to end; what is left out stays."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Must be an object.")}

    turn = Flag(
        required=False,
        help_text=(
            "That it is his turn, when it has been for some minutes, and not in quick games. Of "
            "one turn he is told once at most."
        ),
    )
    turn_expiring = Flag(required=False, help_text="That the time for his turn is nearly up.")
    game_over = Flag(required=False, help_text="That a game of his is finished or void.")
    dispute = Flag(required=False, help_text="That a dispute of his was ruled on.")


@extend_schema_serializer(
    examples=[
        OpenApiExample("Notices by e-mail", {"notices": {"turn": True, "turn_expiring": False}}),
        OpenApiExample("Address and language", {"email": "ana@example.org", "locale": "ja"}),
        OpenApiExample(
            "Another password",
            {"password": "battery horse correct", "current_password": EXAMPLE_PASSWORD},
        ),
    ]
)
class ChangesBody(serializers.Serializer[Any]):
    """What of an account is to change; what is left out stays."""

    email = Email(required=False, help_text="Empty for none.")
    locale = language()
    notices = NoticesWanted(required=False)
    password = new_password(required=False)
    current_password = Text(
        required=False,
        max_length=128,
        allow_blank=True,
        help_text="The present password, for a new one.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A new password takes the present one; nothing else does."""
        current = attrs.pop("current_password", None)
        if "password" not in attrs:
            return attrs
        if current is None:
            words = _("A new password takes the present one.")
            raise serializers.ValidationError({"current_password": words}, "required")
        return {**attrs, "current_password": current}


@shown_as(
    {
        "username": "ana",
        "password": EXAMPLE_PASSWORD,
        "label": "phone",
        "scopes": ["read", "play"],
        "expires_in": 2592000,
    }
)
class NewTokenBody(serializers.Serializer[Any]):
    """What makes a token: a name, its password, and what the token is to be."""

    # Any text, because a name that cannot exist is refused like one that does not.
    username = Text(max_length=254, allow_blank=True)
    password = Text(max_length=128, allow_blank=True)
    label = Text(  # type: ignore[assignment]
        required=False,
        max_length=100,
        allow_blank=True,
        help_text="By which its owner tells it from others.",
    )
    scopes = ListOf(
        required=False,
        child=OneOf(choices=Scope.choices),
        allow_empty=False,
        min_length=1,
        max_length=10,
        help_text="What it may do; all three if left out.",
    )
    expires_in = Whole(
        required=False,
        min_value=1,
        max_value=TEN_YEARS,
        help_text="Seconds from now; never if left out.",
    )


@shown_as({"username": "ana", "guest": False, "token": EXAMPLE_TOKEN})
class NewPlayer(serializers.Serializer[Any]):
    """A fresh account and its first token, which is shown this once."""

    username = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest")
    token = serializers.CharField(allow_null=True, help_text="Null in a repeat.")


class Notices(serializers.Serializer[Player]):
    """Of what the player is told by e-mail, if he has an address and the service sends any."""

    turn = serializers.BooleanField()
    turn_expiring = serializers.BooleanField()
    game_over = serializers.BooleanField()
    dispute = serializers.BooleanField()

    def to_representation(self, instance: Player) -> dict[str, bool]:
        """Each kind, wanted or not."""
        return {kind: kind in instance.notices for kind in NoticeKind.values}


@shown_as(EXAMPLE_ACCOUNT)
class OwnAccount(serializers.Serializer[Player]):
    """An account as its owner sees it."""

    username = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest")
    staff = serializers.BooleanField(source="is_staff")
    email = serializers.CharField()
    locale = serializers.ChoiceField(choices=Locale.choices)
    notices = Notices(source="*")
    created_at = serializers.DateTimeField()


@shown_as(EXAMPLE_SUMMARY | {"last_used_at": None})
class TokenSummary(serializers.Serializer[Token]):
    """A token as its owner sees it later: everything but the token."""

    id = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    prefix = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)


class HeldToken(TokenSummary):
    """A token as it is held: one that has ended, too."""

    revoked_at = serializers.DateTimeField(allow_null=True)


class AnsweredRequest(serializers.Serializer[IdempotencyKey]):
    """A request whose answer is kept for repeats."""

    key = serializers.CharField()
    created_at = serializers.DateTimeField()


class HeldRating(serializers.Serializer[Any]):
    """How good a player is taken to be: what is shown of it, and of what that is made."""

    rating = serializers.IntegerField()
    mu = serializers.CharField()
    sigma = serializers.CharField()
    rated_games = serializers.IntegerField(source="contests")


@shown_as(
    {
        "account": EXAMPLE_ACCOUNT,
        "tokens": [EXAMPLE_SUMMARY | {"last_used_at": None, "revoked_at": None}],
        "idempotency_keys": [{"key": "7c1d…", "created_at": "2026-11-30T12:00:00Z"}],
        "games": [{"id": "01980f6e-5a3c-7b1e-9d52-6c0b7d8f1a2e", "status": "finished"}],
        "rating": [{"rating": 1003, "mu": "25.17", "sigma": "7.98", "rated_games": 2}],
        "cut_short": [],
    }
)
class Export(serializers.Serializer[Any]):
    """All that is held about a player, in sections; there may be more of them than are named here.

    Each but the account is a list, the newest first.
    """

    account = OwnAccount()
    tokens = HeldToken(many=True)
    idempotency_keys = AnsweredRequest(many=True)
    rating = HeldRating(many=True, help_text="One, or none yet.")
    cut_short = serializers.ListField(
        child=serializers.CharField(),
        help_text="Sections that were too long to be told whole; the others are complete.",
    )


@shown_as(EXAMPLE_SUMMARY | {"token": EXAMPLE_TOKEN})
class NewToken(serializers.Serializer[Any]):
    """A fresh token, which is shown this once."""

    id = serializers.UUIDField()
    token = serializers.CharField(allow_null=True, help_text="Null in a repeat.")
    label = serializers.CharField()  # type: ignore[assignment]
    prefix = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
