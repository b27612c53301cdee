"""The way in: a player's view, a level and a seed go in, a move with its reason comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from games.bots.bid_words import legal_bid
from games.bots.cards import NAMES
from games.bots.choice import Choice, Reason
from games.bots.heuristic import heuristic_card, why
from games.bots.position import Position
from games.bots.seen import position_of
from games.bots.simple_bids import number_of_tricks, sure_tricks
from games.engine.bidding import BidValue
from games.engine.player_view import PlayerView

Level = Literal["beginner", "normal", "expert"]
LEVELS: Final[tuple[Level, ...]] = ("beginner", "normal", "expert")
POLICIES: Final[dict[Level, str]] = {
    "beginner": "heuristic/1",
    "normal": "heuristic/1",
    "expert": "heuristic/1",
}


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

    `worlds` is the search's budget in sampled deals (the level's own if None). With a `clock`
    (seconds) and `budget_seconds` the search also stops when the time is up; without, the same
    view, level and seed always give the same move. Raises ValueError when the viewer is not to
    move.
    """
    turn = view.turn
    if turn is None or turn.legal is None or view.deal is None or turn.seat != view.you:
        raise ValueError("a bot moves only for the seat whose turn it is")
    position = position_of(view)
    if turn.action == "bid":
        return _bid(position, turn.legal, level)
    return _play(position, view.deal.trump, level)


def _bid(position: Position, legal: tuple[BidValue, ...], level: Level) -> Choice:
    table, hand, unseen = position.table, position.hand, position.unseen
    partner_has_bid = any(made.seat == position.seat ^ 2 for made in position.bids)
    tricks = number_of_tricks(table, hand, unseen, partner_has_bid)
    return Choice(
        action="bid",
        policy=POLICIES[level],
        reason=Reason("counted-winners", {"tricks": sure_tricks(table, hand, unseen)}),
        bid=legal_bid(tricks, table.size, legal),
    )


def _play(position: Position, trump: str | None, level: Level) -> Choice:
    card = heuristic_card(position)
    return Choice(
        action="play",
        policy=POLICIES[level],
        reason=Reason(why(position, card)),
        card=NAMES[trump][card],
    )


def level_named(name: str) -> Level:
    """The level of this name. Raises ValueError when there is none."""
    if name not in LEVELS:
        raise ValueError(f"no such level: {name}")
    return name
