"""How an account changes and ends: a guest takes a name, an owner changes his own, or leaves."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F, Func, Value
from django.db.models.expressions import Combinable
from django.utils.translation import gettext as _

from players import idempotency, news, ties
from players.errors import Problem, invalid
from players.models import IdempotencyKey, Locale, Player, Token
from players.names import ANONYMOUS, draw_name, require_unreserved, unique_name
from players.news import News

logger = logging.getLogger(__name__)

_NOTICES: Final = Player._meta.get_field("notices")


def claim(player: Player, *, username: str, password: str, email: str = "") -> Player:
    """Give a guest a name and a password; games and tokens stay his.

    The name that he has he may keep. Raises Problem `not-a-guest`, `username-taken`, and
    `not-authenticated` if he is no more.
    """
    if not player.is_guest:
        raise Problem("not-a-guest")
    if username.lower() != player.username.lower():
        require_unreserved(username)
    changes: dict[str, Any] = {
        "username": username,
        "is_guest": False,
        # Slow by design, so before anything is locked.
        "password": make_password(password),
        **({"email": email} if email else {}),
    }
    with unique_name(username):
        # Of two claims at once the second waits here, and then finds no guest any more.
        there = Player.objects.filter(pk=player.pk, is_active=True)
        if not there.filter(is_guest=True).update(**changes):
            raise Problem("not-a-guest" if there.exists() else "not-authenticated")
    logger.info("name claimed player=%s", player.pk)
    return Player.objects.get(pk=player.pk)


def change(
    player: Player,
    *,
    password: str | None = None,
    current_password: str = "",
    notices: Mapping[str, bool] | None = None,
    **other: str,
) -> Player:
    """Change one's own `email`, `locale` or password, the last for whoever knows the present one.

    `notices` are kinds of notices that he wants or wants no more; the others stay. So do tokens.
    Raises Problem `invalid-request` for a wrong password, and `not-authenticated` if the account is
    no more.
    """
    changes: dict[str, Any] = dict(other)
    if password is not None:
        _require_password(player, current_password)
        changes["password"] = make_password(password)
    if notices:
        changes["notices"] = _wanted(notices)
    if changes:
        if not Player.objects.filter(pk=player.pk, is_active=True).update(**changes):
            raise Problem("not-authenticated")
        logger.info("account changed player=%s fields=%s", player.pk, ",".join(sorted(changes)))
    return Player.objects.get(pk=player.pk)


def delete(player: Player) -> None:
    """End an account with all that is personal in it, at once; its games stay, without its name.

    Raises Problem `not-authenticated` if that has been done meanwhile.
    """
    with transaction.atomic():
        # Whoever is writing for this account, be it to sit down, is waited for; whoever comes
        # later waits, and finds it gone.
        there = Player.objects.select_for_update().filter(pk=player.pk, is_active=True).first()
        if there is None:
            raise Problem("not-authenticated")
        ties.let_go_of(there)
        Token.objects.filter(player=there).delete()
        IdempotencyKey.objects.filter(player=there).delete()
        there.groups.clear()
        there.user_permissions.clear()
        name = there.username
        _make_anonymous(there)
        idempotency.forget_name(name, there.username)
        transaction.on_commit(lambda: news.tell(News("player", there.pk)), robust=True)
    logger.info("account deleted player=%s", player.pk)


def _make_anonymous(player: Player) -> None:
    player.username = draw_name(ANONYMOUS, 12)
    player.email = ""
    player.notices = []
    player.locale = Locale.ENGLISH
    player.last_login = None
    player.is_guest = player.is_staff = player.is_superuser = player.is_active = False
    player.set_unusable_password()
    player.save()


def stop_notices(player_id: UUID) -> None:
    """Send a player no more notices of any kind, until he wants some again."""
    if Player.objects.filter(pk=player_id).exclude(notices=[]).update(notices=[]):
        logger.info("notices stopped player=%s", player_id)


def _wanted(notices: Mapping[str, bool]) -> Combinable:
    """The present list with these kinds in it, or no more: one statement, so none gets lost."""
    wanted: Combinable = F("notices")
    for kind, on in notices.items():
        wanted = Func(wanted, Value(kind), function="array_remove", output_field=_NOTICES)
        if on:
            wanted = Func(wanted, Value(kind), function="array_append", output_field=_NOTICES)
    return wanted


def _require_password(player: Player, password: str) -> None:
    if player.is_guest:
        words = _("A guest has no password; claim a name with one.")
        raise invalid("password", words, code="guest")
    if not player.check_password(password):
        words = _("That is not the present password.")
        raise invalid("current_password", words, code="mismatch")
