"""`evolve`: one event applied to a state. It never refuses: what happened, happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.engine.bidding import Bid
from games.engine.deal import Undone, after_bid, back_at, deal_begun
from games.engine.events import (
    AutopilotOff,
    AutopilotOn,
    BidMade,
    CardPlayed,
    DealPassedOut,
    DealScored,
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
from games.engine.ruleset import resolved
from games.engine.seats import Seat
from games.engine.state import Game, Occupant, Redeal, Withdrawn


def evolve(game: Game, event: Event) -> Game:
    """The state after the event, one version on."""
    version = game.version + 1
    # Nearly all events are cards and bids, and a `match` would cost a fifth of their time.
    if type(event) is CardPlayed:
        return _played(game, (event,), version)
    if type(event) is BidMade:
        return _bid(game, (event,), version)
    evolver = _RARER.get(type(event))
    if evolver is None:
        raise TypeError(f"{event!r} is no event")
    return evolver(game.moved(version, game.deal), event)


def evolve_run(game: Game, events: Sequence[Event], version: int) -> Game:
    """The state at this version, after events of one kind of `RUNS`, one right after another.

    It is what `evolve` makes of each in turn, in a fraction of the time: nearly all that a log
    holds are cards, and of deals that are closed a load has nothing but the scores.
    """
    return RUNS[type(events[0])](game, events, version)


def _played(game: Game, plays: Sequence[CardPlayed], version: int) -> Game:
    assert game.deal is not None
    return game.moved(version, game.deal.with_plays(plays, version))


def _bid(game: Game, bids: Sequence[BidMade], version: int) -> Game:
    deal = game.deal
    assert deal is not None
    for number, event in enumerate(bids, start=version - len(bids) + 1):
        deal = after_bid(deal, Bid(event.seat, event.bid, event.level), number, game.ruleset)
    return game.moved(version, deal)


def _created(game: Game, event: GameCreated) -> Game:
    return game._replace(
        ruleset=resolved(event.ruleset, event.options),
        visibility=event.visibility,
        turn_seconds=event.turn_seconds,
        sandbox=event.sandbox,
        commitment=event.commitment,
        seed=event.seed,
    )


def _sat_down(game: Game, taken: Sequence[SeatTaken], version: int) -> Game:
    seats = {one.seat: Occupant(one.player_id, one.bot, one.entropy) for one in taken}
    return game._replace(version=version, seats={**game.seats, **seats})


def _left(game: Game, event: SeatLeft) -> Game:
    if event.bot is None:
        return _seated(game, event.seat, Occupant())
    entropy = game.seats[event.seat].entropy
    return _seated(game, event.seat, Occupant(None, event.bot, entropy, left=True))


def _absent(game: Game, event: AutopilotOn) -> Game:
    return _seated(game, event.seat, game.seats[event.seat]._replace(autopilot=True))


def _back(game: Game, event: AutopilotOff) -> Game:
    return _seated(game, event.seat, game.seats[event.seat]._replace(autopilot=False))


def _seated(game: Game, seat: Seat, occupant: Occupant) -> Game:
    return game._replace(seats={**game.seats, seat: occupant})


def _started(game: Game, event: GameStarted) -> Game:
    return game._replace(status="active", first_dealer=event.first_dealer)


def _dealt(game: Game, event: DealStarted) -> Game:
    return game._replace(
        deal=deal_begun(event, game.version),
        redeal=None,
        attempts={**game.attempts, event.number: event.attempt},
    )


def _passed_out(game: Game, _: DealPassedOut) -> Game:
    assert game.deal is not None
    return game._replace(deal=game.deal._replace(phase="done"))


def _scored(game: Game, scored: Sequence[DealScored], version: int) -> Game:
    """Counts deals; they may be such whose cards were not replayed, only their scores."""
    deal = game.deal
    return game._replace(
        version=version,
        deal=None if deal is None else deal._replace(phase="done"),
        results=(*game.results, *scored),
        scores=scored[-1].scores,
        attempts={**game.attempts, **{deal.number: deal.attempt for deal in scored}},
    )


def _rewound(game: Game, event: GameRewound) -> Game:
    number, dealer = event.deal, event.dealer
    if number is None or dealer is None:
        assert game.deal is not None
        back = back_at(game.deal, event.to_version, game.ruleset)
        return game._replace(deal=back._replace(undone=Undone(game.version, game.deal)))
    standing = game.results_at(event.to_version)
    results = tuple(result for result in standing if result.number < number)
    return game._replace(
        deal=None,
        redeal=Redeal(number, dealer),
        withdrawn=(*game.withdrawn, Withdrawn(game.version, game.results)),
        results=results,
        scores=results[-1].scores if results else {"NS": 0, "EW": 0},
    )


def _finished(game: Game, event: GameFinished) -> Game:
    return game._replace(status="finished", scores=event.scores, winner=event.winner)


def _voided(game: Game, _: GameVoided) -> Game:
    # Of a finished game, too, nobody is the winner any more.
    return game._replace(status="void", winner=None)


RUNS: Final[dict[type[Event], Callable[[Game, Any, int], Game]]] = {
    CardPlayed: _played,
    BidMade: _bid,
    SeatTaken: _sat_down,
    DealScored: _scored,
}
"""The events of which several in a row are applied in one step."""
_RARER: Final[dict[type[Event], Callable[[Game, Any], Game]]] = {
    GameCreated: _created,
    SeatTaken: lambda game, event: _sat_down(game, (event,), game.version),
    SeatLeft: _left,
    GameStarted: _started,
    DealStarted: _dealt,
    DealPassedOut: _passed_out,
    DealScored: lambda game, event: _scored(game, (event,), game.version),
    AutopilotOn: _absent,
    AutopilotOff: _back,
    GameFinished: _finished,
    GameVoided: _voided,
    GameRewound: _rewound,
}
