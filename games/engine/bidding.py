"""Bidding: each seat once, from the dealer's left; the partners' bids are added up.

A bid is `"pass"`, a number of tricks, or `"board"`, all of them. Bids need not rise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.ruleset import Ruleset
from games.engine.seats import PARTNER_OF, TEAM_OF, TEAMS, Seat, Team

BidValue = str | int

PASS: Final = "pass"
BOARD: Final = "board"


class Bid(NamedTuple):
    """A seat's bid; `level` is 1 … 4 for a board, else None."""

    seat: Seat
    bid: BidValue
    level: int | None = None


class Contract(NamedTuple):
    """What a team must take: `board` is 0, or the level of a board for all the tricks."""

    tricks: int
    board: int


def legal_bids(
    bids: Sequence[Bid], seat: Seat, hand_size: int, ruleset: Ruleset
) -> tuple[BidValue, ...]:
    """Every bid that this seat may make after `bids`.

    Pass; a number 1 … n − 1 (n too where the ruleset lets it); board. The seat whose turn it is
    always has pass.
    """
    partner = next((made.bid for made in bids if made.seat == PARTNER_OF[seat]), PASS)
    highest = hand_size if ruleset.bid_n_as_number else hand_size - 1
    if ruleset.bid_sum_over_hand == "refuse" and isinstance(partner, int):
        highest = min(highest, hand_size - partner)
    numbers = range(1, highest + 1)
    if partner == BOARD and not ruleset.partner_may_raise_board:
        return (PASS, *numbers)
    return (PASS, *numbers, BOARD)


def board_level(bids: Sequence[Bid]) -> int:
    """The level of a board bid now: one above the boards bid before it, by anyone."""
    return 1 + sum(made.bid == BOARD for made in bids)


def contracts(bids: Sequence[Bid], hand_size: int, ruleset: Ruleset) -> dict[Team, Contract]:
    """Each team's contract: the sum of its numbers, or all tricks at its highest board level."""
    return {team: _contract(team, bids, hand_size, ruleset) for team in TEAMS}


def _contract(team: Team, bids: Sequence[Bid], hand_size: int, ruleset: Ruleset) -> Contract:
    own = [made for made in bids if TEAM_OF[made.seat] == team]
    board = max((made.level or 0 for made in own), default=0)
    if board:
        return Contract(hand_size, board)
    total = sum(made.bid for made in own if isinstance(made.bid, int))
    if ruleset.bid_sum_over_hand == "cap":
        total = min(total, hand_size)
    return Contract(total, 0)


def all_passed(bids: Sequence[Bid]) -> bool:
    """Whether the four seats have bid and none of them bid anything."""
    return len(bids) == 4 and all(made.bid == PASS for made in bids)


def first_leader(bids: Sequence[Bid]) -> Seat:
    """Who leads to the first trick: the highest single bid.

    Any board beats any number; among boards the last one bid, among equal numbers the earliest.
    """
    boards = [made for made in bids if made.bid == BOARD]
    if boards:
        return boards[-1].seat
    numbers = {made.seat: made.bid for made in bids if isinstance(made.bid, int)}
    return max(numbers, key=numbers.__getitem__)


def exempt_from_lead_ban(
    seat: Seat, bids: Sequence[Bid], trick_number: int, ruleset: Ruleset
) -> bool:
    """Whether a board lets this seat lead trump before trump is broken.

    By default its own board does, from the first trick on; `board_lead` "team" lets the bidder's
    partner too, `board_leads_trump_at_once` off begins with the second trick.
    """
    if trick_number == 1 and not ruleset.board_leads_trump_at_once:
        return False
    boards = {made.seat for made in bids if made.bid == BOARD}
    if ruleset.board_lead == "team" and PARTNER_OF[seat] in boards:
        return True
    return seat in boards
