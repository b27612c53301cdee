"""What a team undertook and what it gets for the tricks it took."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import TEAM, TEAMS
from .options import Options

Bid = str | int
Contract = dict[str, int]


def board_levels(bids: Sequence[tuple[str, Bid]]) -> dict[str, int]:
    """The level of each seat's board: one more than the boards bid before it, by anyone."""
    levels: dict[str, int] = {}
    for seat, bid in bids:
        if bid == "board":
            levels[seat] = len(levels) + 1
    return levels


def contracts_of(
    options: Options, hand_size: int, bids: Sequence[tuple[str, Bid]]
) -> dict[str, Contract]:
    """Each team's contract; `board` is 0 for a number, else the team's highest level."""
    levels = board_levels(bids)
    contracts = {}
    for team in TEAMS:
        boards = [level for seat, level in levels.items() if TEAM[seat] == team]
        total = sum(bid for seat, bid in bids if TEAM[seat] == team and isinstance(bid, int))
        if boards:
            contracts[team] = {"tricks": hand_size, "board": max(boards)}
        elif options["bid_sum_over_hand"] == "cap" and total > hand_size:
            contracts[team] = {"tricks": hand_size, "board": 0}
        else:
            contracts[team] = {"tricks": total, "board": 0}
    return contracts


def points_for(options: Options, hand_size: int, contract: Contract, taken: int) -> int:
    """The points of one team for one deal."""
    if contract["board"]:
        linear, doubling = [0, 1, 2, 3, 4], [0, 1, 2, 4, 8]
        times = linear if options["board_multiplier"] == "linear" else doubling
        stake = options["board_points"] * hand_size * times[contract["board"]]
        return stake if taken == hand_size else -stake
    bid = contract["tricks"]
    if taken < bid:
        return -options["points_per_trick"] * bid
    return options["points_per_trick"] * bid + options["points_per_overtrick"] * (taken - bid)
