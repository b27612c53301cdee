"""A game gone through again: what must stand where an event of a log stands.

The cards and the first dealer are taken from the log as they are, so no seed is needed: whether
they come of the seed is another question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.cards import PACK
from games.engine.commands import (
    Command,
    CreateGame,
    LeaveSeat,
    MakeBid,
    Mover,
    PlayCard,
    ReturnToSeat,
    RewindGame,
    TakeSeat,
    VoidGame,
)
from games.engine.events import (
    AutopilotOff,
    AutopilotOn,
    BidMade,
    CardPlayed,
    DealStarted,
    Event,
    GameCreated,
    GameFinished,
    GameRewound,
    GameStarted,
    GameVoided,
    SeatLeft,
    SeatTaken,
)
from games.engine.following import following
from games.engine.game import decided, presence
from games.engine.rewind import deal_standing_at
from games.engine.seats import SEATS
from games.engine.state import Game

ANY_SEED = "00" * 32


def due(game: Game, event: Event, by: Mover, log: Sequence[Event]) -> Event | None:
    """The event that the rules put in this one's place, if they put one of its kind there at all.

    `game` is the state that the events before, `log`, have made; `by` is who moved, where somebody
    did. Raises Refusal for what the rules forbid; for an event whose fields are garbage, anything
    that Python raises of garbage.
    """
    if (game.version == 0) != isinstance(event, GameCreated):
        return None
    if isinstance(event, GameCreated) and not _is_sane(event):
        return None
    if isinstance(event, DealStarted) and sorted(event.deck) != sorted(PACK):
        return None
    if isinstance(event, GameStarted) and event.first_dealer not in SEATS:
        return None
    follower = following(game, event)
    if follower is not None:
        return _with_told_seed(follower, event)
    if isinstance(event, AutopilotOn):
        begun = presence(game, event.seat, "autopilot") if game.to_act == event.seat else []
        return begun[0] if begun else None
    command = _command(event, by, log)
    made = [] if command is None else decided(game, command)
    return _with_told_seed(made[0], event) if made else None


def is_complete(game: Game) -> bool:
    """Whether nothing more follows of itself: the last act is in the log with all its events."""
    return following(game._replace(seed=ANY_SEED)) is None


def _is_sane(event: GameCreated) -> bool:
    """Whether the fields that no rule looks at are of their types."""
    return (
        event.visibility in ("public", "private")
        and type(event.sandbox) is bool
        and type(event.turn_seconds) is int
        and 0 < event.turn_seconds < 2**31
    )


def _command(event: Event, by: Mover, log: Sequence[Event]) -> Command | None:
    """What somebody wanted who brought this event about; None for what only follows of itself."""
    match event:
        case CardPlayed(seat, card):
            return PlayCard(seat, card, by)
        case BidMade(seat, bid):
            return MakeBid(seat, bid, by)
        case SeatTaken(seat, player, bot, entropy):
            who = [known for known in (player, bot) if known is not None]
            sane = len(who) == 1 and all(isinstance(text, str) for text in (*who, entropy))
            return TakeSeat(seat, player, bot, entropy) if sane else None
        case SeatLeft(seat):
            return LeaveSeat(seat)
        case AutopilotOff(seat):
            return ReturnToSeat(seat)
        case GameVoided(_, note):
            return VoidGame(note)
        case GameRewound(version, note):
            return RewindGame(version, note, deal_standing_at(log, version))
        case GameCreated():
            return CreateGame(
                seed=ANY_SEED,
                ruleset=event.ruleset,
                options=event.options,
                visibility=event.visibility,
                turn_seconds=event.turn_seconds,
                sandbox=event.sandbox,
            )
    return None


def _with_told_seed(made: Event, told: Event) -> Event:
    """The event with the seed that the log tells, and its commitment."""
    if isinstance(made, GameCreated) and isinstance(told, GameCreated):
        return replace(made, seed=told.seed, commitment=told.commitment)
    if isinstance(made, GameFinished) and isinstance(told, GameFinished):
        return replace(made, seed=told.seed)
    if isinstance(made, GameVoided) and isinstance(told, GameVoided):
        return replace(made, seed=told.seed)
    return made
