"""The only writers of accounts and tokens."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players import news, presence, ratings, selectors, tokens
from players.errors import Problem
from players.models import Locale, Player, Scope, Token
from players.names import GUEST, draw_name, require_unreserved, unique_name
from players.news import News

logger = logging.getLogger(__name__)

# No password matches it, and checking against it takes as long as checking a real one.
NO_PASSWORD = "!"
LAST_USED_STEP = timedelta(minutes=1)


def sign_up(
    *, username: str, password: str, email: str = "", locale: str = Locale.ENGLISH
) -> tuple[Player, str]:
    """Open an account with a first token, whose text is returned beside it.

    Raises Problem `username-taken` if somebody has the name, whatever the case, or nobody may.
    """
    require_unreserved(username)
    player = Player(username=username, email=email, locale=locale)
    # Slow by design, so outside of the transaction.
    player.set_password(password)
    return _open(player)


def start_guest() -> tuple[Player, str]:
    """Open an account under a free generated name, without a password."""
    while True:
        player = Player(username=draw_name(GUEST), is_guest=True)
        player.set_unusable_password()
        try:
            return _open(player)
        except Problem as problem:
            if problem.code != "username-taken":
                raise


def sign_in(
    *,
    username: str,
    password: str,
    label: str = "",
    scopes: Sequence[str] = (),
    expires_in: int | None = None,
) -> tuple[Token, str]:
    """A new token for whoever knows the password; `expires_in` is in seconds.

    Raises Problem `not-authenticated`, alike for a wrong password, a guest, an unknown name and an
    account that is shut out.
    """
    player = selectors.player_by_name(username)
    right = player.check_password(password) if player else check_password(password, NO_PASSWORD)
    if player is None or not right or not player.is_active:
        mismatch = _("That username and password do not belong together.")
        raise Problem(
            "not-authenticated",
            errors=[{"field": "", "code": "mismatch", "detail": mismatch}],
        )
    return create_token(player, label=label, scopes=scopes, expires_in=expires_in)


def create_token(
    player: Player,
    *,
    label: str = "",
    scopes: Sequence[str] = (),
    expires_in: int | None = None,
) -> tuple[Token, str]:
    """A new token and its text; without scopes it may do everything, without a time for ever.

    Raises Problem `not-authenticated` if the account was deleted meanwhile.
    """
    text = tokens.new_text()
    with transaction.atomic():
        presence.require(player)
        token = Token.objects.create(
            player=player,
            label=label,
            prefix=tokens.shown_part(text),
            hash=tokens.digest(text),
            scopes=list(dict.fromkeys(scopes)) or list(Scope.values),
            expires_at=timezone.now() + timedelta(seconds=expires_in)
            if expires_in is not None
            else None,
        )
    logger.info("token created player=%s token=%s", player.pk, token.pk)
    return token, text


def revoke_token(player: Player, token_id: UUID) -> None:
    """End a token of the player's at once.

    Raises Problem `not-found` if the player has no such token, or no longer.
    """
    if not selectors.tokens_of(player).filter(pk=token_id).update(revoked_at=timezone.now()):
        raise Problem("not-found")
    logger.info("token revoked player=%s token=%s", player.pk, token_id)
    transaction.on_commit(lambda: news.tell(News("token", token_id)), robust=True)


def set_active(player: Player, active: bool) -> bool:
    """Shut a player out, or let him in again; whether anything had to be done.

    His tokens are kept: as long as he is out they are refused, and his open streams end at once.
    """
    others = Player.objects.filter(pk=player.pk, is_active=not active)
    if not others.update(is_active=active):
        return False
    player.is_active = active
    (ratings.bring_back if active else ratings.retire)(player)
    logger.info("account active=%s player=%s", active, player.pk)
    transaction.on_commit(lambda: news.tell(News("player", player.pk)), robust=True)
    return True


def note_use(token: Token) -> None:
    """Remember when a token was last used, to the minute: not a write for every request."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= LAST_USED_STEP:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)


def _open(player: Player) -> tuple[Player, str]:
    with unique_name(player.username):
        player.save(force_insert=True)
        text = create_token(player)[1]
    logger.info("account opened player=%s guest=%s", player.pk, player.is_guest)
    return player, text
