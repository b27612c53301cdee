"""Whether a client takes what an operation answers, by its Accept header."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from players.errors import Problem

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
NOT_AT_ALL: Final = re.compile(r"q=0(\.0*)?")
MOST: Final = 64
"""Of a longer header no more than so many types are read."""


class Negotiation(BaseContentNegotiation):
    """The most precise word that a client has on a type is his will; `q=0` is a no.

    Who names the type of errors alone takes JSON too, and parameters of a type are of no account:
    an answer of a type comes in one form only.
    """

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        return next(iter(parsers), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """What renders the answer, and its media type. Raises Problem `not-acceptable`."""
        words = _words(request.headers.get("Accept", "").strip() or "*/*")
        for renderer in renderers:
            takes = _takes(renderer.media_type, words)
            if takes is None and renderer.media_type == JSON:
                takes = _takes(PROBLEM, words)
            if takes:
                return renderer, renderer.media_type
        raise Problem("not-acceptable")


def _words(header: str) -> dict[str, bool]:
    """Each type or range of types in the header, and whether it is taken."""
    words: dict[str, bool] = {}
    for word in header.lower().split(",", MOST)[:MOST]:
        media_range, *parameters = (part.strip() for part in word.split(";"))
        taken = not any(NOT_AT_ALL.fullmatch(parameter) for parameter in parameters)
        words[media_range] = words.get(media_range, False) or taken
    return words


def _takes(media_type: str, words: Mapping[str, bool]) -> bool | None:
    """Whether the client takes a type; None if he has no word on it."""
    ranges = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    return next((words[media_range] for media_range in ranges if media_range in words), None)
