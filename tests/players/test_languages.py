"""Which language a request asks for."""

from __future__ import annotations

import pytest
from django.utils import translation

from players.languages import asked_for, speak


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("bg", "bg"),
        ("BG", "bg"),
        ("ja-JP", "ja"),
        ("ne-Deva-NP", "ne"),
        ("te-IN, en;q=0.9", "te"),
        ("en;q=0.5, bg;q=0.8", "bg"),
        ("en ; q=0.5 ,\tne;q=0.501", "ne"),
        ("bg;Q=0.9, ja", "ja"),
        ("bg, ja", "bg"),
        ("fr, de;q=0.9, te;q=0.1", "te"),
        ("fr, *;q=0.5, ja;q=0.4", None),
        ("bg;q=0, ja;q=0.1", "ja"),
        ("bg;q=0.000, bg-BG;q=0", "en"),
        ("en;q=0, *", "bg"),
        ("bg-BG, bg;q=0", "en"),
        ("en-GB, bg;q=0.5", "en"),
    ],
)
def test_the_one_of_most_weight_that_there_is(header: str, language: str | None) -> None:
    assert asked_for(header) == language


@pytest.mark.parametrize("header", [None, "", "  ", "*", "*;q=0.1"])
def test_none_in_particular(header: str | None) -> None:
    assert asked_for(header) is None


@pytest.mark.parametrize(
    "header", ["fr", "xx-YY", "bgx", "fr, de;q=0.2", "*;q=0", "bg;q=0", "rubbish!", ",", "\xe9"]
)
def test_english_if_there_is_none_of_them(header: str) -> None:
    assert asked_for(header) == "en"


@pytest.mark.parametrize(
    "wrong", ["te;q=9", "te;q=x", "te;q=", "te;q=0.1234", "te;q=-1", "te te", "te;level=1", "te_IN"]
)
def test_what_cannot_be_read_says_nothing(wrong: str) -> None:
    assert asked_for(f"{wrong}, ja;q=0.1") == "ja"


def test_a_long_header_takes_no_time() -> None:
    assert asked_for("-a" * 50_000 + "," + "bg;q=0.5 " * 10_000 + ", ja") == "ja"


@pytest.mark.parametrize(
    ("locale", "header", "language"),
    [
        ("ne", None, "ne"),
        ("ne", "*", "ne"),
        ("ne", "bg", "bg"),
        ("ne", "fr", "en"),
        ("xx", None, "en"),
    ],
)
def test_the_locale_counts_where_nothing_is_asked(
    locale: str, header: str | None, language: str
) -> None:
    with translation.override(asked_for(header) or "en"):
        speak(locale, header)
        assert translation.get_language() == language
