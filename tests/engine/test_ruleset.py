"""The presets, and every option with every value that it can and cannot have."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from games.engine.ruleset import (
    CHOICES,
    MOST_DEALS,
    MOST_POINTS,
    POINTS,
    PRESETS,
    SWITCHES,
    InvalidOption,
    Ruleset,
    resolve,
    resolved,
)
from tests.oracle import options as table_of_options


def test_case_1_gamerules_has_25_deals_and_181_tricks() -> None:
    sizes = PRESETS["gamerules"].hand_sizes
    assert len(sizes) == 25
    assert sum(sizes) == 181
    assert sizes[0] == sizes[-1] == 13
    assert sizes[12] == 1
    assert [abs(a - b) for a, b in pairwise(sizes)] == [1] * 24


def test_case_1_pagat_has_26_deals_and_182_tricks_with_1_card_twice() -> None:
    sizes = PRESETS["pagat"].hand_sizes
    assert (len(sizes), sum(sizes)) == (26, 182)
    assert (sizes[12], sizes[13]) == (1, 1)


def test_case_1_short_has_14_deals_and_56_tricks() -> None:
    sizes = PRESETS["short"].hand_sizes
    assert (len(sizes), sum(sizes)) == (14, 56)


def test_bab_deals_the_even_hands_down_and_the_odd_ones_up() -> None:
    assert PRESETS["bab"].hand_sizes == (12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13)


@pytest.mark.parametrize("name", ["gamerules", "pagat", "short", "bab"])
def test_a_preset_has_the_options_of_the_players_rules(name: str) -> None:
    assert PRESETS[name].options() == table_of_options.PRESETS[name]
    assert PRESETS[name].name == name


def test_there_are_four_presets_and_the_first_is_the_default() -> None:
    assert list(PRESETS) == ["gamerules", "pagat", "short", "bab"]
    assert Ruleset() == PRESETS["gamerules"]


def test_every_option_has_its_values_and_no_others() -> None:
    listed: dict[str, set[Any]] = {name: set(values) for name, values in CHOICES.items()}
    listed |= {name: {True, False} for name in SWITCHES}
    assert listed == {name: set(values) for name, values in table_of_options.CHOICES.items()}
    assert set(listed) | set(POINTS) | {"hand_sizes"} == set(Ruleset().options())


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, values in CHOICES.items() for value in values]
    + [(switch, value) for switch in SWITCHES for value in (True, False)]
    + [(name, value) for name in POINTS for value in (0, 1, 7, MOST_POINTS)]
    + [("hand_sizes", value) for value in ([1], [13], [5, 5], [1] * MOST_DEALS)],
)
def test_an_option_takes_each_of_its_values(option: str, value: Any) -> None:
    assert resolve("gamerules", {option: value}).options()[option] == value


WRONG: dict[str, list[Any]] = {
    "hand_sizes": [
        *([], [0], [14], [-1], [1, 14], [True], [1.0], ["1"], [None], "13", 13, None, {}),
        *({"1": 1}, [[1]], [1] * (MOST_DEALS + 1)),
    ],
    **{switch: [0, 1, "true", None, [], {}] for switch in SWITCHES},
    **{name: [-1, MOST_POINTS + 1, 1.5, 5.0, "5", True, None, []] for name in POINTS},
    **{name: ["", "other", 0, True, [], {}, "EXCHANGE", 10**30] for name in CHOICES},
}


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in WRONG.items() for value in values]
)
def test_a_value_that_an_option_cannot_have_is_refused_by_name(option: str, value: Any) -> None:
    with pytest.raises(InvalidOption, match=f"^{option}: expected ") as caught:
        resolve("gamerules", {option: value})
    assert caught.value.field == option
    assert caught.value.expected


def test_null_is_a_value_of_fixed_trump_alone() -> None:
    for option in CHOICES:
        if option == "fixed_trump":
            assert resolve("gamerules", {option: None}).fixed_trump is None
        else:
            with pytest.raises(InvalidOption):
                resolve("gamerules", {option: None})


def test_the_refusal_of_a_choice_lists_the_choices() -> None:
    with pytest.raises(InvalidOption) as caught:
        resolve("gamerules", {"fixed_trump": "X"})
    assert caught.value.expected == 'one of null, "C", "D", "H", "S"'


def test_names_that_are_no_option_are_ignored_the_name_of_the_preset_too() -> None:
    assert resolve("short", {"name": "mine", "colour": "red", "": 1}) == PRESETS["short"]


def test_an_unknown_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        resolve("bridge", {})


def test_resolved_options_are_plain_json_and_resolve_to_themselves() -> None:
    for name, preset in PRESETS.items():
        stored = json.loads(json.dumps(preset.options()))
        assert stored == preset.options()
        assert resolve(name, stored) == preset


def test_departures_are_only_what_differs_from_the_preset() -> None:
    assert all(preset.departures() == {} for preset in PRESETS.values())
    rules = resolve("bab", {"tie": "extra_deal", "board_points": 10, "hand_sizes": [3, 2]})
    assert rules.departures() == {"tie": "extra_deal", "hand_sizes": [3, 2]}


def test_resolved_options_win_over_a_preset_that_has_changed_since() -> None:
    stored = PRESETS["gamerules"].options()
    assert resolve("bab", stored).options() == stored


@pytest.mark.parametrize(
    ("option", "other"), [("bid_n_as_number", 0), ("points_per_trick", 5.0), ("hand_sizes", [True])]
)
def test_what_is_judged_once_is_not_taken_for_what_is_only_equal_to_it(
    option: str, other: Any
) -> None:
    right = {**Ruleset().options(), "hand_sizes": [1]}
    assert resolved("gamerules", right) == resolve("gamerules", right)
    with pytest.raises(InvalidOption):
        resolved("gamerules", right | {option: other})
