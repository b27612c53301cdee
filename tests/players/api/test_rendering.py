from __future__ import annotations

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import Serializer
from rest_framework.utils.serializer_helpers import ReturnDict

from players.api.rendering import Renderer
from players.models import Locale

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=20,
)


class Pair(NamedTuple):
    one: str
    other: int


@given(PLAIN)
def test_it_says_what_the_framework_says(value: Any) -> None:
    try:
        expected = JSONRenderer().render(value)
    except UnicodeEncodeError:
        with pytest.raises(UnicodeEncodeError):
            Renderer().render(value)
    else:
        assert Renderer().render(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        "\u2028 and \u2029 and “so” on",
        {"at": datetime(2026, 11, 30, 12, 0, 0, 123456, UTC)},
        date(2026, 11, 30),
        [Decimal("1.50"), UUID(int=7), gettext_lazy("Sign in"), Locale.JAPANESE],
        (1, (2, 3), Pair("a", 1)),
        ReturnDict({"a": 1}, serializer=Serializer()),
        {1: "a number for a key"},
        {"wide": 2**70, "deep": [[[-(2**70)]]]},
        "日本語 తెలుగు",
    ],
    ids=repr,
)
def test_whatever_answers_hold_is_written_alike(value: Any) -> None:
    assert Renderer().render(value) == JSONRenderer().render(value)


def test_it_can_be_indented() -> None:
    asked = "application/json; indent=2"

    assert Renderer().render({"a": [1]}, asked) == JSONRenderer().render({"a": [1]}, asked)
    assert json.loads(Renderer().render({"a": [1]}, asked)) == {"a": [1]}
