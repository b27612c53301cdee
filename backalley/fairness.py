"""The page on the proof of the shuffles, and the checker of records as a file to take away."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from backalley.guide import page
from backalley.openapi import IN_ENGLISH
from games.api.record import PlainText
from games.records import verify_record
from players.api.operation import Operation

SOURCE: Final = Path(__file__).with_name("fairness.md")
CHECKER: Final = Path(verify_record.__file__)


class ShowFairnessPage(Operation):
    """How players check that the cards were dealt fairly

    A page with an example to run, and a word on what the proof cannot show.
    """

    renderer_classes = (StaticHTMLRenderer,)
    answers = {200: OpenApiTypes.STR}
    tags = ("about",)

    def get(self, request: Request) -> Response:
        return Response(page(SOURCE), headers=IN_ENGLISH)


class ShowChecker(Operation):
    """A program that checks a record

    One file that needs nothing but Python: it says of every deal in a game's portable record what
    holds and what does not.
    """

    renderer_classes = (PlainText,)
    answers = {200: OpenApiTypes.STR}
    tags = ("about",)

    def get(self, request: Request) -> HttpResponse:
        text = CHECKER.read_text(encoding="utf-8")
        return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=IN_ENGLISH)
