"""House rules as data: every departure from the published rules is a named field with a default.

The defaults are `gamerules`, the rules as gamerules.com publishes them; a preset names only what
it changes. A game's first event holds all options resolved, so a preset may change later without
touching a game under way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

from games.engine.cards import SUITS, Suit

MOST_DEALS: Final = 100
"""More deals than this in `hand_sizes` are refused: nobody plays them, and a list needs a bound."""
MOST_POINTS: Final = 1000
"""The bound of each of the three point values."""


class InvalidOption(ValueError):
    """An option with a value that it cannot have; `field` names it, `expected` says what may be."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"{field}: expected {expected}")
        self.field = field
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one game; the fields are the options of the rules' table, in its order."""

    name: str = "gamerules"
    hand_sizes: tuple[int, ...] = (*range(13, 0, -1), *range(2, 14))
    joker_turned_up: str = "exchange"
    bid_n_as_number: bool = False
    bid_sum_over_hand: str = "allow"
    partner_may_raise_board: bool = True
    board_lead: str = "bidder"
    board_leads_trump_at_once: bool = True
    trump_lead: str = "when_broken"
    big_blooper_lead: str = "all"
    little_blooper_lead: str = "all"
    points_per_trick: int = 5
    points_per_overtrick: int = 1
    board_points: int = 10
    board_multiplier: str = "linear"
    all_pass: str = "next_dealer"
    tie: str = "tie"
    fixed_trump: Suit | None = None

    def hand_size(self, number: int) -> int:
        """The cards a hand in this deal; a deal beyond the list is the extra one, of 13."""
        return self.hand_sizes[number - 1] if number <= len(self.hand_sizes) else 13

    def options(self) -> dict[str, Any]:
        """All options, resolved, as JSON values: what a game's first event stores."""
        options = {option.name: getattr(self, option.name) for option in fields(self)}
        del options["name"]
        options["hand_sizes"] = list(self.hand_sizes)
        return options

    def departures(self) -> dict[str, Any]:
        """Only the options in which these rules differ from the preset they are named after."""
        return dict(_departures(self))


@lru_cache(maxsize=256)
def _departures(rules: Ruleset) -> Mapping[str, Any]:
    preset = PRESETS[rules.name].options()
    return {option: value for option, value in rules.options().items() if value != preset[option]}


CHOICES: Final[dict[str, tuple[str | None, ...]]] = {
    "joker_turned_up": ("exchange", "turn_next", "keep_other"),
    "bid_sum_over_hand": ("allow", "cap", "refuse"),
    "board_lead": ("bidder", "team"),
    "trump_lead": ("when_broken", "free", "only_when_only_trump"),
    "big_blooper_lead": ("all", "opponents", "none"),
    "little_blooper_lead": ("all", "opponents", "none"),
    "board_multiplier": ("linear", "doubling"),
    "all_pass": ("next_dealer", "same_dealer"),
    "tie": ("tie", "extra_deal"),
    "fixed_trump": (None, *SUITS),
}
SWITCHES: Final = ("bid_n_as_number", "partner_may_raise_board", "board_leads_trump_at_once")
POINTS: Final = ("points_per_trick", "points_per_overtrick", "board_points")

PRESETS: Final[dict[str, Ruleset]] = {
    "gamerules": Ruleset(),
    "pagat": Ruleset(name="pagat", hand_sizes=(*range(13, 0, -1), *range(1, 14))),
    "short": Ruleset(
        name="short",
        hand_sizes=(*range(7, 0, -1), *range(1, 8)),
        joker_turned_up="turn_next",
    ),
    "bab": Ruleset(
        name="bab",
        hand_sizes=(12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13),
        joker_turned_up="keep_other",
        bid_n_as_number=True,
        bid_sum_over_hand="cap",
        board_points=10,
        points_per_trick=10,
        board_multiplier="doubling",
        big_blooper_lead="opponents",
        little_blooper_lead="none",
        all_pass="same_dealer",
    ),
}

_OPTIONS: Final = frozenset(field.name for field in fields(Ruleset)) - {"name"}


def resolve(preset: str, departures: Mapping[str, Any]) -> Ruleset:
    """The preset with these options changed; names that are no option are ignored.

    Raises KeyError for an unknown preset and InvalidOption for a value that an option cannot have.
    """
    known = {option: value for option, value in departures.items() if option in _OPTIONS}
    for option, value in known.items():
        _check(option, value)
    if "hand_sizes" in known:
        known["hand_sizes"] = tuple(known["hand_sizes"])
    return replace(PRESETS[preset], **known)


def resolved(preset: str, options: Mapping[str, Any]) -> Ruleset:
    """As `resolve`, for what a game's first event holds: judged already, and few of a kind."""
    # As text, because to Python 1 is as good a key as true.
    return _resolved(preset, json.dumps(options))


@lru_cache(maxsize=256)
def _resolved(preset: str, options: str) -> Ruleset:
    return resolve(preset, json.loads(options))


def _check(option: str, value: object) -> None:
    if option == "hand_sizes":
        if not (
            isinstance(value, list | tuple)
            and 1 <= len(value) <= MOST_DEALS
            and all(_is_int(size) and 1 <= size <= 13 for size in value)
        ):
            raise InvalidOption(option, f"a list of 1 … {MOST_DEALS} hand sizes, each 1 … 13")
    elif option in SWITCHES:
        if not isinstance(value, bool):
            raise InvalidOption(option, "true or false")
    elif option in POINTS:
        if not (_is_int(value) and 0 <= value <= MOST_POINTS):  # type: ignore[operator]
            raise InvalidOption(option, f"an integer 0 … {MOST_POINTS}")
    elif not (value is None or isinstance(value, str)) or value not in CHOICES[option]:
        names = ("null" if choice is None else f'"{choice}"' for choice in CHOICES[option])
        raise InvalidOption(option, "one of " + ", ".join(names))


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
