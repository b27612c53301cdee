"""The rulesets that a game can be played by, as values and as a text."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.api.rules_shapes import NAMES, ONE_TEXT, RULESETS, RulesQuery
from games.api.rules_text import text_of, title_of
from games.engine import ruleset
from games.engine.ruleset import PRESETS
from players.api.operation import Operation
from players.api.pages import Page, PageQuery
from players.errors import invalid


class ListRulesets(Operation):
    """List the rulesets with all their options

    The first is the default; a game may depart from any of them by `options`.
    """

    Query = PageQuery
    answers = {200: RULESETS}
    tags = ("rules",)

    def get(self, request: Request) -> Response:
        limit, cursor = self.query["limit"], self.query.get("cursor")
        start = 0 if cursor is None else _place(cursor)
        page = _page(request, start, limit)
        return Response(page.shown(lambda rules: {"name": rules.name, "options": rules.options()}))


class ShowRules(Operation):
    """Show the rules of a ruleset as a text for players

    About two pages of Markdown, in the caller's language: how the ruleset is played, in what it
    differs from the default, and what each option can be.
    """

    Query = RulesQuery
    answers = {200: ONE_TEXT}
    tags = ("rules",)

    def get(self, request: Request) -> Response:
        rules = PRESETS[self.query["ruleset"]]
        shown = {
            "ruleset": rules.name,
            "language": get_language(),
            "title": title_of(rules),
            "text": text_of(rules),
        }
        return Response(shown)


def _page(request: Request, start: int, limit: int) -> Page[ruleset.Ruleset]:
    """There are few of them, and none is ever added meanwhile: a cursor is a name."""

    def link(place: int, limit: int) -> str:
        url = replace_query_param(request.build_absolute_uri(), "cursor", NAMES[place])
        return str(replace_query_param(url, "limit", limit))

    end, before = start + limit, max(0, start - limit)
    return Page(
        list(PRESETS.values())[start:end],
        next=link(end, limit) if end < len(NAMES) else None,
        previous=link(before, start - before) if start > 0 else None,
    )


def _place(cursor: str) -> int:
    if cursor not in NAMES:
        raise invalid("cursor", _("Must come from the next or previous of another page."))
    return NAMES.index(cursor)
