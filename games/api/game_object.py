"""A game as the API shows it, whole and as a row of a list: plain values, for one caller."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NotRequired, TypedDict

from games import models
from games.api.deal_object import DealObject, ResultObject, deal_object, result_object
from games.engine.bidding import BidValue
from games.engine.player_view import PlayerView
from games.engine.seats import SEATS, Seat, Team
from games.engine.state import Occupant
from games.eventstore.chain import timestamp
from games.selectors import Table
from players.models import Player


class SeatObject(TypedDict):
    """Who holds a seat: a player by name, or a bot by level."""

    player: str | None
    bot: str | None
    autopilot: bool


class TurnObject(TypedDict):
    """Whose turn it is; `legal` for himself only, and never in a list of games."""

    seat: Seat
    action: str
    legal: NotRequired[list[BidValue]]
    deadline: str | None


class GameSummary(TypedDict):
    """What is known of a game without its events; `invite` for the creator of a private one."""

    id: str
    status: str
    version: int
    ruleset: str
    options: dict[str, Any]
    visibility: str
    invite: NotRequired[str]
    sandbox: bool
    now: NotRequired[str]
    created_at: str
    turn_seconds: int
    you: Seat | None
    creator: str
    seats: dict[Seat, SeatObject | None]
    turn: TurnObject | None
    scores: dict[Team, int]
    winner: str | None


class GameObject(GameSummary):
    """The game."""

    deal: DealObject | None
    results: list[ResultObject]


def game_object(table: Table, now: datetime) -> GameObject:
    """The game as the caller may see it; `now`, in its own time, is shown of a sandbox game."""
    row, view = table.row, table.view
    shown: GameObject = {
        "id": view.id,
        "status": view.status,
        "version": view.version,
        "ruleset": view.ruleset.name,
        "options": view.ruleset.departures(),
        "visibility": view.visibility,
        "sandbox": view.sandbox,
        "created_at": timestamp(row.created_at),
        "turn_seconds": view.turn_seconds,
        "you": view.you,
        "creator": table.creator,
        "seats": {seat: seat_object(view.seats[seat], table.names) for seat in SEATS},
        "deal": None if view.deal is None else deal_object(view.deal),
        "turn": _turn(view, table.stream.deadline),
        "scores": dict(view.scores),
        "results": [
            result_object(result, view.ruleset.hand_size(result.number)) for result in view.results
        ],
        "winner": view.winner,
    }
    _add_what_some_have(shown, row, table.is_creator, now)
    return shown


def game_summary(row: models.Game, player: Player, now: datetime) -> GameSummary:
    """The game as a row of this player's list; `now` is real time. Needs seats and names loaded."""
    held = {seat.seat: seat for seat in row.seats.all()}
    own = (seat.seat for seat in held.values() if _sitter(seat) == player)
    shown: GameSummary = {
        "id": str(row.pk),
        "status": row.status,
        "version": row.version,
        "ruleset": row.ruleset,
        "options": row.options,
        "visibility": row.visibility,
        "sandbox": row.sandbox,
        "created_at": timestamp(row.created_at),
        "turn_seconds": row.turn_seconds,
        "you": next(own, None),
        "creator": row.creator.username,
        "seats": {seat: _seat_row(held[seat]) for seat in SEATS},
        "turn": _turn_row(row),
        "scores": {"NS": row.score_ns, "EW": row.score_ew},
        "winner": row.winner,
    }
    game_now = now + timedelta(seconds=row.clock_offset)
    _add_what_some_have(shown, row, row.creator_id == player.pk, game_now)
    return shown


def seat_object(occupant: Occupant, names: Mapping[str, str]) -> SeatObject | None:
    """Who holds a seat, by name; None for an empty one."""
    if not occupant.present:
        return None
    name = None if occupant.player_id is None else names[occupant.player_id]
    return {"player": name, "bot": occupant.bot, "autopilot": occupant.autopilot}


def _turn(view: PlayerView, deadline: datetime | None) -> TurnObject | None:
    if view.turn is None:
        return None
    shown: TurnObject = {
        "seat": view.turn.seat,
        "action": view.turn.action,
        "deadline": None if deadline is None else timestamp(deadline),
    }
    if view.turn.legal is not None:
        shown["legal"] = list(view.turn.legal)
    return shown


def _turn_row(row: models.Game) -> TurnObject | None:
    if row.turn_seat is None or row.turn_action is None:
        return None
    deadline = None if row.deadline is None else timestamp(row.deadline)
    return {"seat": row.turn_seat, "action": row.turn_action, "deadline": deadline}


def _seat_row(seat: models.Seat) -> SeatObject | None:
    sitter = _sitter(seat)
    if sitter is None and seat.bot is None:
        return None
    name = None if sitter is None else sitter.username
    return {"player": name, "bot": seat.bot, "autopilot": seat.autopilot}


def _sitter(seat: models.Seat) -> Player | None:
    return None if seat.participant is None else seat.participant.player


def _add_what_some_have(
    shown: GameSummary, row: models.Game, is_creator: bool, game_now: datetime
) -> None:
    if row.invite is not None and is_creator:
        shown["invite"] = row.invite
    if row.sandbox:
        shown["now"] = timestamp(game_now)
