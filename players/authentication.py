"""Who is asking: a bearer token in the Authorization header."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from players import selectors, services
from players.errors import Problem
from players.models import Player, Token


class BearerTokenAuthentication(BaseAuthentication):
    """Sets `request.user` to the player and `request.auth` to the token."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        """The player and the token of the request, or None if it brings no token.

        Raises Problem `not-authenticated` for anything that is not a live bearer token.
        """
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        scheme, _, text = header.partition(" ")
        token = selectors.live_token(text.strip()) if scheme.lower() == "bearer" else None
        if token is None:
            raise Problem("not-authenticated")
        services.note_use(token)
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
