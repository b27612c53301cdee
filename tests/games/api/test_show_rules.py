"""GET /rules"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from markdown_it import MarkdownIt

from games.api.option_words import EFFECTS, MEASURES, WEAKEST
from games.api.rules_text import MARK, text_of
from games.api.rules_words import PRESETS as DESCRIBED
from games.engine import ruleset
from games.engine.ruleset import CHOICES, POINTS, PRESETS, SWITCHES, Ruleset
from tests.caller import Caller

LANGUAGES = ("en", "bg", "te", "ne", "ja")
OPTIONS = Ruleset().options()
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_preset = pytest.mark.parametrize("preset", PRESETS)


def told(preset: str, **headers: str) -> Any:
    answer = Caller().get(f"/rules?ruleset={preset}", **headers)
    assert answer.status == 200, answer.content
    return answer.json


def named_after(text: str) -> list[str]:
    """The options that the rules are followed by."""
    return re.findall(r"^- .* \(`(\w+)`\)$", text, re.MULTILINE)


def test_it_works() -> None:
    answer = Caller().get("/rules")

    assert answer.status == 200
    assert set(answer.json) == {"ruleset", "language", "title", "text"}
    assert (answer.json["ruleset"], answer.json["language"]) == ("gamerules", "en")
    assert answer.json["text"].startswith(f"# {answer.json['title']}\n\nBack Alley is for four")
    assert answer.headers["Content-Language"] == "en"


@every_language
@every_preset
def test_every_preset_is_told_whole_in_every_language(preset: str, language: str) -> None:
    rules = told(preset, accept_language=language)

    assert (rules["ruleset"], rules["language"]) == (preset, language)
    text = rules["text"]
    assert "{" not in text
    assert sorted(named_after(text)) == sorted(OPTIONS)
    assert len(re.findall("^## ", text, re.MULTILINE)) == 6
    # Each option has its place in the list at the end, in the order of the ruleset.
    assert re.findall(r"^- `(\w+)`", text.rpartition("\n## ")[2], re.MULTILINE) == list(OPTIONS)
    if language != "en":
        with translation.override("en"):
            english = text_of(PRESETS[preset])
        assert not set(re.findall(r"[A-Za-z]+(?: [A-Za-z]+)+", text)) & set(
            re.findall(r"[A-Za-z]+(?: [A-Za-z]+)+", english)
        )
        assert named_after(text) == named_after(english)
        assert re.findall("[+−][0-9]+", text) == re.findall("[+−][0-9]+", english)


@every_preset
def test_every_sentence_stands_in_it_once(preset: str) -> None:
    text = told(preset)["text"]

    for option, effects in EFFECTS.items():
        for value, effect in effects.items():
            assert text.count(str(effect)) == 1, (option, value)
    lines = [line for line in text.splitlines() if line]
    assert len(lines) == len(set(lines))


@every_preset
def test_it_says_what_is_in_force(preset: str) -> None:
    text = told(preset)["text"]

    for option, value in PRESETS[preset].options().items():
        if option in EFFECTS:
            mark = f" {MARK}" if (option, value) in WEAKEST.items() else ""
            assert f"\n- {EFFECTS[option][value]}{mark} (`{option}`)\n" in text


@every_preset
def test_it_says_in_what_it_differs(preset: str) -> None:
    text = told(preset)["text"].partition("\n## ")[0]

    usual = Ruleset().options()
    departures = [o for o, value in PRESETS[preset].options().items() if value != usual[o]]
    named = ", ".join(f"`{option}`" for option in departures)
    assert (f"It departs from `gamerules` in {named}." in text) == bool(departures)
    assert str(DESCRIBED[preset]) in text


@every_preset
def test_it_is_about_two_pages_long(preset: str) -> None:
    words = re.findall(r"[\w']+", re.sub(r"`[^`]*`", "", told(preset)["text"]))

    assert 800 <= len(words) <= 1000


@every_language
@every_preset
def test_it_tells_how_many_cards_there_are_deal_by_deal(preset: str, language: str) -> None:
    runs = {
        "gamerules": "13 … 1, 2 … 13",
        "pagat": "13 … 1, 1 … 13",
        "short": "7 … 1, 1 … 7",
        "bab": "12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13",
    }

    lines = [
        line
        for line in told(preset, accept_language=language)["text"].splitlines()
        if line.endswith("(`hand_sizes`)")
    ]
    assert len(lines) == 1
    assert runs[preset] in lines[0]
    assert str(len(PRESETS[preset].hand_sizes)) in lines[0]


@pytest.mark.parametrize(
    ("sizes", "shown"),
    [
        ((5,), "5"),
        ((5, 4), "5, 4"),
        ((5, 4, 3), "5 … 3"),
        ((5, 5, 5), "5, 5, 5"),
        ((1, 3, 5, 6, 7, 6), "1, 3, 5 … 7, 6"),
    ],
)
def test_three_sizes_and_more_in_a_row_are_shortened(sizes: tuple[int, ...], shown: str) -> None:
    assert f"- `hand_sizes`: {shown} (" in text_of(replace(Ruleset(), hand_sizes=sizes))


def test_every_option_and_every_value_has_its_words() -> None:
    assert {*EFFECTS, *MEASURES} == set(OPTIONS)
    assert set(MEASURES) == {*POINTS, "hand_sizes"}
    assert {option: set(effects) for option, effects in EFFECTS.items()} == {
        **{option: set(values) for option, values in CHOICES.items()},
        **{option: {True, False} for option in SWITCHES},
    }
    assert set(DESCRIBED) == set(PRESETS)


def test_the_weakest_defaults_are_marked() -> None:
    rules = told("gamerules")["text"].rpartition("\n## ")[0]

    marked = [line for line in rules.splitlines() if line.startswith("- ") and MARK in line]
    assert [re.findall(r"\(`(\w+)`\)", line) for line in marked] == [
        ["bid_sum_over_hand"],
        [],  # the higher of two levels
        [],  # as many cards after four passes
        ["board_lead"],
        ["tie"],
    ]
    assert all(OPTIONS[option] == value for option, value in WEAKEST.items())


def test_what_a_preset_decides_otherwise_is_not_marked() -> None:
    rules = told("bab")["text"].rpartition("\n## ")[0]

    assert not re.search(rf"{MARK} \(`bid_sum_over_hand`\)", rules)


def test_the_examples_are_scored_by_the_rules() -> None:
    assert "score +37 with nine tricks and −35 with six" in told("gamerules")["text"]
    assert "brings +100 or −100" in told("gamerules")["text"]
    assert "score +72 with nine tricks and −70 with six" in told("bab")["text"]


@pytest.mark.parametrize("points", [0, 1, 2])
def test_points_have_their_plural(points: int) -> None:
    text = text_of(replace(Ruleset(), points_per_overtrick=points))

    assert f"brings {points} point{'' if points == 1 else 's'}. (`points_per_overtrick`)" in text


@every_language
def test_it_is_markdown(language: str) -> None:
    html = MarkdownIt("commonmark").render(told("bab", accept_language=language)["text"])

    assert html.count("<h1>") == 1
    assert html.count("<h2>") == 6
    # No backtick is left over, and the values of options are lists within the list.
    assert "`" not in html
    assert html.count("<ul>") == 6 + len(EFFECTS)


@pytest.mark.parametrize("name", ["x", "", "GAMERULES", "gamerules ", "bab%00", "a&ruleset=b"])
def test_an_unknown_ruleset_is_refused(name: str) -> None:
    answer = Caller().get(f"/rules?ruleset={name}")

    assert (answer.status, answer.code) == (400, "invalid-request")
    if "%00" not in name:
        assert answer.fields == ["ruleset"]


def test_a_token_that_has_expired_does_no_harm() -> None:
    assert Caller("ba_x").get("/rules").status == 200


def test_the_presets_are_those_of_the_engine() -> None:
    for preset in ruleset.PRESETS:
        assert told(preset)["title"].endswith(preset)
