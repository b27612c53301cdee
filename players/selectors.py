"""The only readers of accounts and tokens."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Lower
from django.utils import timezone

from players import database, tokens
from players.errors import Problem
from players.models import IdempotencyKey, Player, Rating, RatingTally, Token

_TOKENS: Final = [field.attname for field in Token._meta.concrete_fields]
_PLAYERS: Final = [field.attname for field in Player._meta.concrete_fields]
# Asked for every request: a query set, made anew each time, takes five times as long as this.
_BY_HASH: Final = f"""
SELECT {", ".join([f"token.{name}" for name in _TOKENS] + [f"player.{name}" for name in _PLAYERS])}
FROM players_token token JOIN players_player player ON player.id = token.player_id
WHERE token.hash = %s
"""


def player_by_name(username: str) -> Player | None:
    """The account of that name, whatever the case; None if nobody has it."""
    named = Player.objects.alias(folded=Lower("username"))
    return named.filter(folded=username.lower()).first()


def live_token(text: str) -> Token | None:
    """The token with that text and its player, unless it is unknown, revoked or expired."""
    if not tokens.well_formed(text):
        return None
    found = _token_with_hash(tokens.digest(text))
    if found is None or found.revoked_at or not found.player.is_active:
        return None
    if found.expires_at and found.expires_at <= timezone.now():
        return None
    return found


def _token_with_hash(digest: bytes) -> Token | None:
    found = database.ask(_BY_HASH, [digest])
    if not found:
        return None
    row = found[0]
    token = Token.from_db(DEFAULT_DB_ALIAS, _TOKENS, row[: len(_TOKENS)])
    token.player = Player.from_db(DEFAULT_DB_ALIAS, _PLAYERS, row[len(_TOKENS) :])
    return token


def live_tokens(token_ids: Collection[UUID]) -> set[UUID]:
    """Those of these tokens that can still be used."""
    found = Token.objects.filter(
        _unexpired(), pk__in=token_ids, revoked_at=None, player__is_active=True
    )
    return set(found.values_list("pk", flat=True))


def tokens_of(player: Player) -> QuerySet[Token]:
    """The player's tokens that can still be used."""
    return Token.objects.filter(_unexpired(), player=player, revoked_at=None)


def all_tokens_of(player: Player) -> QuerySet[Token]:
    """The player's tokens, those that have ended, too."""
    return Token.objects.filter(player=player)


def token_of(player: Player, token_id: UUID) -> Token:
    """One of the player's usable tokens. Raises Problem `not-found` if there is none such."""
    found = tokens_of(player).filter(pk=token_id).first()
    if found is None:
        raise Problem("not-found")
    return found


def all_ratings_of(player: Player) -> QuerySet[Rating]:
    """The player's rating, if there is one, be it before the first contest that counts."""
    return Rating.objects.filter(player=player)


def answered_requests_of(player: Player) -> QuerySet[IdempotencyKey]:
    """The player's requests whose answers are kept for repeats."""
    return IdempotencyKey.objects.filter(player=player)


def ranked(*, bots: bool = True) -> QuerySet[Rating]:
    """All ratings of players, and with `bots` of bots, in which a contest counts."""
    rows = Rating.objects.filter(ranked=True).select_related("player")
    return rows if bots else rows.exclude(player=None)


def rating_of(player: Player) -> Rating | None:
    """The player's rating; None before the first contest that counts."""
    return Rating.objects.filter(player=player, contests__gt=0).first()


def place_of(rating: Rating, *, bots: bool = True) -> int:
    """Where a rating stands in that table, from 1 on."""
    better = RatingTally.objects.filter(rating__gt=rating.rating).aggregate(
        people=Sum("people", default=0), bots=Sum("bots", default=0)
    )
    equal = ranked(bots=bots).filter(rating=rating.rating, id__gt=rating.pk)
    above = better["people"] + (better["bots"] if bots else 0)
    return 1 + int(above) + equal.count()


def _unexpired() -> Q:
    return Q(expires_at=None) | Q(expires_at__gt=timezone.now())
