"""The caller's own account: look at it, change it, take a name, take everything away, end it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from players import accounts, limits, selectors, ties
from players.addresses import client_address
from players.api.operation import Operation
from players.api.serializers import (
    AnsweredRequest,
    ChangesBody,
    ClaimBody,
    Export,
    HeldRating,
    HeldToken,
    OwnAccount,
)

LONGEST_SECTION: Final = 5000
"""So many entries of a section an export has at most: the newest."""
DOWNLOAD: Final = {
    "Cache-Control": "no-store",
    "Content-Disposition": 'attachment; filename="backalley-account.json"',
}


class ShowMe(Operation):
    """Show the caller's own account"""

    scope = "account"
    answers = {200: OwnAccount}
    tags = ("players",)

    def get(self, request: Request) -> Response:
        return Response(OwnAccount(self.player).data)


class ChangeMe(Operation):
    """Change the caller's own account

    A new `password` takes the present one as `current_password`; wrong ones are counted like those
    at sign-in. Tokens stay as they are. A username never changes.
    """

    scope = "account"
    Body = ChangesBody
    answers = {200: OwnAccount}
    tags = ("players",)

    def patch(self, request: Request) -> Response:
        if "password" in self.body:
            address = client_address(request.META)
            guesses = limits.guesses(self.player.username, address)
            limits.ask(request._request, limits.Charge("sign-ins", address), guesses)
        return Response(OwnAccount(accounts.change(self.player, **self.body)).data)


class ClaimName(Operation):
    """Take a name: a guest's account becomes an ordinary one

    Games and tokens stay; from now on he can sign in with the password, too.
    """

    scope = "account"
    Body = ClaimBody
    answers = {200: OwnAccount}
    budgets = ("writes", "arrivals")
    problems = ("not-a-guest", "username-taken")
    renames = True
    tags = ("players",)

    def post(self, request: Request) -> Response:
        claimed = accounts.claim(self.player, **self.body)
        limits.remember_address(claimed.username, client_address(request.META))
        return Response(OwnAccount(claimed).data)


class DeleteMe(Operation):
    """Delete the caller's own account

    For good, and at once: with everything personal in it, its tokens, webhooks and open streams.
    Its games stay under a name that says nothing, what was written at tables without any. In
    running games a `normal` bot takes the seat over, in waiting ones the seat becomes empty.
    """

    scope = "account"
    answers = {204: None}
    tags = ("players",)

    def delete(self, request: Request) -> Response:
        accounts.delete(self.player)
        return Response(status=204)


class ExportMe(Operation):
    """Take away everything that is held about the caller

    Secrets are not in it: they are not held, or were shown once. A section has 5000 entries at
    most, the newest; `cut_short` names those that have more.
    """

    scope = "account"
    answers = {200: Export}
    tags = ("players",)

    def get(self, request: Request) -> Response:
        sections = {name: _shown(rows) for name, rows in _sections(self)}
        return Response(
            {
                "account": OwnAccount(self.player).data,
                **{name: rows[:LONGEST_SECTION] for name, rows in sections.items()},
                "cut_short": [n for n, rows in sections.items() if len(rows) > LONGEST_SECTION],
            },
            headers=DOWNLOAD,
        )


def _sections(operation: ExportMe) -> Iterable[tuple[str, Iterable[Mapping[str, Any]]]]:
    player = operation.player
    tokens = selectors.all_tokens_of(player).order_by("-pk")
    requests = selectors.answered_requests_of(player).order_by("-created_at")
    yield "tokens", (HeldToken(token).data for token in tokens.iterator())
    yield "idempotency_keys", (AnsweredRequest(one).data for one in requests.iterator())
    ratings = selectors.all_ratings_of(player)
    yield "rating", (HeldRating(rating).data for rating in ratings)
    yield from ties.sections(player)


def _shown(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return list(islice(rows, LONGEST_SECTION + 1))
