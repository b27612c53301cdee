"""Games as readable text, and played again from it; `golden/README.md` describes the notation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator

from games.engine.bidding import Contract
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
    SeatLeft,
    SeatTaken,
)
from games.engine.evolve import evolve
from games.engine.ruleset import resolve
from games.engine.seats import SEATS, TEAMS
from games.engine.state import Game


def write(game_id: str, events: list[Event]) -> str:
    """A whole game as text."""
    lines = [f"game {game_id}", *_grouped(game_id, events)]
    lines.append(f"events {len(events)} sha256 {_digest(events)}")
    return "\n".join(lines) + "\n"


def _digest(events: Iterable[Event]) -> str:
    told = [
        [type(event).__name__, {name: getattr(event, name) for name in event.__match_args__}]
        for event in events
    ]
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _grouped(game_id: str, events: list[Event]) -> Iterator[str]:
    """The lines, bids in a row on one of them and the cards of a trick on one."""
    game, line = Game(id=game_id), ""
    for event in events:
        kind = _running_line(game, event)
        if line and not (kind and line.startswith(kind)):
            yield line
            line = ""
        match event:
            case BidMade(seat, bid, level):
                line = f"{line or kind} {seat} {bid if level is None else f'board/{level}'}"
            case CardPlayed(seat, card, winner):
                line = f"{line or f'{kind} {seat}'} {card}"
                if winner is not None:
                    yield f"{line} > {winner}"
                    line = ""
            case _:
                yield from _lines(event)
        game = evolve(game, event)
    assert not line


def _running_line(game: Game, event: Event) -> str:
    """How the line begins that this event continues; "" if it stands alone."""
    if isinstance(event, BidMade):
        return "bids"
    if isinstance(event, CardPlayed):
        assert game.deal is not None
        assert game.deal.trick is not None
        return f"trick {game.deal.trick.number}"
    return ""


def _lines(event: Event) -> Iterator[str]:
    match event:
        case DealStarted():
            yield from _deal(event)
        case DealPassedOut():
            yield "passed out"
        case DealScored():
            yield "score " + " | ".join(_score(event, team) for team in TEAMS)
        case GameRewound(version, note):
            yield f"rewind {version} {note}"
        case GameFinished(scores, winner):
            totals = " ".join(f"{team} {scores[team]}" for team in TEAMS)
            yield f"end {totals} winner {winner}"
        case _:
            yield from _table(event)


def _table(event: Event) -> Iterator[str]:
    match event:
        case GameCreated():
            yield f"ruleset {event.ruleset}"
            for option, value in resolve(event.ruleset, event.options).departures().items():
                yield f"  {option} {json.dumps(value)}"
            yield f"seed {event.seed}"
        case SeatTaken(seat, player, bot, entropy):
            yield f"seat {seat} {player or f'bot:{bot}'} {json.dumps(entropy)}"
        case GameStarted(first_dealer):
            yield f"first dealer {first_dealer}"
        case AutopilotOn(seat):
            yield f"autopilot on {seat}"
        case AutopilotOff(seat):
            yield f"autopilot off {seat}"
        case SeatLeft(seat):
            yield f"leave {seat}"
        case _:
            raise TypeError(f"the notation has no line for {event!r}")


def _deal(event: DealStarted) -> Iterator[str]:
    yield ""
    yield (
        f"deal {event.number}.{event.attempt} n={event.hand_size} dealer {event.dealer} "
        f"turn-up {event.turn_up} trump {event.trump or '-'}"
    )
    for seat in SEATS:
        yield f"hand {seat} " + " ".join(event.hands[seat])
    if event.replaced is not None:
        seat, joker, drawn = event.replaced
        yield f"replaced {seat} {joker} drew {drawn}"


def _score(event: DealScored, team: str) -> str:
    return (
        f"{team} {_contract(event.contracts[team])} took {event.tricks[team]} "
        f"{event.points[team]:+} = {event.scores[team]}"
    )


def _contract(contract: Contract) -> str:
    return f"board/{contract.board}" if contract.board else f"bid {contract.tricks}"
