"""Which code refuses a bid or a card, the first that applies, for a value sent by a client.

A bid written as 3.0 is left alone: the contract does not say whether that is an integer.
"""

from __future__ import annotations

from .cards import PACK
from .rules import NaiveGame


def unreadable(text: str) -> bool:
    """NUL and lone surrogates are never accepted in any string."""
    return "\0" in text or any(0xD800 <= ord(letter) <= 0xDFFF for letter in text)


def wrong_moment(game: NaiveGame | None, seat: str, phase: str) -> str | None:
    """The refusals that do not look at what was sent; no game means that it waits for players."""
    if game is None:
        return "game-not-started"
    if game.winner is not None:
        return "game-over"
    if game.deal.phase() != phase:
        return "wrong-phase"
    if game.turn() != seat:
        return "not-your-turn"
    return None


def bid_refusal(game: NaiveGame | None, seat: str, value: object) -> str | None:
    """The code that refuses `value` as a bid of this seat, or None."""
    if value is None or isinstance(value, bool | list | dict):
        return "invalid-request"
    if isinstance(value, str) and unreadable(value):
        return "invalid-request"
    too_soon_or_late = wrong_moment(game, seat, "bid")
    if game is None or too_soon_or_late:
        return too_soon_or_late
    bid = value.lower() if isinstance(value, str) else value
    for legal in game.deal.legal_bids():
        if type(legal) is type(bid) and legal == bid:
            return None
    return "illegal-bid"


def card_from(value: object) -> str | None:
    """The card a client means, in either case, `10` for `T`; None if it is no card."""
    if not isinstance(value, str) or not value.isascii():
        return None
    card = value.upper()
    if card.startswith("10"):
        card = "T" + card[2:]
    return card if card in PACK else None


def card_refusal(game: NaiveGame | None, seat: str, value: object) -> str | None:
    """The code that refuses `value` as a card of this seat, or None."""
    card = card_from(value)
    if card is None:
        return "invalid-request"
    too_soon_or_late = wrong_moment(game, seat, "play")
    if game is None or too_soon_or_late:
        return too_soon_or_late
    return game.deal.why_not(seat, card)
