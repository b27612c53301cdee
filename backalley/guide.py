"""The page for those who write clients: a Markdown file, served as HTML like others."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from django.urls import reverse
from django.utils import translation
from drf_spectacular.types import OpenApiTypes
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from backalley.openapi import IN_ENGLISH
from backalley.pages import Link, text_page
from players.api.operation import Operation

SOURCE: Final = Path(__file__).with_name("guide.md")


class ShowGuide(Operation):
    """How to write a client

    A page that goes from the first request to a finished game, with examples in curl and Python.
    """

    renderer_classes = (StaticHTMLRenderer,)
    answers = {200: OpenApiTypes.STR}
    tags = ("about",)

    def get(self, request: Request) -> Response:
        return Response(page(SOURCE), headers=IN_ENGLISH)


@lru_cache
def page(source: Path) -> str:
    """A Markdown file of the project, in English, as a page of its own."""
    others = [Link(reverse("docs"), "Reference"), Link(reverse("front-page"), "Back Alley")]
    with translation.override("en"):
        return text_page(source.read_text(encoding="utf-8"), language="en", others=others)
