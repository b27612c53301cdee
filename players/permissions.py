"""What a token may do."""

from __future__ import annotations

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from players.errors import Problem
from players.models import Token


class TokenHasScope(BasePermission):
    """Lets a request through if its token has the `scope` that the view declares."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raises Problem `insufficient-scope` if the token lacks the scope."""
        scope = getattr(view, "scope", None)
        if scope is None:
            return True
        token = request.auth
        if not isinstance(token, Token):
            return False
        if scope not in token.scopes:
            raise Problem("insufficient-scope", scope=scope)
        return True
