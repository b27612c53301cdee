"""How well a world explains the cards played: would the heuristic have played them there?"""

from __future__ import annotations

from collections.abc import Callable

from games.bots.cardplay import follow, lead, likely_master
from games.bots.cards import LITTLE, PACK
from games.bots.position import Position
from games.bots.table import Table

Judge = Callable[[int], bool]
"""Whether the card played is what the heuristic plays from this hand."""


def same_play(card: int, other: int, table: Table, unseen: int) -> bool:
    """Whether two cards of a hand come to the same: touching cards of a suit, no joker."""
    if card == other:
        return True
    if (card | other) >= LITTLE or not other & table.suit_of[card]:
        return False
    high, low = (card, other) if card > other else (other, card)
    return not unseen & table.suit_of[card] & (high - 1) & -low


def past_plays(position: Position) -> list[tuple[int, int, Judge]]:
    """The cards that the hidden seats have played, from the latest back.

    For each the seat, the cards it played from then on, and the judge of the hand it then held.
    A card that was the only one allowed, whatever the hand, is left out.
    """
    table = position.table
    played = sum(card for trick in (*position.done, position.running) for card in trick.cards)
    live = position.live | played
    voids = [0, 0, 0, 0]
    broken = False
    found: list[tuple[int, int, Judge]] = []
    for number, (leader, cards) in enumerate((*position.done, position.running)):
        spare = likely_master(table, table.size - number)
        best, at, contending = 0, 0, 0
        for place, card in enumerate(cards):
            seat = leader + place & 3
            if place == 0:
                free = table.trump_lead_open(broken) or (
                    position.exempt[seat] and (table.at_once or number > 0)
                )
                foes = voids[seat ^ 1] | voids[seat ^ 3]
                judge = _lead_judge(table, card, live, spare, foes, voids[seat ^ 2], free)
                contending = table.suit_of[card] | table.trumps
            else:
                judge = _follow_judge(
                    table, card, live, spare, contending, best, place - at == 2, place, cards[0]
                )
                if not card & table.suit_of[cards[0]]:
                    voids[seat] |= table.suit_of[cards[0]]
            if seat != position.seat:
                found.append((seat, card, judge))
            live ^= card
            if card & contending > best:
                best, at = card, place
        broken = broken or any(card & table.trumps for card in cards)
    later = [0, 0, 0, 0]
    backwards = []
    for seat, card, judge in reversed(found):
        later[seat] |= card
        backwards.append((seat, later[seat], judge))
    return backwards


def _lead_judge(
    table: Table, card: int, live: int, spare: int, foes: int, partner: int, free: bool
) -> Judge:
    plain = PACK & ~table.trumps

    def judge(hand: int) -> bool:
        unseen = live & ~hand
        legal = hand if free else hand & plain or hand
        choice = lead(table, legal, unseen, spare, foes, partner)
        return choice == card or same_play(choice, card, table, unseen)

    return judge


def _follow_judge(
    table: Table,
    card: int,
    live: int,
    spare: int,
    contending: int,
    best: int,
    partner_wins: bool,
    place: int,
    led: int,
) -> Judge:
    suit = table.suit_of[led]

    def judge(hand: int) -> bool:
        legal = hand & suit or hand
        if led >= LITTLE:
            legal = table.legal_follows(hand, led, place == 2)
        unseen = live & ~hand
        choice = follow(table, legal, unseen, spare, contending, best, partner_wins, place)
        return choice == card or same_play(choice, card, table, unseen)

    return judge
