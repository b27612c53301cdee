"""Which games are listed for whom: found in the order of an index, however many there are."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from games.models import Game, Hold, Participant, Seat
from players.listing import Found, Listed
from players.models import Player
from players.selectors import player_by_name


class Wish(NamedTuple):
    """Which games are asked for.

    `mine`: those where the caller sits, sat, or that he opened; `my_turn`: those that wait for
    him; `name`: those where that player sits or sat.
    """

    status: str | None = None
    mine: bool = False
    my_turn: bool = False
    name: str | None = None


def games_for(player: Player, wish: Wish) -> Listed[Game]:
    """The games that are there for this caller, with seats and names at hand."""
    seats = Seat.objects.select_related("participant__player")
    shown = Game.objects.select_related("creator")
    found = _found(player, wish)
    if wish.status is not None:
        found = [_of_status(one, wish.status) for one in found]
    return Listed(shown.prefetch_related(Prefetch("seats", queryset=seats)), found)


def _found(player: Player, wish: Wish) -> list[Found]:
    if wish.name is None:
        if wish.my_turn:
            return [_waiting_for(player)]
        if wish.mine:
            return [_with(player), _opened_by(player)]
        return [Found(Game.objects.all())] if player.is_staff else _there_for(player)
    other = player_by_name(wish.name)
    if other is None:
        return [Found(Game.objects.none())]
    if wish.my_turn or wish.mine:
        own = [_waiting_for(player)] if wish.my_turn else [_with(player), _opened_by(player)]
        return [Found(rows.filter(_sat(other, column)), column) for rows, column in own]
    theirs = _with(other)
    return [theirs if player.is_staff else Found(_visible(theirs.rows, player), theirs.column)]


def _there_for(player: Player) -> list[Found]:
    public = Found(Game.objects.filter(visibility="public"))
    kept = Found(Hold.objects.filter(player=player), "game_id")
    return [public, _with(player), _opened_by(player), kept]


def _with(player: Player) -> Found:
    """Where the player sits or sat."""
    return Found(Participant.objects.filter(player=player, sat=True), "game_id")


def _opened_by(player: Player) -> Found:
    return Found(Game.objects.filter(creator=player))


def _waiting_for(player: Player) -> Found:
    """Where it is the player's turn."""
    turns = Participant.objects.filter(
        player=player, status="active", seats__seat=F("game__turn_seat")
    )
    return Found(turns, "game_id")


def _of_status(found: Found, status: str) -> Found:
    rows, column = found
    way = "game__status" if rows.model is Hold else "status"
    return Found(rows.filter(**{way: status}), column)


def _visible(theirs: QuerySet[Participant], player: Player) -> QuerySet[Participant]:
    """Of somebody's games those that are there for the player."""
    opened = Game.objects.filter(pk=OuterRef("game_id"), creator=player)
    kept = Hold.objects.filter(game=OuterRef("game_id"), player=player)
    own = Q(_sat(player, "game_id")) | Q(Exists(opened)) | Q(Exists(kept))
    return theirs.filter(Q(public=True) | own)


def _sat(player: Player, column: str) -> Exists:
    return Exists(Participant.objects.filter(game=OuterRef(column), player=player, sat=True))
