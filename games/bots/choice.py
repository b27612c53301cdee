"""What a bot answers: the move, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.engine.bidding import BidValue
from games.engine.cards import Card

Code = Literal[
    "counted-winners",
    "fitted-bid",
    "only-legal",
    "draws-trumps",
    "cashes-likely-master",
    "leads-low",
    "wins-cheaply",
    "plays-high",
    "ruffs",
    "partner-wins",
    "cannot-win",
    "saves-strength",
    "searched",
]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a code that can be put into words in any language, and the facts to put in."""

    code: Code
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's move: `bid` or `card` according to `action`; `policy` is `name/version`."""

    action: Literal["bid", "play"]
    policy: str
    reason: Reason
    bid: BidValue | None = None
    card: Card | None = None
