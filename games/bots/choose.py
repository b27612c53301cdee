"""The way in: a player's view, a level and a seed go in, a move with its reason comes out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Literal

from games.bots.bid_words import legal_bid
from games.bots.cards import NAMES
from games.bots.choice import Choice, Reason
from games.bots.fitted_bids import fitted_wish, shipped
from games.bots.heuristic import heuristic_card, why
from games.bots.position import Position
from games.bots.search import SETTINGS, searched
from games.bots.seen import position_of
from games.bots.simple_bids import number_of_tricks, sure_tricks
from games.engine.bidding import BOARD, BidValue
from games.engine.player_view import PlayerView

Level = Literal["beginner", "normal", "expert"]
LEVELS: Final[tuple[Level, ...]] = ("beginner", "normal", "expert")
POLICIES: Final[dict[Level, str]] = {
    "beginner": "simple/1",
    "normal": "fitted/1",
    "expert": "search/1",
}
OutOfTime = Callable[[], bool]


def choose(
    view: PlayerView,
    level: Level,
    seed: str,
    *,
    worlds: int | None = None,
    budget_seconds: float | None = None,
    clock: Callable[[], float] | None = None,
) -> Choice:
    """The move of a bot of this level for the viewer's seat, whose turn it is.

    `worlds` is the search's budget in sampled deals (its own if None). With a `clock` (seconds) and
    `budget_seconds` the search also stops when the time is up; without, the same view, level and
    seed always give the same move. Raises ValueError when the viewer is not to move.
    """
    turn, deal = view.turn, view.deal
    if turn is None or turn.legal is None or deal is None or turn.seat != view.you:
        raise ValueError("a bot moves only for the seat whose turn it is")
    position = position_of(view)
    if turn.action == "bid":
        return _bid(position, turn.legal, level)
    if level != "expert":
        return _heuristic(position, deal.trump, level)
    out_of_time = _deadline(clock, budget_seconds)
    rng = Random(f"{seed}/{view.version}/{position.seat}")
    return _searched(position, deal.trump, rng, worlds or SETTINGS.worlds, out_of_time)


def _deadline(clock: Callable[[], float] | None, seconds: float | None) -> OutOfTime | None:
    if clock is None or seconds is None:
        return None
    end = clock() + seconds
    return lambda: clock() >= end


def _bid(position: Position, legal: tuple[BidValue, ...], level: Level) -> Choice:
    table, hand = position.table, position.hand
    if level == "beginner":
        partner_has_bid = any(made.seat == position.seat ^ 2 for made in position.bids)
        tricks = number_of_tricks(table, hand, position.unseen, partner_has_bid)
        counted = sure_tricks(table, hand, position.unseen)
        reason = Reason("counted-winners", {"tricks": counted})
    else:
        numbers = [0, *(bid for bid in legal if isinstance(bid, int))]
        wish = fitted_wish(
            shipped(), table, hand, position.turned, position.bids, numbers, BOARD in legal
        )
        tricks = wish.bid
        facts = {"own": _taken(wish.own, table.size), "team": _taken(wish.team, table.size)}
        reason = Reason("fitted-bid", facts)
    return Choice(
        action="bid",
        policy=POLICIES[level],
        reason=reason,
        bid=legal_bid(tricks, table.size, legal),
    )


def _taken(tricks: float, hand_size: int) -> float:
    """An estimate of tricks as people are told it: the fit itself knows no bounds."""
    return round(min(max(tricks, 0.0), hand_size), 1)


def _heuristic(position: Position, trump: str | None, level: Level) -> Choice:
    card = heuristic_card(position)
    return Choice(
        action="play",
        policy=POLICIES[level],
        reason=Reason(why(position, card)),
        card=NAMES[trump][card],
    )


def _searched(
    position: Position,
    trump: str | None,
    rng: Random,
    worlds: int,
    out_of_time: OutOfTime | None,
) -> Choice:
    found = searched(position, shipped(), rng, worlds, out_of_time)
    names = NAMES[trump]
    code = why(position, found.card)
    reason = Reason(code)
    if found.card != found.anchor:
        facts = {
            "gain": round(found.gain, 1),
            "instead_of": names[found.anchor],
            "worlds": found.worlds,
            "play": code,
        }
        reason = Reason("searched", facts)
    return Choice(action="play", policy=POLICIES["expert"], reason=reason, card=names[found.card])


def level_named(name: str) -> Level:
    """The level of this name. Raises ValueError when there is none."""
    for level in LEVELS:
        if level == name:
            return level
    raise ValueError(f"no such level: {name}")
