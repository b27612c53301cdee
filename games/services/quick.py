"""A seat for who just wants to play."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import RawSQL

from games import models
from games.engine.seats import SEATS, Seat
from games.services import tables
from games.services.acts import Act
from players import presence
from players.models import Player

logger = logging.getLogger(__name__)

ONE_BY_ONE: Final = 0x6261636B
"""The lock under which seats are sought, so that four who come at once meet at one table."""

# As models.OPEN has it, word for word: with values sent beside the statement the database could
# not be sure that the index of these games has all of them.
_OPEN: Final = {
    "status": RawSQL("'waiting'", ()),
    "visibility": RawSQL("'public'", ()),
    "sandbox": False,
    "options": RawSQL("'{}'::jsonb", ()),
}
USUAL_TURN: Final = 86_400
"""So many seconds a turn takes at most in a game that is opened for who named no time."""


class Place(NamedTuple):
    """A seat in an open game."""

    game_id: UUID
    seat: Seat


def quick_game(
    *, player: Player, now: datetime, ruleset: str, turn_seconds: int | None = None
) -> tuple[Act, bool]:
    """Sit a player down in the oldest open public game that fits, else in one that is opened.

    The game, and whether it is a new one. It fits if it goes by this ruleset as it stands and, if
    `turn_seconds` are named, by these. Raises Problem `not-authenticated` if the account was
    deleted meanwhile.
    """
    with transaction.atomic():
        presence.require(player)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ONE_BY_ONE])
        place = _place_for(player, _that_fit(player, now, ruleset, turn_seconds), now)
        if place is not None:
            return tables.take_seat(player=player, now=now, **place._asdict()), False
        seconds = USUAL_TURN if turn_seconds is None else turn_seconds
        opened = tables.create_game(player=player, now=now, ruleset=ruleset, turn_seconds=seconds)
        return opened, True


def _that_fit(
    player: Player, now: datetime, ruleset: str, turn_seconds: int | None
) -> QuerySet[models.Game]:
    """The open games that fit, the oldest first."""
    own = models.Seat.objects.filter(game=OuterRef("pk"), participant__player=player)
    games = models.Game.objects.filter(
        Exists(_empty_seats(player, now).filter(game=OuterRef("pk"))),
        ~Exists(own),
        **_OPEN,
        ruleset=ruleset,
    )
    if turn_seconds is not None:
        games = games.filter(turn_seconds=turn_seconds)
    return games.order_by("pk")


def _place_for(player: Player, games: QuerySet[models.Game], now: datetime) -> Place | None:
    """A seat in the first of these games that still has one; the game is locked then.

    One that somebody else has locked is passed over: there a seat is being taken.
    """
    looked_at = list[UUID]()
    free = games.select_for_update(no_key=True, skip_locked=True, of=("self",))
    while (game := free.exclude(pk__in=looked_at).first()) is not None:
        # It may have filled between the search and the lock.
        empty = set(_empty_seats(player, now).filter(game=game).values_list("seat", flat=True))
        sits = models.Seat.objects.filter(game=game, participant__player=player).exists()
        if empty and not sits:
            return Place(game.pk, next(seat for seat in SEATS if seat in empty))
        looked_at.append(game.pk)
    return None


def _empty_seats(player: Player, now: datetime) -> QuerySet[models.Seat]:
    """Seats that nobody has and that are kept for nobody else; never a sandbox's."""
    kept = models.Hold.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), until__gt=now)
    empty = models.Seat.objects.filter(participant=None, bot=None)
    return empty.exclude(Exists(kept.exclude(player=player)))
