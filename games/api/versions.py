"""A game's version as an entity tag, and the conditions that a request puts on it."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

ONE_TAG: Final = r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"'
LIST_OF_TAGS: Final = re.compile(rf"[ \t,]*{ONE_TAG}(?:[ \t]*,[ \t,]*{ONE_TAG})*[ \t,]*")
VERSION: Final = re.compile(r"[1-9][0-9]{0,9}")

ETAG: Final = OpenApiParameter(
    "ETag",
    {"type": "string", "examples": ['"131"']},
    OpenApiParameter.HEADER,
    description="The game's version, in quotes.",
    response=[200, 201, 304],
)
LOCATION: Final = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    description="The game's address.",
    response=[201],
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match",
    {"type": "string", "examples": ['"131"']},
    OpenApiParameter.HEADER,
    description="Do it only if the game's version is this one, or one of these; else 412.",
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match",
    {"type": "string", "examples": ['"131"']},
    OpenApiParameter.HEADER,
    description="Answer 304 if the game's version is this one, or one of these.",
)


def etag(version: int) -> str:
    """The tag of a game at this version."""
    return f'"{version}"'


def versions_wanted(request: Request) -> Collection[int] | None:
    """The versions at which the caller wants his write done; None: at any.

    A weak tag names no version and neither does rubbish: then the write is never done.
    """
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    return {int(tag) for weak, tag in _tags(header) if not weak and VERSION.fullmatch(tag)}


def unchanged(request: Request, version: int) -> Response | None:
    """The answer 304 if the caller says that he has this version already."""
    header = request.headers.get("If-None-Match", "")
    known = header.strip() == "*" or any(tag == str(version) for _, tag in _tags(header))
    return Response(status=304, headers={"ETag": etag(version)}) if known else None


def _tags(header: str) -> list[tuple[str, str]]:
    """Each tag of a header, with its mark of weakness; none if the header is no list of tags."""
    return re.findall(ONE_TAG, header) if LIST_OF_TAGS.fullmatch(header) else []
