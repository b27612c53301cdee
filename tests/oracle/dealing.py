"""Dealing: from a deck in order to four hands, a turn-up and what it makes trump."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import JOKERS, LEFT, OTHER_JOKER, SEATS
from .options import Options


@dataclass
class Dealt:
    """The table as the bidding begins; `discards` are jokers that left the game."""

    hands: dict[str, list[str]]
    turn_up: str
    stock: list[str]
    trump: str | None = None
    replaced: dict[str, str] | None = None
    discards: list[str] = field(default_factory=list)


def deal_out(options: Options, hand_size: int, dealer: str, deck: Sequence[str]) -> Dealt:
    """Deal one card at a time from the dealer's left, turn the next one and see to a joker."""
    rest = list(deck)
    hands: dict[str, list[str]] = {seat: [] for seat in SEATS}
    seat = dealer
    for _ in range(4 * hand_size):
        seat = LEFT[seat]
        hands[seat].append(rest.pop(0))
    table = Dealt(hands=hands, turn_up=rest.pop(0), stock=rest)

    if options["fixed_trump"] is not None:
        table.trump = options["fixed_trump"]
    elif table.turn_up not in JOKERS:
        table.trump = table.turn_up[1]
    elif options["joker_turned_up"] == "exchange":
        exchange(table)
    elif options["joker_turned_up"] == "turn_next":
        turn_next(table)
    else:
        assert options["joker_turned_up"] == "keep_other"
    return table


def exchange(table: Dealt) -> None:
    """Whoever holds the other joker lays it away and takes the top card of the stock."""
    joker = OTHER_JOKER[table.turn_up]
    for seat, hand in table.hands.items():
        if joker in hand:
            drawn = table.stock.pop(0)
            hand.remove(joker)
            hand.append(drawn)
            table.discards.append(joker)
            table.replaced = {"seat": seat, "joker": joker, "drawn": drawn}


def turn_next(table: Dealt) -> None:
    """Bury jokers until a card of a suit is turned; if the stock runs out there is no trump."""
    while table.turn_up in JOKERS and table.stock:
        table.discards.append(table.turn_up)
        table.turn_up = table.stock.pop(0)
    if table.turn_up not in JOKERS:
        table.trump = table.turn_up[1]
