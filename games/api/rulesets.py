"""The rulesets that a game can be played by."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.api.answers import Ruleset
from games.engine import ruleset
from games.engine.ruleset import PRESETS
from players.api.operation import Operation
from players.api.pages import Page, PageQuery, one_page
from players.errors import invalid

NAMES: Final = tuple(PRESETS)


class ListRulesets(Operation):
    """List the rulesets with all their options

    The first is the default; a game may depart from any of them by `options`.
    """

    Query = PageQuery
    answers = {200: one_page(Ruleset, {"name": NAMES[0], "options": PRESETS[NAMES[0]].options()})}
    tags = ("rules",)

    def get(self, request: Request) -> Response:
        limit, cursor = self.query["limit"], self.query.get("cursor")
        start = 0 if cursor is None else _place(cursor)
        page = _page(request, start, limit)
        return Response(page.shown(lambda rules: {"name": rules.name, "options": rules.options()}))


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
