"""Four seats clockwise, partners opposite."""

from __future__ import annotations

from typing import Final

Seat = str
Team = str

SEATS: Final[tuple[Seat, ...]] = ("N", "E", "S", "W")
TEAMS: Final[tuple[Team, ...]] = ("NS", "EW")
TEAM_OF: Final[dict[Seat, Team]] = {"N": "NS", "E": "EW", "S": "NS", "W": "EW"}
LEFT_OF: Final[dict[Seat, Seat]] = {"N": "E", "E": "S", "S": "W", "W": "N"}
"""The next seat clockwise."""
PARTNER_OF: Final[dict[Seat, Seat]] = {"N": "S", "E": "W", "S": "N", "W": "E"}


def clockwise_from(seat: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    """All four seats in turn, beginning with this one."""
    second = LEFT_OF[seat]
    third = LEFT_OF[second]
    return seat, second, third, LEFT_OF[third]
