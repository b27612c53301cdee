"""Texts in Markdown as pages of their own, each with its sections listed beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from markdown_it import MarkdownIt


class Link(NamedTuple):
    """Somewhere to go to."""

    address: str
    title: str


def text_page(text: str, *, language: str, others: Iterable[Link] = ()) -> str:
    """One of the project's own texts as a page; `others` are listed after its sections."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(text)
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
            sections.append(Link(name, inside.content))
    # The text is the project's own, and raw HTML in it is not let through.
    body = mark_safe(markdown.renderer.render(tokens, markdown.options, {}))
    facts = {"title": title, "sections": sections, "others": others, "body": body}
    return render_to_string("backalley/text.html", {**facts, "language": language})
