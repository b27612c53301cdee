"""The decider: `decide(state, command) → events`, `evolve(state, event) → state`, `replay`.

`decide` may refuse and changes nothing; `evolve` never refuses. What follows of itself (the start,
the next deal, the score, the end) is decided in the same act, one rule in `following`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from games.engine import shuffle
from games.engine.bidding import BOARD, board_level
from games.engine.cards import in_order
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
from games.engine.deal import Deal, Phase, legal_bids_now, legal_cards_now
from games.engine.events import (
    AutopilotOff,
    AutopilotOn,
    BidMade,
    CardPlayed,
    Event,
    GameCreated,
    GameRewound,
    GameVoided,
    SeatLeft,
    SeatTaken,
)
from games.engine.evolve import evolve
from games.engine.following import following
from games.engine.refusals import Refusal
from games.engine.ruleset import resolve
from games.engine.seats import Seat
from games.engine.state import Game
from games.engine.trick import why_illegal, winner_of

LEVEL_AFTER_LEAVING = "normal"
"""The bot that takes over the seat of a player who leaves a running game."""


def replay(game_id: str, events: Iterable[Event]) -> Game:
    """The game that these events, from the first on, have made."""
    game = Game(id=game_id)
    for event in events:
        game = evolve(game, event)
    return game


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """The events that a command leads to, with all that follows of itself, in order.

    No event means that there was nothing to do. Raises Refusal when the rules forbid it, and
    ruleset.InvalidOption when a game is to be created with an option that cannot be.
    """
    events = decided(game, command)
    for event in events:
        game = evolve(game, event)
    while events and (follower := following(game)) is not None:
        events.append(follower)
        game = evolve(game, follower)
    return tuple(events)


def decided(game: Game, command: Command) -> list[Event]:
    """The events of a command itself, without what follows of them. Raises as `decide`."""
    match command:
        case CreateGame():
            return [_create(command)]
        case TakeSeat():
            return _take_seat(game, command)
        case LeaveSeat(seat):
            return _leave_seat(game, seat)
        case MakeBid(seat, _, by):
            return [*presence(game, seat, by), _bid(game, command)]
        case PlayCard(seat, _, by):
            return [*presence(game, seat, by), _play(game, command)]
        case ReturnToSeat(seat):
            _require_running(game)
            return [AutopilotOff(seat)] if game.seats[seat].autopilot else []
        case RewindGame():
            return [_rewind(game, command)]
        case VoidGame(note):
            if game.status == "void":
                raise Refusal("game-over")
            return [GameVoided(game.seed, note)]
        case _:
            assert_never(command)


def _create(command: CreateGame) -> GameCreated:
    ruleset = resolve(command.ruleset, command.options)
    return GameCreated(
        ruleset=ruleset.name,
        options=ruleset.options(),
        visibility=command.visibility,
        turn_seconds=command.turn_seconds,
        sandbox=command.sandbox,
        commitment=shuffle.commitment(bytes.fromhex(command.seed)),
        seed=command.seed,
    )


def _take_seat(game: Game, command: TakeSeat) -> list[Event]:
    holder = game.seats[command.seat]
    person = command.player_id
    if person is not None and holder.player_id == person:
        return []
    if game.over:
        raise Refusal("game-over")
    if person is not None and any(other.player_id == person for other in game.seats.values()):
        raise Refusal("already-seated")
    if holder.present:
        raise Refusal("seat-taken", seat=command.seat)
    return [SeatTaken(command.seat, person, command.bot, command.entropy)]


def _leave_seat(game: Game, seat: Seat) -> list[Event]:
    if game.over:
        raise Refusal("game-over")
    holder = game.seats[seat]
    if game.status == "waiting":
        return [SeatLeft(seat, None)] if holder.present else []
    return [SeatLeft(seat, LEVEL_AFTER_LEAVING)] if holder.player_id is not None else []


def presence(game: Game, seat: Seat, by: Mover) -> list[Event]:
    """A player's own move brings him back; the autopilot's first one marks him absent."""
    holder = game.seats[seat]
    if by == "player" and holder.autopilot:
        return [AutopilotOff(seat)]
    if by == "autopilot" and not holder.autopilot and holder.player_id is not None:
        return [AutopilotOn(seat)]
    return []


def _require_running(game: Game) -> None:
    if game.over:
        raise Refusal("game-over")
    if game.status == "waiting":
        raise Refusal("game-not-started")


def _deal_in(game: Game, phase: Phase, seat: Seat) -> Deal:
    """The running deal, if it is in this phase and this seat's turn."""
    _require_running(game)
    deal = game.deal
    assert deal is not None
    if deal.phase != phase:
        raise Refusal("wrong-phase", phase=deal.phase)
    if deal.to_act != seat:
        raise Refusal("not-your-turn", turn=deal.to_act)
    return deal


def _bid(game: Game, command: MakeBid) -> BidMade:
    deal = _deal_in(game, "bid", command.seat)
    legal = legal_bids_now(deal, game.ruleset)
    bid = command.bid
    # True == 1 and 2.0 == 2 in Python, but neither is a bid.
    if type(bid) not in (int, str) or bid not in legal:
        raise Refusal("illegal-bid", legal=legal, bid=bid, hand_size=deal.hand_size)
    return BidMade(command.seat, bid, board_level(deal.bids) if bid == BOARD else None)


def _play(game: Game, command: PlayCard) -> CardPlayed:
    seat, card = command.seat, command.card
    deal = _deal_in(game, "play", seat)
    trick = deal.trick
    assert trick is not None
    legal = legal_cards_now(deal, game.ruleset)
    if card not in deal.hands[seat]:
        raise Refusal("card-not-in-hand", legal=in_order(legal), card=card)
    if card not in legal:
        raise Refusal(why_illegal(card, trick, deal.trump), legal=in_order(legal), card=card)
    plays = (*trick.plays, CardPlayed(seat, card))
    return CardPlayed(seat, card, winner_of(plays, deal.trump) if len(plays) == 4 else None)


def _rewind(game: Game, command: RewindGame) -> GameRewound:
    version = command.to_version
    if not 1 <= version <= game.version:
        raise Refusal("invalid-request", version=game.version)
    _require_running(game)
    deal = game.deal
    assert deal is not None
    if version >= deal.version:
        return GameRewound(version, command.note)
    if command.standing is None:
        assert game.first_dealer is not None
        return GameRewound(version, command.note, 1, game.first_dealer)
    return GameRewound(version, command.note, *command.standing)
