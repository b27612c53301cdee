"""Tells every caller of the API what is left of his budgets, and counts what no operation has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from backalley.problems import exception_handler, under_base_path
from players import limits
from players.addresses import client_address
from players.errors import Problem

ALWAYS_SENT: Final = ("RateLimit-Policy", "RateLimit")
# For the OpenAPI document.
LIMIT_HEADERS: Final[Mapping[str, Any]] = {
    "RateLimit-Policy": {
        "description": "The budgets that the request draws on: requests `q` in `w` seconds.",
        "schema": {"type": "string", "examples": ['"reads";q=6000;w=60']},
        "required": True,
    },
    "RateLimit": {
        "description": "What is left of them: requests `r`, and all of them again in `t` seconds.",
        "schema": {"type": "string", "examples": ['"reads";r=5999;t=42']},
        "required": True,
    },
    "Retry-After": {
        "description": "Seconds to wait.",
        "schema": {"type": "integer", "minimum": 1},
        "required": True,
    },
}
MEANINGS: Final[Mapping[limits.Name, str]] = {
    "reads": "a player's GETs",
    "writes": "a player's writes, moves aside",
    "moves": "a player's bids, plays and returns that are *refused*; accepted ones never count, "
    "and are never limited",
    "anonymous": "an address's requests without a token, or with a wrong one",
    "arrivals": "an address's sign-ups, guests, claimed names and sign-ins",
    "sign-ins": "an address's *failed* sign-ins, wrong present passwords among them",
    "account": "*failed* sign-ins for one account's name",
}


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


def limits_told() -> str:
    """The budgets in words, for the OpenAPI document."""
    rows = [
        f"- `{name}`: {settings.RATE_LIMIT_QUOTAS[name]}, {meaning}"
        for name, meaning in MEANINGS.items()
    ]
    how = f"Requests are limited by the following budgets, each for {limits.WINDOW} seconds."
    return "\n".join([how, "", *rows])


def _counted(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    try:
        limits.ask(request, limits.Charge("anonymous", client_address(request.META)))
    except Problem as problem:
        return exception_handler(problem, {"request": request}) or response
    return response
