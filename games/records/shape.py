"""The shape of a record: every field of its kind and within bounds, whoever has written it.

Whether what it tells can have happened is another matter, for whoever verifies it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.bounds import bounds_of
from games.engine.cards import JOKERS, SUITS, parse_card
from games.engine.ruleset import MOST_DEALS, PRESETS, InvalidOption, resolve
from games.engine.seats import SEATS, TEAMS
from games.records.errors import RecordError

Record = dict[str, Any]
Read = Callable[[Any, str], Any]
"""Takes a JSON value and its place; returns what it stands for. Raises RecordError."""

FORMAT: Final = "backalley-record"
FORMAT_VERSION: Final = 1
MOST_ENTRIES: Final = 10_000
"""So many attempts at deals at most: of one card a hand most are passed out."""


def text(most: int) -> Read:
    """A string of printable characters."""

    def read(value: Any, place: str) -> str:
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            words = _("Must be a text of printable characters, {most} at most.")
            raise RecordError(place, words.format(most=most))
        return value

    return read


def whole(least: int, most: int) -> Read:
    """A whole number within bounds."""

    def read(value: Any, place: str) -> int:
        # In Python true is an int; in JSON it is not.
        if type(value) is not int or not least <= value <= most:
            words = _("Must be a whole number from {least} to {most}.")
            raise RecordError(place, words.format(least=least, most=most))
        return value

    return read


def one_of(*values: Any) -> Read:
    """One of these values, of the same type."""

    def read(value: Any, place: str) -> Any:
        if not any(type(value) is type(known) and value == known for known in values):
            shown = ", ".join("null" if known is None else str(known) for known in values)
            raise RecordError(place, _("Must be one of {values}.").format(values=shown))
        return value

    return read


def nothing_or(read: Read) -> Read:
    """Null, or what `read` takes."""
    return lambda value, place: None if value is None else read(value, place)


def list_of(read: Read, most: int) -> Read:
    """An array."""

    def read_all(value: Any, place: str) -> list[Any]:
        if not isinstance(value, list) or len(value) > most:
            words = _("Must be an array of {most} at most.").format(most=most)
            raise RecordError(place, words)
        return [read(each, f"{place}[{number}]") for number, each in enumerate(value)]

    return read_all


def fields(known: Mapping[str, Read], optional: frozenset[str] = frozenset()) -> Read:
    """An object of these fields; others are passed over."""

    def read(value: Any, place: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise RecordError(place, _("Must be an object."))
        for name in known:
            if name not in value and name not in optional:
                raise RecordError(_path(place, name), _("Is missing."))
        return {
            name: read_one(value[name], _path(place, name))
            for name, read_one in known.items()
            if name in value
        }

    return read


def card(value: Any, place: str) -> str:
    """A card, in either case, `10` for `T`."""
    try:
        return parse_card(value)
    except (ValueError, AttributeError):
        words = _("Must be a card: the letter of its rank, then that of its suit.")
        raise RecordError(place, words) from None


def bid(value: Any, place: str) -> str | int:
    """A bid, be it one that may be made or not."""
    if value in ("pass", "board"):
        return str(value)
    if type(value) is not int or not 0 <= value <= 99:
        raise RecordError(place, _("Must be “pass”, an integer, or “board”."))
    return value


def _seat(value: Any, place: str) -> dict[str, Any]:
    held: dict[str, Any] = _HOLDER(value, place)
    if None not in (held["player"], held["bot"]):
        raise RecordError(place, _("Must be a player or a bot, not both."))
    return held


def _by_seat(read: Read) -> Read:
    return fields(dict.fromkeys(SEATS, read))


def _by_team(read: Read) -> Read:
    return fields(dict.fromkeys(TEAMS, read))


def _path(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


SEAT: Final = one_of(*SEATS)
_HOLDER: Final = fields(
    {"player": nothing_or(text(150)), "bot": nothing_or(text(20)), "autopilot": one_of(True, False)}
)
_REPLACED: Final = fields(
    {"seat": SEAT, "joker": one_of(*sorted(JOKERS)), "drawn": card}, frozenset(("drawn",))
)
_BID: Final = fields({"seat": SEAT, "bid": bid, "level": whole(1, 4)}, frozenset(("level",)))
_CONTRACT: Final = fields({"tricks": whole(0, 99), "board": whole(0, 4)})
_POINTS: Final = whole(-(10**9), 10**9)
_DEAL: Final = fields(
    {
        "number": whole(1, MOST_DEALS + 1),
        "attempt": whole(1, MOST_ENTRIES),
        "hand_size": whole(1, 13),
        "dealer": SEAT,
        "deck": list_of(card, 54),
        "turn_up": card,
        "trump": one_of(*SUITS, None),
        "replaced": nothing_or(_REPLACED),
        "hands": _by_seat(list_of(card, 13)),
        "bids": list_of(_BID, 4),
        "plays": list_of(card, 52),
        "contracts": nothing_or(_by_team(_CONTRACT)),
        "tricks": nothing_or(_by_team(whole(0, 13))),
        "points": nothing_or(_by_team(_POINTS)),
    },
    frozenset(("deck", "hands")),
)
_RECORD: Final = fields(
    {
        "format": one_of(FORMAT),
        "format_version": one_of(FORMAT_VERSION),
        "game": text(64),
        "ruleset": one_of(*PRESETS),
        "options": fields({}),
        "seats": _by_seat(nothing_or(_seat)),
        "deals": list_of(_DEAL, MOST_ENTRIES),
        "scores": _by_team(_POINTS),
        "winner": one_of(*TEAMS, "tie", None),
        "fairness": fields(
            {"commitment": text(64), "entropy": _by_seat(text(64)), "seed": text(64)},
            frozenset(("seed",)),
        ),
    }
)


def checked(value: Any) -> Record:
    """The record that a JSON value is: known fields alone, cards as they are written here.

    Options that are missing are those of the preset. Raises RecordError.
    """
    record: Record = _RECORD(value, "")
    try:
        options = resolve(record["ruleset"], value["options"]).options()
    except InvalidOption as fault:
        raise RecordError(f"options.{fault.field}", bounds_of(fault.field)) from None
    return {**record, "options": options}
