"""`evolve`: one event applied to a state. It never refuses: what happened, happened."""

from __future__ import annotations

from games.engine.bidding import Bid
from games.engine.deal import Undone, after_bid, after_play, back_at, deal_begun
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
from games.engine.ruleset import resolve
from games.engine.seats import Seat
from games.engine.state import Game, Occupant, Redeal, Result, Withdrawn
from games.engine.trick import Play


def evolve(game: Game, event: Event) -> Game:
    """The state after the event, one version on."""
    version = game.version + 1
    match event:
        case CardPlayed(seat, card, winner):
            assert game.deal is not None
            deal = after_play(game.deal, Play(seat, card), winner, version)
            return game._replace(version=version, deal=deal)
        case BidMade(seat, bid, level):
            assert game.deal is not None
            deal = after_bid(game.deal, Bid(seat, bid, level), version, game.ruleset)
            return game._replace(version=version, deal=deal)
        case _:
            return _evolve_rarer(game._replace(version=version), event)


def _evolve_rarer(game: Game, event: Event) -> Game:
    match event:
        case GameCreated():
            return _created(game, event)
        case SeatTaken(seat, player_id, bot, entropy):
            return _seated(game, seat, Occupant(player_id, bot, entropy))
        case SeatLeft(seat, None):
            return _seated(game, seat, Occupant())
        case SeatLeft(seat, bot):
            entropy = game.seats[seat].entropy
            return _seated(game, seat, Occupant(None, bot, entropy, left=True))
        case GameStarted(first_dealer):
            return game._replace(status="active", first_dealer=first_dealer)
        case DealStarted():
            return _dealt(game, event)
        case DealPassedOut():
            assert game.deal is not None
            return game._replace(deal=game.deal._replace(phase="done"))
        case DealScored():
            return _scored(game, event)
        case AutopilotOn(seat):
            return _seated(game, seat, game.seats[seat]._replace(autopilot=True))
        case AutopilotOff(seat):
            return _seated(game, seat, game.seats[seat]._replace(autopilot=False))
        case GameFinished(scores, winner):
            return game._replace(status="finished", scores=scores, winner=winner)
        case GameVoided():
            return game._replace(status="void")
        case GameRewound():
            return _rewound(game, event)
        case _:
            raise TypeError(f"{event!r} is no event")


def _created(game: Game, event: GameCreated) -> Game:
    return game._replace(
        ruleset=resolve(event.ruleset, event.options),
        visibility=event.visibility,
        turn_seconds=event.turn_seconds,
        sandbox=event.sandbox,
        commitment=event.commitment,
        seed=event.seed,
    )


def _seated(game: Game, seat: Seat, occupant: Occupant) -> Game:
    return game._replace(seats={**game.seats, seat: occupant})


def _dealt(game: Game, event: DealStarted) -> Game:
    return game._replace(
        deal=deal_begun(event, game.version),
        redeal=None,
        attempts={**game.attempts, event.number: event.attempt},
    )


def _scored(game: Game, event: DealScored) -> Game:
    """Counts the deal; it may be one whose cards were not replayed, only its score."""
    result = Result(
        number=event.number,
        attempt=event.attempt,
        hand_size=game.hand_size(event.number),
        contracts=event.contracts,
        tricks=event.tricks,
        points=event.points,
        scores=event.scores,
    )
    deal = game.deal
    return game._replace(
        deal=None if deal is None else deal._replace(phase="done"),
        results=(*game.results, result),
        scores=event.scores,
        attempts={**game.attempts, event.number: event.attempt},
    )


def _rewound(game: Game, event: GameRewound) -> Game:
    """Goes back; inside a deal whose cards were not replayed, only its score, nothing changes."""
    number, dealer, deal = event.deal, event.dealer, game.deal
    if number is None or dealer is None:
        if deal is None:
            return game
        back = back_at(deal, event.to_version, game.ruleset)
        return game._replace(deal=back._replace(undone=Undone(game.version, deal)))
    standing = game.results_at(event.to_version)
    results = tuple(result for result in standing if result.number < number)
    return game._replace(
        deal=None,
        redeal=Redeal(number, dealer),
        withdrawn=(*game.withdrawn, Withdrawn(game.version, game.results)),
        results=results,
        scores=results[-1].scores if results else {"NS": 0, "EW": 0},
    )
