"""The shapes of what the account operations take and answer; no rule is judged here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from players.api.fields import Email, ListOf, OneOf, Text, Whole
from players.models import USERNAME_PATTERN, Locale, Player, Scope, Token

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
ALLOWED_NAMES = _("Must be 3 to 30 of A–Z a–z 0–9 _ -.")


def shown_as(value: dict[str, Any]) -> Callable[[type[Shape]], type[Shape]]:
    """Gives a shape an example in the OpenAPI document."""
    return extend_schema_serializer(examples=[OpenApiExample("ana", value)])


@shown_as({"username": "ana", "password": "correct horse battery", "locale": "bg"})
class SignUpBody(serializers.Serializer[Any]):
    """What opens an account."""

    username = Text(
        validators=[RegexValidator(rf"^{USERNAME_PATTERN}\Z", ALLOWED_NAMES, "characters")],
        help_text=_("3 to 30 of A–Z a–z 0–9 _ -; nobody else may have it, whatever the case."),
    )
    password = Text(min_length=10, max_length=128)
    email = Email(required=False)
    locale = OneOf(
        choices=Locale.choices,
        required=False,
        help_text=_("The language of texts for requests without Accept-Language."),
    )


class GuestBody(serializers.Serializer[Any]):
    """What opens a guest's account: nothing."""


@shown_as(
    {
        "username": "ana",
        "password": "correct horse battery",
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
        help_text=_("By which its owner tells it from others."),
    )
    scopes = ListOf(
        required=False,
        child=OneOf(choices=Scope.choices),
        allow_empty=False,
        min_length=1,
        max_length=10,
        help_text=_("What it may do; all three if left out."),
    )
    expires_in = Whole(
        required=False,
        min_value=1,
        max_value=TEN_YEARS,
        help_text=_("Seconds from now; never if left out."),
    )


@shown_as({"username": "ana", "guest": False, "token": EXAMPLE_TOKEN})
class NewPlayer(serializers.Serializer[Any]):
    """A fresh account and its first token, which is shown this once."""

    username = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest")
    token = serializers.CharField()


@shown_as(
    {
        "username": "ana",
        "guest": False,
        "staff": False,
        "email": "ana@example.org",
        "locale": "bg",
        "created_at": "2026-11-30T12:00:00Z",
    }
)
class OwnAccount(serializers.Serializer[Player]):
    """An account as its owner sees it."""

    username = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest")
    staff = serializers.BooleanField(source="is_staff")
    email = serializers.CharField()
    locale = serializers.ChoiceField(choices=Locale.choices)
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


@shown_as(EXAMPLE_SUMMARY | {"token": EXAMPLE_TOKEN})
class NewToken(serializers.Serializer[Any]):
    """A fresh token, which is shown this once."""

    id = serializers.UUIDField()
    token = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    prefix = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
