"""The pack and the table: who sits where, what beats what inside one suit."""

from __future__ import annotations

SEATS = ("N", "E", "S", "W")
TEAMS = ("NS", "EW")
SUITS = "CDHS"
RANKS = "23456789TJQKA"
JOKERS = ("LB", "BB")
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS) + JOKERS

LEFT = {"N": "E", "E": "S", "S": "W", "W": "N"}
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
TEAM = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER_JOKER = {"BB": "LB", "LB": "BB"}


def strength(card: str) -> int:
    """How high a card stands among cards of its own suit; jokers stand above every ace."""
    if card == "BB":
        return 15
    if card == "LB":
        return 14
    return RANKS.index(card[0])


def order_from(seat: str) -> list[str]:
    """The four seats clockwise, the given one first."""
    order = [seat]
    while len(order) < 4:
        order.append(LEFT[order[-1]])
    return order
