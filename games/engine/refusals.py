"""A refused command: the code that a client switches on, what is legal, and the facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Code = Literal[
    "already-seated",  # the player sits elsewhere in this game
    "card-not-in-hand",  # whether it lies in another hand, in the stock or was played
    "game-not-started",  # not all four seats are filled yet
    "game-over",  # finished or void
    "illegal-bid",  # not in the legal list of bids
    "invalid-request",  # a rewind to a version that never was
    "must-follow-suit",  # holds the suit led and played another
    "must-play-highest-trump",  # the Big Blooper was led
    "must-play-lowest-trump",  # the Little Blooper was led
    "not-your-turn",  # another seat is to act
    "seat-taken",  # somebody sits there
    "trump-not-broken",  # trump led too early
    "wrong-phase",  # a card during the bidding, a bid during the play
]


class Refusal(Exception):
    """A command that the rules refuse; nothing has happened.

    `legal` holds the legal bids or cards where a rule refused one, else None. `facts` are public
    values for the sentence that a person reads, which is written elsewhere.
    """

    def __init__(
        self, code: Code, *, legal: Sequence[str | int] | None = None, **facts: object
    ) -> None:
        super().__init__(code)
        self.code = code
        self.legal = None if legal is None else tuple(legal)
        self.facts = facts
