"""What a seat knows in the middle of a deal, as bits, and nothing that it may not know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.bots.table import Table

ALL_TRICKS: Final = 99
"""A bid of board, above any number."""


class BidSeen(NamedTuple):
    """A seat's bid: 0 for pass, a number, or `ALL_TRICKS` with its level (0 for the others)."""

    seat: int
    bid: int
    level: int


class TrickSeen(NamedTuple):
    """A trick: who led, and its cards in order; four, or fewer in the running one."""

    leader: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The knowledge of one seat whose turn it is.

    `live` are the cards not played, turned up or laid aside, the own hand among them; `turned` is
    the turned-up card, or 0. `exempt` are the seats that may lead unbroken trump for a board.
    `barred` are, seat by seat, the cards that what was seen excludes from its hand, `voids` the
    suits it has shown to lack. `won` are the tricks of N and S, of E and W.
    """

    table: Table
    seat: int
    dealer: int
    hand: int
    live: int
    turned: int
    bids: tuple[BidSeen, ...]
    exempt: tuple[bool, bool, bool, bool]
    done: tuple[TrickSeen, ...]
    running: TrickSeen
    broken: bool
    voids: tuple[int, int, int, int]
    barred: tuple[int, int, int, int]
    won: tuple[int, int]

    @property
    def unseen(self) -> int:
        """The cards in the other hands or the stock."""
        return self.live & ~self.hand

    @property
    def left(self) -> int:
        """The tricks still to be taken, the running one included."""
        return self.table.size - len(self.done)

    def legal_cards(self) -> int:
        """What this seat may play now."""
        cards = self.running.cards
        if cards:
            return self.table.legal_follows(self.hand, cards[0], len(cards) == 2)
        return self.table.legal_leads(self.hand, may_lead_trump(self, self.seat, len(self.done)))

    def contract(self, team: int) -> tuple[int, int]:
        """The sum of a team's numbers (0 is N and S) and its highest board level."""
        own = [made for made in self.bids if made.seat & 1 == team]
        numbers = sum(made.bid for made in own if made.bid != ALL_TRICKS)
        return numbers, max((made.level for made in own), default=0)

    def points(self, tricks: int) -> int:
        """The deal's score of the seat's team less the other's, if N and S take so many tricks."""
        table = self.table
        both = (tricks, table.size - tricks)
        side = self.seat & 1
        own, other = (
            table.scale.points(table.size, *self.contract(team), both[team])
            for team in (side, side ^ 1)
        )
        return own - other


def may_lead_trump(position: Position, seat: int, tricks_done: int) -> bool:
    """Whether this seat may lead trump although it holds other cards, as things stand now."""
    table = position.table
    return table.trump_lead_open(position.broken) or (
        position.exempt[seat] and (table.at_once or tricks_done > 0)
    )
