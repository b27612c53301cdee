"""In which language a caller is spoken to: by Accept-Language, else by his account's locale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import translation

HEADER: Final = "Accept-Language"
_RANGE: Final = re.compile(
    r"\s*(?P<tag>\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)"
    r"\s*(?:;\s*[qQ]=(?P<q>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?"
)


class _Range(NamedTuple):
    """One of the header's wishes: a tag such as `bg-BG`, in lower case, or `*`, and its weight."""

    tag: str
    weight: float


def asked_for(header: str | None) -> str | None:
    """The code of the language that the header (RFC 9110, 12.5.4) asks for most.

    A range that names a region has the language without one, too. None if any language is as
    welcome, without a header or by `*`; the service's first language if none of ours is.
    """
    if not (header or "").strip():
        return None
    wishes = sorted(_ranges(header or ""), key=lambda wish: wish.weight, reverse=True)
    refused = {wish.tag for wish in wishes if not wish.weight}
    for wish in wishes:
        if wish.tag in refused:
            continue
        if wish.tag == "*":
            return _any_but(refused)
        language = wish.tag.partition("-")[0]
        if language in _codes() and language not in refused:
            return language
    return settings.LANGUAGE_CODE


def speak(locale: str, header: str | None) -> None:
    """Speak the language of an account from here on, if the request asks for none itself."""
    if asked_for(header) is None and locale in _codes():
        translation.activate(locale)


def _ranges(header: str) -> Iterator[_Range]:
    for part in header.split(","):
        # What cannot be read says nothing; the rest still does.
        if found := _RANGE.fullmatch(part):
            yield _Range(found["tag"].lower(), float(found["q"] or 1))


def _any_but(refused: set[str]) -> str | None:
    """Of languages that are all as welcome: none in particular, unless some are not."""
    return next((code for code in _codes() if code not in refused), None) if refused else None


def _codes() -> list[str]:
    return [code for code, _ in settings.LANGUAGES]
