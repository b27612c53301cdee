"""Scoring: each team on its own contract, deal by deal."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.bidding import Contract
from games.engine.ruleset import Ruleset
from games.engine.seats import TEAMS, Team


def points(contract: Contract, tricks: int, hand_size: int, ruleset: Ruleset) -> int:
    """What a team scores in a deal for the tricks it took.

    A number made: 5 a bid trick and 1 for each trick over; missed: −5 a bid trick. A board made:
    10 × n × level; missed, by one trick or by all: minus the same. A team that passed twice has
    bid nothing and scores 1 a trick.
    """
    if contract.board:
        stake = ruleset.board_points * hand_size * _multiplier(contract.board, ruleset)
        return stake if tricks == hand_size else -stake
    stake = ruleset.points_per_trick * contract.tricks
    if tricks < contract.tricks:
        return -stake
    return stake + ruleset.points_per_overtrick * (tricks - contract.tricks)


def _multiplier(level: int, ruleset: Ruleset) -> int:
    return 1 << (level - 1) if ruleset.board_multiplier == "doubling" else level


def winner(scores: Mapping[Team, int]) -> str:
    """The team with the higher total, or `"tie"`."""
    north_south, east_west = (scores[team] for team in TEAMS)
    if north_south == east_west:
        return "tie"
    return "NS" if north_south > east_west else "EW"
