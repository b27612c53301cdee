"""What is counted of the games, for those who run the service.

Every process counts for itself, which costs a few microseconds; /metrics adds them up.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Histogram

MOVES: Final = Counter(
    "backalley_moves",
    "Bids and cards written to the log, by the kind of actor: player, bot or autopilot.",
    ["kind"],
)
CONFLICTS: Final = Counter(
    "backalley_append_conflicts",
    "Writes that found the game moved on, told by If-Match, by a worker's own look at the version, "
    "or only by the log's primary key.",
    ["told_by"],
)
DECISIONS: Final = Histogram(
    "backalley_bot_decision_seconds",
    "Time that a bot took to choose a bid or a card, by its level.",
    ["level"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0),
)
