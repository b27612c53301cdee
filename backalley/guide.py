"""The page for those who write clients: a Markdown file, served as HTML like others."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from drf_spectacular.types import OpenApiTypes
from markdown_it import MarkdownIt
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from backalley.openapi import IN_ENGLISH
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
    """A Markdown file of the project as a page of its own, with its sections listed beside it."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(source.read_text(encoding="utf-8"))
    sections = []
    title = ""
    for token, inside in pairwise(tokens):
        if token.type != "heading_open":
            continue
        if token.tag == "h1":
            title = inside.content
        else:
            name = "-".join(re.findall(r"\w+", inside.content.lower()))
            token.attrSet("id", name)
            sections.append({"name": name, "title": inside.content})
    # The file is the project's own, and raw HTML in it is not let through.
    body = mark_safe(markdown.renderer.render(tokens, markdown.options, {}))
    facts = {"title": title, "sections": sections, "body": body}
    return render_to_string("backalley/guide.html", facts)
