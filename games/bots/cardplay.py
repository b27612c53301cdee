"""The heuristic card: what a sound player puts down without thinking long.

Draw trumps with a master, cash likely masters, win cheaply when the partner is not winning, third
hand high, ruff low, else throw the lowest. It asks only what the seat itself knows: its hand, the
cards not yet seen, and who has shown a void. Everything is a set of bits, because the play-outs
of the search call this some hundred thousand times a move.
"""

from __future__ import annotations

from games.bots.cards import LITTLE, SUIT
from games.bots.table import NOBODY, Table


def likely_master(table: Table, left: int) -> int:
    """How many higher cards may be unseen while a card still counts as a likely master.

    At most half a higher card expected at the two opponents, `left` tricks before the end.
    """
    unseen = 54 - 1 - 4 * table.size + 3 * left
    return unseen // (4 * left)


def lowest(cards: int, trumps: int) -> int:
    """The card to throw away: the lowest rank among the plain suits, a trump only if all are."""
    plain = cards & ~trumps
    if not plain:
        return cards & -cards
    rank = (plain | plain >> 13 | plain >> 26 | plain >> 39) & SUIT
    rank &= -rank
    while not plain & rank:
        rank <<= 13
    return rank


def lead(table: Table, legal: int, unseen: int, spare: int, foes: int, partner: int) -> int:
    """The card to lead.

    `unseen` are the cards in the other hands or the stock, `spare` is `likely_master` now, `foes`
    the suits in which either opponent has shown a void, `partner` those of the partner.
    """
    trumps = table.trumps
    own = legal & trumps
    out = unseen & trumps
    if own and out and not foes & out:
        if own > out:
            return 1 << own.bit_length() - 1
        if own & LITTLE and table.little != NOBODY:
            return LITTLE
    return _likely_winner(table, legal, unseen, spare, foes) or _low_lead(
        table, legal, foes, partner
    )


def _likely_winner(table: Table, legal: int, unseen: int, spare: int, foes: int) -> int:
    """The top of the plain suit with a likely master that should run longest; 0 for none."""
    out = unseen & table.trumps
    best = 0
    most = -1
    for suit in table.plains:
        held = legal & suit
        if held:
            around = unseen & suit
            top = held.bit_length()
            if (around >> top).bit_count() <= spare and not (out and foes & suit):
                room = around.bit_count()
                if room > most:
                    most = room
                    best = 1 << top - 1
    return best


def _low_lead(table: Table, legal: int, foes: int, partner: int) -> int:
    """The suit that the partner can ruff, else a singleton to ruff oneself, else the lowest."""
    trumps = table.trumps
    own = legal & trumps
    single = 0
    for suit in table.plains:
        held = legal & suit
        if held and not foes & suit:
            if partner & suit and not partner & trumps:
                return held & -held
            if own and not single and not held & (held - 1):
                single = held
    return single or lowest(legal, trumps)


def follow(
    table: Table,
    legal: int,
    unseen: int,
    spare: int,
    contending: int,
    best: int,
    partner_wins: bool,
    place: int,
) -> int:
    """The card to play second, third or fourth (`place` 1, 2, 3) to a trick.

    `contending` is the suit led and the trumps, `best` the card that wins so far.
    """
    trumps = table.trumps
    winning = legal & contending & -(best << 1)
    if not winning:
        # Whoever follows suit has all his cards in it, so the lowest of them is quickly found.
        return legal & -legal if legal & contending == legal else lowest(legal, trumps)
    cheapest = winning & -winning
    if place == 3:
        return lowest(legal, trumps) if partner_wins else cheapest
    suits = table.suit_of
    if partner_wins and (unseen & suits[best] & -best).bit_count() <= spare:
        return lowest(legal, trumps)
    if cheapest & trumps and not best & trumps:
        return cheapest
    around = unseen & suits[cheapest]
    top = winning.bit_length()
    if place == 1 and (around >> top).bit_count() > spare:
        return lowest(legal, trumps)
    below = around & (1 << top - 1) - 1
    touching = winning & -(1 << below.bit_length())
    return touching & -touching
