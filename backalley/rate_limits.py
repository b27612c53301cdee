"""Tells every caller of the API what is left of his budgets, and counts what no operation has."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from backalley.problems import exception_handler, under_base_path
from players import limits
from players.addresses import client_address
from players.errors import Problem


def rate_limits(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Put the RateLimit headers onto every answer under the base path.

    Unknown paths, wrong methods and wrong tokens draw on the address's budget, which is found out
    afterwards: all that such a request can have done is to be refused.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not under_base_path(request):
            return response
        if not limits.standings_of(request):
            response = _counted(request, response)
        for name, value in limits.headers(limits.standings_of(request)).items():
            response.headers[name] = value
        return response

    return middleware


def _counted(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    try:
        limits.ask(request, limits.Charge("anonymous", client_address(request.META)))
    except Problem as problem:
        return exception_handler(problem, {"request": request}) or response
    return response
