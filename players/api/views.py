"""Coming in: sign-up, guests and tokens. Validate, call, respond."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from players import limits, selectors, services
from players.addresses import client_address
from players.api.operation import Operation, path_uuid
from players.api.pages import PageQuery, one_page, page_of
from players.api.serializers import (
    EXAMPLE_SUMMARY,
    GuestBody,
    NewPlayer,
    NewToken,
    NewTokenBody,
    SignUpBody,
    TokenSummary,
)
from players.models import Player, Token

# An answer that holds a token is not for anybody's cache.
SECRET = {"Cache-Control": "no-store"}


class SignUp(Operation):
    """Open an account

    The answer holds a first token that may do everything; it is shown this once. Names that the
    service itself shows, of guests, bots and deleted accounts, are taken.
    """

    Body = SignUpBody
    answers = {201: NewPlayer}
    secrets = ("token",)
    budgets = ("arrivals",)
    problems = ("username-taken",)
    tags = ("players",)

    def post(self, request: Request) -> Response:
        player, token = services.sign_up(**self.body)
        limits.remember_address(player.username, client_address(request.META))
        return _opened(player, token)


class StartGuest(Operation):
    """Play as a guest

    Opens an account under a generated name, without a password.
    """

    Body = GuestBody
    answers = {201: NewPlayer}
    secrets = ("token",)
    budgets = ("arrivals",)
    tags = ("players",)

    def post(self, request: Request) -> Response:
        player, token = services.start_guest()
        return _opened(player, token)


class CreateToken(Operation):
    """Sign in: make a token

    The token is shown this once. Without `scopes` it may do everything. Wrong passwords are counted
    by address, and by name.
    """

    Body = NewTokenBody
    answers = {201: NewToken}
    problems = ("not-authenticated",)
    secrets = ("token",)
    budgets = ("arrivals", "sign-ins")
    tags = ("tokens",)

    def post(self, request: Request) -> Response:
        username, address = self.body["username"], client_address(request.META)
        limits.ask(request._request, limits.guesses(username, address))
        token, text = services.sign_in(**self.body)
        limits.remember_address(username, address)
        shown = NewToken({**_fields(token), "token": text})
        return Response(shown.data, status=201, headers=SECRET)


class ListTokens(Operation):
    """List the caller's tokens, newest first

    Tokens that were revoked or have expired are not among them.
    """

    scope = "account"
    Query = PageQuery
    answers = {200: one_page(TokenSummary, EXAMPLE_SUMMARY | {"last_used_at": None})}
    tags = ("tokens",)

    def get(self, request: Request) -> Response:
        page = page_of(request, selectors.tokens_of(self.player), by="-id", **self.query)
        return Response(page.shown(lambda token: TokenSummary(token).data))


class RevokeToken(Operation):
    """Revoke a token

    It is refused from now on.
    """

    scope = "account"
    answers = {204: None}
    tags = ("tokens",)

    token_id: UUID

    def find(self) -> None:
        self.token_id = selectors.token_of(self.player, path_uuid(self.kwargs["token_id"])).pk

    def delete(self, request: Request, token_id: str) -> Response:
        services.revoke_token(self.player, self.token_id)
        return Response(status=204)


def _opened(player: Player, token: str) -> Response:
    shown = NewPlayer({"username": player.username, "is_guest": player.is_guest, "token": token})
    return Response(shown.data, status=201, headers=SECRET)


def _fields(token: Token) -> dict[str, object]:
    return {
        name: getattr(token, name)
        for name in ("id", "label", "prefix", "scopes", "created_at", "expires_at")
    }
