"""A scanner for cards and secrets that a caller must not see.

What a caller may see is a matter of one deal: over two deals every card has been seen somewhere.
So an event list is scanned event by event with `leaks_in_events`, any other payload with
`hidden_cards` and the cards that `allowed_cards` gives for the deal that stands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from .cards import PACK

SECRET_KEYS = ("seed", "deck", "salt")
# Texts that people write themselves; they may name any card.
FREE_TEXT = ("entropy", "note", "text", "username", "player", "creator", "name")

CARD = r"(?:(?:10|[2-9TJQKA])[CDHS]|BB|LB)"
RUN_OF_CARDS = re.compile(rf"(?<![A-Za-z0-9]){CARD}+(?![A-Za-z0-9])")
NOTHING_BUT_CARDS = re.compile(rf"[\s,;|/-]*(?:{CARD}[\s,;|/-]*)+")
SYMBOLS = re.compile(r"(10|[2-9TJQKA])([♣♦♥♠])|([♣♦♥♠])(10|[2-9TJQKA])")
RANK_NAMES = {
    **{digit: digit for digit in "23456789"},
    **dict(zip(("two", "three", "four", "five", "six", "seven"), "234567", strict=True)),
    **dict(zip(("eight", "nine", "ten", "10"), "89TT", strict=True)),
    **dict(zip(("jack", "queen", "king", "ace"), "JQKA", strict=True)),
}
NAMES = re.compile(rf"\b({'|'.join(RANK_NAMES)}) of (club|diamond|heart|spade)s\b", re.IGNORECASE)
BLOOPERS = re.compile(r"\b(big|little) blooper\b", re.IGNORECASE)


class Leak(NamedTuple):
    """Something found, and where: `deal.hand[3]`, `AS`."""

    path: str
    what: str


def hidden_cards(
    payload: Any,
    allowed: Collection[str],
    *,
    open_keys: Collection[str] = (),
    skip: Collection[str] = FREE_TEXT,
) -> list[Leak]:
    """Every card in a JSON value that is not allowed, and every key named seed, deck or salt.

    `open_keys` are secret keys that are open by now; values under a key in `skip` are not read.
    """
    return list(leaks_in(payload, frozenset(allowed), frozenset(open_keys), frozenset(skip), ""))


def leaks_in(
    value: Any, allowed: frozenset[str], opened: frozenset[str], skip: frozenset[str], path: str
) -> Iterator[Leak]:
    """Walk one JSON value."""
    if isinstance(value, str):
        for card in cards_named_in(value):
            if card not in allowed:
                yield Leak(path, card)
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from leaks_in(item, allowed, opened, skip, f"{path}[{place}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            below = f"{path}.{key}" if path else str(key)
            if str(key).lower() in SECRET_KEYS and key not in opened:
                yield Leak(below, str(key))
            yield from leaks_in(str(key), allowed, opened, skip, below)
            if key not in skip or not isinstance(item, str | dict):
                yield from leaks_in(item, allowed, opened, skip, below)


def cards_named_in(text: str) -> list[str]:
    """The cards a text names, in whatever notation; lower case only if it is nothing but cards,
    since `as` and `ad` are words and ids are full of `2c`."""
    found = []
    if NOTHING_BUT_CARDS.fullmatch(text.upper()):
        found = re.findall(CARD, text.upper())
    else:
        for run in RUN_OF_CARDS.findall(text):
            found += re.findall(CARD, run)
    for rank, suit, suit_first, rank_last in SYMBOLS.findall(text):
        found.append((rank or rank_last) + "CDHS"["♣♦♥♠".index(suit or suit_first)])
    for rank, suit in NAMES.findall(text):
        found.append(RANK_NAMES[rank.lower()] + suit[0].upper())
    found += [f"{size[0].upper()}B" for size in BLOOPERS.findall(text)]
    return ["T" + card[2:] if card.startswith("10") else card for card in found]


def allowed_cards(events: list[dict[str, Any]], seat: str | None) -> set[str]:
    """The cards of the deal that stands which the caller may see: his hand and what lay open.

    `events` are the whole events up to the state in question, secret parts included; `seat` is
    None for everybody who does not sit at the table.
    """
    started = [place for place, event in enumerate(events) if event["type"] == "deal-started"]
    return cards_open_in(events, started[-1], seat) if started else set()


def cards_open_in(events: list[dict[str, Any]], start: int, seat: str | None) -> set[str]:
    """The cards that the caller may see of the deal that begins at `events[start]`."""
    if deal_is_open(events, start, seat):
        return set(PACK)
    data = events[start]["data"]
    seen = set(turned_up(data))
    if data["replaced"] is not None:
        seen.add(data["replaced"]["joker"])
    if seat is not None:
        seen |= set(data["hands"][seat])
    for event in course_of(events, start):
        if event["type"] == "card-played":
            seen.add(event["data"]["card"])
    return seen


def turned_up(deal: dict[str, Any]) -> list[str]:
    """The turn-up, and the jokers turned before it where the next card is turned."""
    first = 4 * deal["hand_size"]
    cards: list[str] = deal["deck"][first : deal["deck"].index(deal["turn_up"]) + 1]
    return cards


def course_of(events: list[dict[str, Any]], start: int) -> list[dict[str, Any]]:
    """The events of one deal, the first left out."""
    course = []
    for event in events[start + 1 :]:
        if event["type"] == "deal-started":
            break
        course.append(event)
    return course


def deal_is_open(events: list[dict[str, Any]], start: int, seat: str | None) -> bool:
    """Open to the players once the deal is over, to all once the game is."""
    if game_is_over(events):
        return True
    ends = ("deal-scored", "deal-passed-out")
    return seat is not None and any(e["type"] in ends for e in course_of(events, start))


def game_is_over(events: list[dict[str, Any]]) -> bool:
    """The game was played to its end or declared void."""
    return any(event["type"] in ("game-finished", "game-voided") for event in events)


def leaks_in_events(
    shown: list[dict[str, Any]], whole: list[dict[str, Any]], seat: str | None
) -> list[Leak]:
    """What the events as shown to a caller say too much, `whole` being all events up to now."""
    leaks: list[Leak] = []
    for event in shown:
        version = event["version"]
        starts = [
            place for place, past in enumerate(whole[:version]) if past["type"] == "deal-started"
        ]
        allowed = cards_open_in(whole, starts[-1], seat) if starts else set()
        open_keys = ["seed"] if game_is_over(whole) else []
        if starts and deal_is_open(whole, starts[-1], seat):
            open_keys += ["deck", "salt"]
        leaks += leaks_in(
            event, frozenset(allowed), frozenset(open_keys), frozenset(FREE_TEXT), f"@{version}"
        )
    return leaks
