"""The heuristic card for a position, and the reason for a card in a card player's terms."""

from __future__ import annotations

from games.bots.cardplay import follow, lead, likely_master
from games.bots.choice import Code
from games.bots.position import Position


def heuristic_card(position: Position) -> int:
    """The card that the heuristic plays for the seat to move."""
    table, legal = position.table, position.legal_cards()
    seat, voids = position.seat, position.voids
    spare = likely_master(table, position.left)
    cards = position.running.cards
    if not cards:
        foes = voids[seat ^ 1] | voids[seat ^ 3]
        return lead(table, legal, position.unseen, spare, foes, voids[seat ^ 2])
    at = table.winner(cards)
    return follow(
        table,
        legal,
        position.unseen,
        spare,
        table.suit_of[cards[0]] | table.trumps,
        cards[at],
        len(cards) - at == 2,
        len(cards),
    )


def why(position: Position, card: int) -> Code:
    """What playing this card does, in one of the reasons of `choice`."""
    legal, trumps = position.legal_cards(), position.table.trumps
    if legal == card:
        return "only-legal"
    if not position.running.cards:
        return _why_led(position, card)
    cards = position.running.cards
    at = position.table.winner(cards)
    contending = position.table.suit_of[cards[0]] | trumps
    wins = bool(card & contending > cards[at])
    if wins and card & trumps and not cards[0] & trumps:
        return "ruffs"
    if wins:
        return "wins-cheaply" if len(cards) == 3 else "plays-high"
    if len(cards) - at == 2:
        return "partner-wins"
    return "saves-strength" if legal & contending & -(cards[at] << 1) else "cannot-win"


def _why_led(position: Position, card: int) -> Code:
    if card & position.table.trumps:
        return "draws-trumps"
    higher = position.unseen & position.table.suit_of[card] & -(card << 1)
    spare = likely_master(position.table, position.left)
    return "cashes-likely-master" if higher.bit_count() <= spare else "leads-low"
