"""The scanner finds cards however they are written, and nothing where there are none."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tests.oracle.cards import PACK, SEATS
from tests.oracle.leaks import allowed_cards, cards_named_in, hidden_cards, leaks_in_events
from tests.oracle.options import GAMERULES, Options
from tests.oracle.random_games import finished_events

Events = list[dict[str, Any]]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AS", ["AS"]),
        ("as", ["AS"]),
        ("10h", ["TH"]),
        ("AS KD", ["AS", "KD"]),
        ("as,kd;bb", ["AS", "KD", "BB"]),
        ("ASKD10CLB", ["AS", "KD", "TC", "LB"]),
        ("West holds the AS, and LB.", ["AS", "LB"]),
        ("N:[AS KD]", ["AS", "KD"]),
        ("A♠ and ♥10", ["AS", "TH"]),
        ("the ace of spades or the 10 of hearts", ["AS", "TH"]),
        ("Big Blooper", ["BB"]),
        *[
            (text, [])
            for text in (
                *("N", "NS", "EW", "H", "pass", "board", "play", "13", "2026-01-01T02:03:04Z"),
                *(
                    "follow suit as you can",
                    "ad hoc, as is, ADHOC2C",
                    "gamerules",
                    "must-follow-suit",
                    "",
                ),
                *("01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f", "5c2d" * 16 + "e", "EAST", "TEAM"),
            )
        ],
    ],
)
def test_cards_are_found_in_any_notation(text: str, cards: list[str]) -> None:
    assert cards_named_in(text) == cards


def test_every_nesting_and_every_key_is_walked() -> None:
    payload = {"a": [{"b": ("AS", "KD")}], "QC": 1, "deep": {"Seed": 1, "deck": [], "salt": None}}
    found = [leak.what for leak in hidden_cards(payload, {"KD"})]
    assert found == ["AS", "QC", "Seed", "deck", "salt"]
    assert hidden_cards({"deck": ["AS"]}, PACK, open_keys=["deck"]) == []
    assert hidden_cards({"a": [{"b": "AS"}]}, ())[0].path == "a[0].b"


def test_what_people_wrote_themselves_is_not_read() -> None:
    assert hidden_cards({"entropy": {"N": "AS"}, "player": "kd"}, ()) == []
    assert hidden_cards({"player": ["AS"]}, ()) != []


def some_events(seed: int, **departures: Any) -> Events:
    options: Options = {**GAMERULES, "hand_sizes": [3, 2], **departures}  # type: ignore[typeddict-item]
    return finished_events("gamerules", options, random.Random(seed))


def first_deal(events: Events, moves: int) -> Events:
    """The events up to so many events after the first deal was dealt."""
    start = next(n for n, event in enumerate(events) if event["type"] == "deal-started")
    return events[: start + 1 + moves]


def shown_to(seat: str | None, events: Events) -> Events:
    """The events with their secrets taken out, as while their first deal is played."""
    shown = copy.deepcopy(events)
    for event in shown:
        for name in ("seed", "deck", "salt"):
            event["data"].pop(name, None)
        if "hands" in event["data"]:
            hands = event["data"].pop("hands")
            if seat is not None:
                event["data"]["hands"] = {seat: hands[seat]}
        if event["data"].get("replaced") and event["data"]["replaced"]["seat"] != seat:
            del event["data"]["replaced"]["drawn"]
    return shown


@pytest.mark.parametrize("seat", [*SEATS, None])
@pytest.mark.parametrize("moves", [0, 3, 4, 9])
def test_what_a_seat_may_see_is_its_hand_and_the_table(seat: str | None, moves: int) -> None:
    events = first_deal(some_events(5), moves)
    dealt = next(e["data"] for e in events if e["type"] == "deal-started")
    played = {e["data"]["card"] for e in events if e["type"] == "card-played"}
    hand = set(dealt["hands"][seat]) if seat else set()
    assert allowed_cards(events, seat) == hand | played | {dealt["turn_up"]}


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_redacted_events_leak_nothing_and_whole_ones_do(seat: str | None) -> None:
    events = first_deal(some_events(5), 6)
    assert leaks_in_events(shown_to(seat, events), events, seat) == []
    other = "E" if seat == "N" else "N"
    assert leaks_in_events(shown_to(other, events), events, seat) != []
    assert {leak.what for leak in leaks_in_events(events, events, seat)} >= {"seed", "deck", "salt"}


def test_a_finished_deal_is_open_to_players_and_a_finished_game_to_all() -> None:
    events = some_events(5)
    starts = [n for n, event in enumerate(events) if event["type"] == "deal-started"]
    now = events[: starts[-1] + 3]
    past = [e for e in copy.deepcopy(events[starts[0] :]) if e["version"] <= starts[-1]]
    assert leaks_in_events(past, now, "N") == []
    assert leaks_in_events(past, now, None) != []
    assert leaks_in_events(events, events, None) == []


def test_the_joker_laid_away_is_seen_and_the_card_drawn_only_by_its_seat() -> None:
    events = exchange_events()
    replaced = events[-1]["data"]["replaced"]
    other = "N" if replaced["seat"] != "N" else "E"
    assert replaced["joker"] in allowed_cards(events, other)
    assert replaced["drawn"] not in allowed_cards(events, other)
    assert replaced["drawn"] in allowed_cards(events, replaced["seat"])


def exchange_events() -> Events:
    data = {"turn_up": "LB", "replaced": {"seat": "E", "joker": "BB", "drawn": "4C"}}
    hands = {"N": ["2D"], "E": ["4C"], "S": ["3D"], "W": ["4D"]}
    rest = [card for card in PACK if card not in ("2D", "BB", "3D", "4D", "LB", "4C")]
    deck = ["BB", "3D", "4D", "2D", "LB", "4C", *rest]
    dealt = {**data, "hands": hands, "hand_size": 1, "deck": deck}
    return [{"version": 1, "type": "deal-started", "data": dealt}]


def test_jokers_buried_on_the_table_were_seen_by_all() -> None:
    hands = {"N": ["2D"], "E": ["5D"], "S": ["3D"], "W": ["4D"]}
    rest = [card for card in PACK if card not in ("2D", "5D", "3D", "4D", "LB", "BB", "4C")]
    deck = ["5D", "3D", "4D", "2D", "LB", "BB", "4C", *rest]
    dealt = {"turn_up": "4C", "replaced": None, "hands": hands, "hand_size": 1, "deck": deck}
    events = [{"version": 1, "type": "deal-started", "data": dealt}]
    assert allowed_cards(events, None) == {"LB", "BB", "4C"}
