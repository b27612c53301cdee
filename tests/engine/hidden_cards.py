"""Finding cards in anything, however deep: what a view must not contain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from games.engine.cards import PACK, Card
from games.engine.deal import Deal
from games.engine.seats import SEATS

_PACK = frozenset(PACK)


def cards_in(value: Any) -> set[Card]:
    """Every card that is written anywhere in a value, in keys and inside longer texts too."""
    return {card for text in _texts(value) for card in _words(text) if card in _PACK}


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text).split()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(key)
            yield from _texts(inner)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _texts(inner)
    elif not (value is None or isinstance(value, bool | int)):
        raise TypeError(f"{type(value)} in a view: nobody has looked whether it hides a card")


def known_to(deal: Deal, seat: str | None) -> set[Card]:
    """The cards of a deal that a seat, or a spectator, knows: open ones and its own."""
    known = {deal.turn_up}
    for trick in (*deal.done, *((deal.trick,) if deal.trick else ())):
        known |= {play.card for play in trick.plays}
    if deal.replaced is not None:
        known.add(deal.replaced.joker)
        if deal.replaced.seat == seat:
            known.add(deal.replaced.drawn)
    if seat in SEATS:
        known |= set(deal.dealt[seat])
    return known
