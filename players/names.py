"""Names: unique whatever the case, some drawn by the service, some that nobody may take."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from players.errors import FieldError, Problem

GUEST: Final = "guest-"
"""With this begin the names of guests."""
ANONYMOUS: Final = "deleted-"
"""With this begin the names under which the games of deleted accounts stay."""
RESERVED: Final = frozenset(("guest", "bot", "autopilot", "system", "beginner", "normal", "expert"))
"""Names that the service itself shows where a player's might stand, or has something else at the
addresses of."""
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
NAME_CONSTRAINTS: Final = {"players_player_username_any_case", "players_player_username_key"}


def draw_name(beginning: str, letters: int = 8) -> str:
    """A name that begins so and that nobody would guess."""
    return beginning + "".join(secrets.choice(ALPHABET) for _ in range(letters))


def require_unreserved(username: str) -> None:
    """Let nobody take a name by which he would pass for a guest, a bot or a deleted account.

    Raises Problem `username-taken`, whatever the case. Who has had such a name for long keeps it.
    """
    folded = username.lower()
    if folded in RESERVED or folded.startswith((GUEST, ANONYMOUS)):
        words = _("The service itself uses such names; choose another.")
        reserved: FieldError = {"field": "username", "code": "reserved", "detail": words}
        raise Problem("username-taken", errors=[reserved], username=username)


@contextmanager
def unique_name(username: str) -> Iterator[None]:
    """A transaction that gives an account this name.

    Raises Problem `username-taken` if somebody has it, whatever the case.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if _broken_constraint(error) in NAME_CONSTRAINTS:
            raise Problem("username-taken", username=username) from None
        raise


def _broken_constraint(error: IntegrityError) -> str | None:
    diagnosis = getattr(error.__cause__, "diag", None)
    return getattr(diagnosis, "constraint_name", None)
