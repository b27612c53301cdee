"""Playing a deal to its end by the heuristic, every seat on its own knowledge only."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.cardplay import follow, lead, likely_master
from games.bots.cards import LITTLE
from games.bots.table import FREE, ONLY_WHEN_ONLY_TRUMP, Table


def finish(
    table: Table,
    hands: list[int],
    live: int,
    voids: list[int],
    broken: bool,
    exempt: Sequence[bool],
    leader: int,
    trick: list[int],
) -> list[int]:
    """Plays to the end of the deal; returns how many more tricks each seat takes.

    `hands` are the four hands (used up), `live` the cards not yet seen played or turned up,
    `voids` the suits each seat has shown to lack (added to), `exempt` who may lead unbroken
    trump, `leader` and `trick` the running trick's leader and its cards, four at most.
    """
    trumps = table.trumps
    suit_of = table.suit_of
    never = table.trump_lead == ONLY_WHEN_ONLY_TRUMP
    may_lead = table.trump_lead == FREE or (broken and not never)
    left = hands[leader + 3 & 3].bit_count() + (len(trick) == 4)
    taken = [0, 0, 0, 0]
    while left:
        spare = likely_master(table, left)
        if trick:
            led = trick[0]
        else:
            hand = hands[leader]
            free = may_lead or (exempt[leader] and (table.at_once or left < table.size))
            led = _led(table, hand, free, live & ~hand, spare, voids, leader)
            hands[leader] = hand ^ led
            live ^= led
            trick = [led]
        suit = suit_of[led]
        contending = suit | trumps
        best = led
        at = 0
        seen = led
        for place in range(1, 4):
            if place < len(trick):
                card = trick[place]
            else:
                seat = leader + place & 3
                hand = hands[seat]
                card = hand & suit
                if not card:
                    card = hand
                    voids[seat] |= suit
                elif led >= LITTLE:
                    card = table.legal_follows(hand, led, place == 2)
                if card & (card - 1):
                    card = follow(
                        table, card, live & ~hand, spare, contending, best, place - at == 2, place
                    )
                hands[seat] = hand ^ card
                live ^= card
            seen |= card
            if card & contending > best:
                best = card
                at = place
        leader = leader + at & 3
        taken[leader] += 1
        if seen & trumps and not never:
            may_lead = True
        trick = []
        left -= 1
    return taken


def _led(
    table: Table,
    hand: int,
    free: bool,
    unseen: int,
    spare: int,
    voids: Sequence[int],
    leader: int,
) -> int:
    legal = hand if free else hand & ~table.trumps or hand
    if not legal & (legal - 1):
        return legal
    foes = voids[leader ^ 1] | voids[leader ^ 3]
    return lead(table, legal, unseen, spare, foes, voids[leader ^ 2])
