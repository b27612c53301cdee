"""The table of options and the four presets, typed out from the players' rules."""

from __future__ import annotations

from typing import Any, TypedDict


class Options(TypedDict):
    """Every option of a game, resolved."""

    hand_sizes: list[int]
    joker_turned_up: str
    bid_n_as_number: bool
    bid_sum_over_hand: str
    partner_may_raise_board: bool
    board_lead: str
    board_leads_trump_at_once: bool
    trump_lead: str
    big_blooper_lead: str
    little_blooper_lead: str
    points_per_trick: int
    points_per_overtrick: int
    board_points: int
    board_multiplier: str
    all_pass: str
    tie: str
    fixed_trump: str | None


# The values an option may take, where they can be listed.
CHOICES: dict[str, list[Any]] = {
    "joker_turned_up": ["exchange", "turn_next", "keep_other"],
    "bid_n_as_number": [False, True],
    "bid_sum_over_hand": ["allow", "cap", "refuse"],
    "partner_may_raise_board": [True, False],
    "board_lead": ["bidder", "team"],
    "board_leads_trump_at_once": [True, False],
    "trump_lead": ["when_broken", "free", "only_when_only_trump"],
    "big_blooper_lead": ["all", "opponents", "none"],
    "little_blooper_lead": ["all", "opponents", "none"],
    "board_multiplier": ["linear", "doubling"],
    "all_pass": ["next_dealer", "same_dealer"],
    "tie": ["tie", "extra_deal"],
    "fixed_trump": [None, "C", "D", "H", "S"],
}

GAMERULES: Options = {
    "hand_sizes": [
        13,
        12,
        11,
        10,
        9,
        8,
        7,
        6,
        5,
        4,
        3,
        2,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
        13,
    ],
    "joker_turned_up": "exchange",
    "bid_n_as_number": False,
    "bid_sum_over_hand": "allow",
    "partner_may_raise_board": True,
    "board_lead": "bidder",
    "board_leads_trump_at_once": True,
    "trump_lead": "when_broken",
    "big_blooper_lead": "all",
    "little_blooper_lead": "all",
    "points_per_trick": 5,
    "points_per_overtrick": 1,
    "board_points": 10,
    "board_multiplier": "linear",
    "all_pass": "next_dealer",
    "tie": "tie",
    "fixed_trump": None,
}

PAGAT: Options = {
    **GAMERULES,
    "hand_sizes": [
        *[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        *[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    ],
}

SHORT: Options = {
    **GAMERULES,
    "hand_sizes": [7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7],
    "joker_turned_up": "turn_next",
}

BAB: Options = {
    **GAMERULES,
    "hand_sizes": [12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13],
    "joker_turned_up": "keep_other",
    "bid_n_as_number": True,
    "bid_sum_over_hand": "cap",
    "board_points": 10,
    "points_per_trick": 10,
    "board_multiplier": "doubling",
    "big_blooper_lead": "opponents",
    "little_blooper_lead": "none",
    "all_pass": "same_dealer",
}

PRESETS: dict[str, Options] = {
    "gamerules": GAMERULES,
    "pagat": PAGAT,
    "short": SHORT,
    "bab": BAB,
}


def wrong_options(options: dict[str, Any]) -> list[str]:
    """What is missing from, or impossible in, a game's resolved options."""
    faults = [f"option {name} is missing" for name in GAMERULES if name not in options]
    for name, choices in CHOICES.items():
        value = options.get(name)
        if name in options and not any(type(value) is type(c) and value == c for c in choices):
            faults.append(f"option {name} cannot be {value!r}")
    faults += [
        f"option {name} cannot be {options[name]!r}"
        for name in ("points_per_trick", "points_per_overtrick", "board_points")
        if name in options and type(options[name]) is not int
    ]
    sizes = options.get("hand_sizes", [])
    if not sizes or any(type(size) is not int or not 1 <= size <= 13 for size in sizes):
        faults.append(f"hand_sizes cannot be {sizes!r}")
    return faults
