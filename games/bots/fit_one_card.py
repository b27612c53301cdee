"""Solves the bidding with one card a hand by letting the four seats answer each other.

Every auction so far and every kind of card has a choice: pass or board. Over random deals both
are valued with all later bids as they stand now; the choices are then set to the better ones,
round after round, until they hardly change.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.bots.one_card import KINDS, TRUMP_KINDS, kind_of
from games.bots.selfplay import deal

ROUNDS: Final = 16
KEPT: Final = 0.8
"""How much of what earlier rounds found still counts, so that the choices settle."""
STRAY: Final = 0.05
"""How often a bid is taken to be the other one, so that rare auctions are valued too."""

AUCTIONS: Final = tuple(
    "".join("B" if number >> at & 1 else "P" for at in range(length))
    for length in range(4)
    for number in range(1 << length)
)


def solved(suited: bool, deals: int, seed: int) -> dict[str, str]:
    """For every auction so far a letter a kind of card: B for board, P for pass."""
    rng = Random(f"{seed}/1/{suited}")
    edge = {auction: [0.0] * KINDS for auction in AUCTIONS}
    policy = dict.fromkeys(AUCTIONS, _letters(TRUMP_KINDS - 5, KINDS - TRUMP_KINDS))
    for turn in range(ROUNDS):
        for kinds in edge.values():
            kinds[:] = [old * KEPT for old in kinds]
        for _ in range(deals):
            _value_deal(rng, suited, policy, edge)
        if turn:
            policy = {auction: _best_letters(kinds) for auction, kinds in edge.items()}
    return policy


def _letters(trumps_from: int, plain_from: int) -> str:
    """Board with trumps and plain cards from these places of their own order up."""
    plain = KINDS - TRUMP_KINDS
    return (
        "P" * trumps_from
        + "B" * (TRUMP_KINDS - trumps_from)
        + "P" * plain_from
        + "B" * (plain - plain_from)
    )


def _best_letters(gains: list[float]) -> str:
    """The letters that gain most, if a stronger card of a sort never passes what a weaker bids."""

    def start(sort: list[float]) -> int:
        return max(range(len(sort) + 1), key=lambda place: (sum(sort[place:]), place))

    return _letters(start(gains[:TRUMP_KINDS]), start(gains[TRUMP_KINDS:]))


def _value_deal(
    rng: Random, suited: bool, policy: dict[str, str], found: dict[str, list[float]]
) -> None:
    """Adds up, auction by auction, what board gains over pass in one deal."""
    dealt = deal(rng, 1, suited=suited)
    table, cards = dealt.table, dealt.hands
    kinds = [kind_of(card, table.trumps, dealt.turned) for card in cards]
    takers = [(leader + table.winner(cards[leader:] + cards[:leader])) & 3 for leader in range(4)]

    def value(auction: str, reach: float) -> float:
        """What the first bidder's team gains over the other from here on."""
        turn = len(auction)
        if turn == 4:
            return _score(auction, takers)
        boards = policy[auction][kinds[turn]] == "B"
        stray = reach * STRAY
        kept = reach * (1 - STRAY)
        passed = value(auction + "P", stray if boards else kept)
        bid = value(auction + "B", kept if boards else stray)
        gain = bid - passed
        found[auction][kinds[turn]] += reach * (-gain if turn & 1 else gain)
        return bid if boards else passed

    value("", 1.0)


def _score(auction: str, takers: list[int]) -> float:
    """The deal's score of the first bidder's team less the other's; nought when all passed."""
    if "B" not in auction:
        return 0.0
    taker = takers[auction.rindex("B")]
    levels = [0, 0]
    for turn, bid in enumerate(auction):
        if bid == "B":
            levels[turn & 1] = auction[: turn + 1].count("B")
    points = [
        (10 if taker & 1 == team else -10) * level if level else float(taker & 1 == team)
        for team, level in enumerate(levels)
    ]
    return points[0] - points[1]
