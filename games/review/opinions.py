"""What bots would have done where a player made his move."""

from __future__ import annotations

from typing import NamedTuple

from games import hints
from games.api.hint_words import in_words
from games.bots.choice import Choice
from games.engine.player_view import STAFF, player_view
from games.frames import MOVES
from games.review import words
from games.review.cards import CardShown, shown
from games.review.pages import Replay


class Opinion(NamedTuple):
    """A bot's move, a `bid` or a `card`; `agrees` if it is the one that was made."""

    level: str
    policy: str
    bid: str
    card: CardShown | None
    reason: str
    agrees: bool


def bots_know(replay: Replay) -> bool:
    """Whether the event that is shown is a move, and its viewer saw the hand that made it."""
    event = replay.frame.event
    if event.kind not in MOVES or replay.frame.before is None:
        return False
    return replay.viewer in (STAFF, event.data["seat"])


def opinions(replay: Replay) -> list[Opinion]:
    """Each level's move in the seat of whoever made the move that is shown, from what he knew.

    Empty where `bots_know` nothing.
    """
    if not bots_know(replay):
        return []
    event, before = replay.frame.event, replay.frame.before
    assert before is not None
    made = event.data.get("bid", event.data.get("card"))
    choices = hints.opinions(player_view(before, event.data["seat"]))
    return [_opinion(str(words.LEVELS[level]), choice, made) for level, choice in choices.items()]


def _opinion(level: str, choice: Choice, made: object) -> Opinion:
    move = choice.bid if choice.card is None else choice.card
    return Opinion(
        level=level,
        policy=choice.policy,
        bid="" if choice.bid is None else words.bid(choice.bid),
        card=None if choice.card is None else shown(choice.card),
        reason=in_words(choice.reason),
        agrees=move == made,
    )
