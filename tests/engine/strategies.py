"""Random rulesets and random games for the properties."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games.engine.ruleset import CHOICES, POINTS, PRESETS, SWITCHES
from games.engine.seats import SEATS
from tests.engine.random_games import Setting

SHORT_HANDS = st.lists(st.integers(1, 4), min_size=1, max_size=5)
HANDS = st.lists(st.integers(1, 13), min_size=1, max_size=4)


def options(hand_sizes: st.SearchStrategy[list[int]]) -> st.SearchStrategy[dict[str, Any]]:
    """Any departures from a preset, with these hand sizes."""
    return st.fixed_dictionaries(
        {"hand_sizes": hand_sizes},
        optional={
            **{option: st.sampled_from(values) for option, values in CHOICES.items()},
            **{switch: st.booleans() for switch in SWITCHES},
            **{name: st.integers(0, 12) for name in POINTS},
        },
    )


def games(
    hand_sizes: st.SearchStrategy[list[int]] = HANDS,
    rulesets: tuple[str, ...] = tuple(PRESETS),
) -> st.SearchStrategy[Setting]:
    """A game under random rules; `choices` seeds what its players do."""
    return st.builds(
        Setting,
        ruleset=st.sampled_from(rulesets),
        options=options(hand_sizes),
        seed=st.binary(min_size=32, max_size=32).map(bytes.hex),
        entropy=st.fixed_dictionaries({seat: st.text("xyz|é", max_size=3) for seat in SEATS}),
        choices=st.integers(0, 2**32),
        passing=st.sampled_from((0.0, 0.3, 0.6)),
    )
