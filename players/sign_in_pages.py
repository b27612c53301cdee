"""Signing in on Django's own pages, those of the review: guesses are counted as they are on the
API, or the pages would be a way around its limits.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from players import limits
from players.addresses import client_address
from players.errors import Problem
from players.models import Player


class LimitedBackend(ModelBackend):
    """Knows accounts by name and password, and lets nobody guess for long."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> Player | None:
        """The account, or None. Raises PermissionDenied once too often."""
        if request is None or username is None:
            return super().authenticate(request, username, password, **kwargs)
        address = client_address(request.META)
        try:
            guesses = limits.guesses(username, address)
            limits.ask(request, limits.Charge("sign-ins", address), guesses)
        except Problem:
            raise PermissionDenied from None
        found = super().authenticate(request, username, password, **kwargs)
        if found is None:
            limits.note_refusal(request)
        else:
            limits.remember_address(username, address)
        return found
