"""Serializer fields that take a value of their own JSON type and no other.

A JSON string is text, `5` is a number and `"5"` is not, `true` is not 1. Query parameters, which
are always text, have fields of their own.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from django.core.validators import EmailValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from rest_framework import serializers


class Text(serializers.CharField):
    """A JSON string, taken as it is; say `max_length`."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Must be a string."),
        "max_length": ngettext_lazy(
            "At most {max_length} character.",
            "At most {max_length} characters.",
            "max_length",
        ),
        "min_length": ngettext_lazy(
            "At least {min_length} character.",
            "At least {min_length} characters.",
            "min_length",
        ),
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Email(Text):
    """A JSON string that is an e-mail address, or empty for none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=254, allow_blank=True, **kwargs)
        self.validators.append(EmailValidator(_("Must be an e-mail address.")))


class Whole(serializers.IntegerField):
    """A JSON integer; `min_value` and `max_value` as ever."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Must be an integer.")}

    def to_internal_value(self, data: Any) -> int:
        # In Python true is an int; in JSON it is not.
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class Flag(serializers.BooleanField):
    """JSON true or false."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class OneOf(serializers.ChoiceField):
    """One of the named strings."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid_choice": _("Must be one of {choices_shown}.")
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", choices_shown=", ".join(map(str, self.choices)))
        return data


class ListOf(serializers.ListField):
    """A JSON array of what `child` takes."""

    default_error_messages: ClassVar[dict[str, Any]] = {"not_a_list": _("Must be an array.")}

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list")
        return super().to_internal_value(data)


BEYOND: Final = 10**18
"""Stands for every whole number that is larger: none of ours is nearly as large."""


def whole_number(text: str) -> int | None:
    """The number that ASCII digits write, at most `BEYOND`; None for anything else."""
    # Python's int() would also read spaces, underscores, signs and other scripts' digits, and
    # would take its time for thousands of them.
    if not re.fullmatch(r"[0-9]+", text):
        return None
    digits = text.lstrip("0")
    return int(digits or 0) if len(digits) < len(str(BEYOND)) else BEYOND


class QueryWhole(serializers.IntegerField):
    """A whole number in a query string: ASCII digits and nothing else."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Must be a whole number.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", 0)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        number = whole_number(data)
        return self.fail("invalid") if number is None else number


class QueryFlag(serializers.BooleanField):
    """`true` or `false` in a query string."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if data not in ("true", "false"):
            self.fail("invalid")
        return bool(data == "true")
