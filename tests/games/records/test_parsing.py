"""What a person types is read, and what is wrong in it is said and where"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.ruleset import PRESETS
from games.records import RecordError, parse, write

TYPED = """
% A complaint, typed from a score sheet
[Ruleset "short"] [hand_sizes "2"] [fixed_trump "-"]
[North "player ana"] [East "bot normal"] [Scores "ns 2, ew -10"]
[Deal "1"] [Dealer "w"] [TurnUp "10h"] [Trump "h"]
[N "as td"]  [E "3c lb"]
[S "4s 5s"]  [W "2c kc"]
[Bids "N pass, E board 1, S 1,
       W PASS"]
[Play "as lb 4s 2c
       3c td 5s kc"]
[Contracts "NS 1, EW 2 board 1"] [Tricks "NS 0, EW 2"] [Points "NS -5, EW +20"]
"""
DEAL = '[Ruleset "short"] [Scores "NS 0, EW 0"]\n[Deal "1"] [Dealer "N"] [TurnUp "2C"] [Trump "C"]'


def test_what_was_typed_is_a_record() -> None:
    record = parse(TYPED)

    assert record["options"] == {**PRESETS["short"].options(), "hand_sizes": [2]}
    assert record["seats"]["N"] == {"player": "ana", "bot": None, "autopilot": False}
    assert record["seats"]["E"] == {"player": None, "bot": "normal", "autopilot": False}
    assert record["seats"]["S"] is None
    assert (record["scores"], record["winner"]) == ({"NS": 2, "EW": -10}, None)
    assert record["fairness"] == {"commitment": "", "entropy": dict.fromkeys("NESW", "")}
    (deal,) = record["deals"]
    assert (deal["number"], deal["attempt"], deal["hand_size"]) == (1, 1, 2)
    assert (deal["dealer"], deal["turn_up"], deal["trump"]) == ("W", "TH", "H")
    assert deal["hands"]["E"] == ["3C", "LB"]
    assert "deck" not in deal
    assert deal["bids"][1:3] == [
        {"seat": "E", "bid": "board", "level": 1},
        {"seat": "S", "bid": 1},
    ]
    assert deal["plays"] == ["AS", "LB", "4S", "2C", "3C", "TD", "5S", "KC"]
    assert deal["contracts"]["EW"] == {"tricks": 2, "board": 1}
    assert deal["points"] == {"NS": -5, "EW": 20}
    assert parse(write(record)) == record


def test_the_rest_completes_the_deck_in_the_order_of_dealing() -> None:
    hands = '[N "2S 3S"] [E "4S LB"] [S "6S 7S"] [W "8S 9S"] '
    plain = parse(f'{DEAL} [Cards "2"] {hands} [Rest "2C 3C"]')["deals"][0]
    assert plain["deck"] == ["4S", "6S", "8S", "2S", "LB", "7S", "9S", "3S", "2C", "3C"]

    replaced = parse(f'{DEAL} [Cards "2"] [Replaced "e bb lb"] {hands} [Rest "LB 3C"]')["deals"][0]
    assert replaced["deck"] == ["4S", "6S", "8S", "2S", "BB", "7S", "9S", "3S", "LB", "3C"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "line 1", "“Ruleset” is missing"),
        ("hello", "line 1", "Expected a tag"),
        ('[Ruleset "short"]\n\n[Scores 5]', "line 3", "Expected a tag"),
        ('[Ruleset "short"]\n[Trump "C"]', "line 2", "no tag “Trump” here"),
        ('[Ruleset "short"]\n[Ruleset "short"]', "line 2", "twice"),
        ('[Ruleset "short"] [Scores "NS 1"]', "line 1", "for each team"),
        ('[Ruleset "short"] [Scores "NS 1, EW x"]', "line 1", "x is no whole number"),
        ('[Ruleset "whist"] [Scores "NS 0, EW 0"]', "ruleset", "gamerules"),
        ('[Game "\\x"]', "line 1", "backslash"),
        ('[Ruleset "short"] [Scores "NS 0, EW 0"] [North "ana"]', "line 1", "player NAME"),
        ('[Ruleset "short"] [Scores "NS 0, EW 0"] [tie "x"]', "options.tie", "extra_deal"),
        ('[Ruleset "short"] [Scores "NS 0, EW 0"] [hand_sizes "14"]', "options.hand_sizes", "13"),
        ('[Ruleset "short"] [Scores "NS 0, EW 0"] [Deal "1"]', "line 1", "“Trump” is missing"),
        (DEAL.replace("2C", "ZZ"), "line 2", "ZZ is no card"),
        (DEAL.replace('"1"', '"1.x"'), "line 2", "x is no whole number"),
        (DEAL.replace('"N"', '"Q"'), "deals[0].dealer", "N, E, S, W"),
        (f'{DEAL}\n[Bids "N"]', "line 3", "Expected bids"),
        (f'{DEAL}\n[Bids "N 3.5"]', "line 3", "3.5 is no whole number"),
        (f'{DEAL}\n[Contracts "NS 4 bored 1, EW 2"]', "line 3", "Expected contracts"),
        (f'{DEAL}\n[Replaced "S"]', "line 3", "the joker laid aside"),
        (f'{DEAL}\n[N "2C"]', "line 2", "“E” is missing"),
        (f'{DEAL}\n\n[Rest "2C"]', "line 4", "four hands"),
        ("{", "", "not JSON"),
        ('{"a":' * 100_000, "", "nested too deeply"),
        ("{}", "format", "missing"),
        (" " * 4_000_001, "", "characters at most"),
    ],
)
def test_what_is_wrong_is_said_and_where(text: str, place: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(text)
    assert caught.value.place == place
    assert words in caught.value.words


@pytest.mark.parametrize(
    ("place", "falsify"),
    [
        ("format_version", lambda record: record.update(format_version=True)),
        ("game", lambda record: record.update(game="a\0")),
        ("seats", lambda record: record.update(seats=[])),
        ("seats.N", lambda record: record["seats"]["N"].update(bot="normal")),
        ("winner", lambda record: record.update(winner="N")),
        ("deals[0].attempt", lambda record: record["deals"][0].update(attempt=0)),
        ("deals[0].plays[0]", lambda record: record["deals"][0].update(plays=[{}])),
        ("deals[0].plays", lambda record: record["deals"][0].update(plays=["2C"] * 53)),
        ("deals[0].bids[1].bid", lambda record: record["deals"][0]["bids"][1].update(bid=[1])),
        ("deals[0].hands.N", lambda record: record["deals"][0]["hands"].pop("N")),
        ("deals[0].tricks.NS", lambda record: record["deals"][0]["tricks"].update(NS=1.0)),
        ("options", lambda record: record.update(options=None)),
        ("options.tie", lambda record: record["options"].update(tie=1)),
        ("fairness.entropy.E", lambda record: record["fairness"]["entropy"].update(E="x" * 65)),
    ],
)
def test_a_wrong_field_is_named(place: str, falsify: Callable[[dict[str, Any]], None]) -> None:
    record = parse(TYPED)
    falsify(record)

    with pytest.raises(RecordError) as caught:
        parse(json.dumps(record))
    assert caught.value.place == place


def test_fields_of_later_versions_are_passed_over() -> None:
    record = parse(TYPED)

    assert parse(json.dumps({**record, "weather": "rain"})) == record
