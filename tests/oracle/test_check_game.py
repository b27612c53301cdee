"""The checker finds nothing in a true game and something in every kind of false one."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.records.holding import faults
from tests.oracle.check_game import check_events
from tests.oracle.options import PRESETS
from tests.oracle.random_games import (
    GAME_ID,
    SYSTEM,
    Events,
    Log,
    finished_events,
    random_options,
    record_of,
    rewound_game,
    some_game,
)


def sealed(events: Events) -> Events:
    """The same events with true hashes and versions, so that only the change is false."""
    log = Log()
    for event in copy.deepcopy(events):
        log.write(event["type"], event["actor"], event["data"])
    return log.sealed()


def nth(events: Events, kind: str, place: int = 0) -> dict[str, Any]:
    """One event of a kind; negative places count from the end."""
    return [event for event in events if event["type"] == kind][place]


@pytest.mark.parametrize("number", range(60))
def test_a_true_game_passes(number: int) -> None:
    dice = random.Random(number)
    events = finished_events("gamerules", random_options(dice), dice)
    assert check_events(GAME_ID, events) == []
    assert faults(record_of(events)) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_a_true_game_of_a_preset_passes(preset: str) -> None:
    events = finished_events(preset, PRESETS[preset], random.Random(3))
    assert check_events(GAME_ID, events) == []
    assert faults(record_of(events)) == []


def change(kind: str, place: int, name: str, value: Any) -> Callable[[Events], None]:
    def apply(events: Events) -> None:
        data = nth(events, kind, place)["data"]
        assert data.get(name) != value or type(data.get(name)) is not type(value)
        data[name] = value

    return apply


def swap_two_cards(events: Events) -> None:
    data = nth(events, "deal-started")["data"]
    data["deck"][0], data["deck"][50] = data["deck"][50], data["deck"][0]


def drop(kind: str) -> Callable[[Events], None]:
    return lambda events: events.remove(nth(events, kind))


def repeat(kind: str) -> Callable[[Events], None]:
    return lambda events: events.insert(events.index(nth(events, kind)), nth(events, kind))


def play_another_card(events: Events) -> None:
    first, later = nth(events, "card-played", 0), nth(events, "card-played", 4)
    first["data"]["card"] = later["data"]["card"]


def score_late(events: Events) -> None:
    place = events.index(nth(events, "deal-scored"))
    events[place], events[place + 1] = events[place + 1], events[place]


def another_actor(events: Events) -> None:
    nth(events, "bid-made")["actor"] = {"kind": "player", "id": "p-9"}


ZERO = {"NS": 0, "EW": 0}


@pytest.mark.parametrize(
    "falsify",
    [
        change("game-created", 0, "commitment", "00" * 32),
        change("game-created", 0, "seed", "00" * 32),
        change("game-created", 0, "ruleset", "another"),
        change("game-created", 0, "options", {}),
        change("seat-taken", 1, "entropy", "more"),
        change("seat-taken", 1, "bot", "grandmaster"),
        change("game-started", 0, "first_dealer", "X"),
        change("deal-started", 0, "number", 2),
        change("deal-started", 1, "attempt", 9),
        change("deal-started", 0, "hand_size", 4),
        change("deal-started", 0, "dealer", "X"),
        change("deal-started", 0, "turn_up", "X"),
        change("deal-started", 0, "trump", "X"),
        change("deal-started", 0, "replaced", {"seat": "N", "joker": "LB", "drawn": "2C"}),
        change("deal-started", 0, "hands", {}),
        change("deal-started", 0, "salt", None),
        change("bid-made", 0, "bid", 3),
        change("bid-made", 0, "bid", True),
        change("bid-made", 0, "seat", "X"),
        change("bid-made", 0, "level", 5),
        change("card-played", 0, "card", "ZZ"),
        change("card-played", 0, "seat", "X"),
        change("card-played", 0, "winner", "N"),
        change("card-played", 3, "winner", None),
        change("deal-scored", 0, "attempt", 7),
        change("deal-scored", 0, "contracts", {}),
        change("deal-scored", 0, "tricks", ZERO),
        change("deal-scored", 0, "points", {"NS": 1.0, "EW": 0}),
        change("deal-scored", -1, "scores", ZERO),
        change("game-finished", 0, "scores", {}),
        change("game-finished", 0, "winner", "nobody"),
        change("game-finished", 0, "seed", "00" * 32),
        swap_two_cards,
        play_another_card,
        score_late,
        another_actor,
        *[drop(kind) for kind in ("seat-taken", "game-started", "deal-started", "bid-made")],
        *[drop(kind) for kind in ("card-played", "deal-scored", "game-finished")],
        *[repeat(kind) for kind in ("seat-taken", "bid-made", "card-played", "deal-started")],
        lambda events: events.append(nth(events, "bid-made")),
        lambda events: events.insert(0, nth(events, "seat-taken")),
    ],
)
def test_a_false_game_is_caught_though_its_chain_is_true(
    falsify: Callable[[Events], None],
) -> None:
    events = some_game()
    falsify(events)
    assert check_events(GAME_ID, sealed(events)) != []


@pytest.mark.parametrize("name", ["at", "type", "data", "actor", "hash", "version"])
def test_a_broken_chain_is_caught(name: str) -> None:
    events = some_game()
    event = events[10]
    event[name] = {
        "at": "2026-01-01T00:00:00Z",
        "type": "autopilot-on",
        "data": {**event["data"], "more": 1},
        "actor": {**event["actor"], "more": 1},
        "hash": "00" * 32,
        "version": 99,
    }[name]
    assert any("event 11" in fault for fault in check_events(GAME_ID, events))


def test_names_are_not_part_of_the_chain() -> None:
    events = some_game()
    for event in events:
        event["actor"]["name"] = None
    assert check_events(GAME_ID, events) == []


def test_a_voided_game_passes_if_it_shows_its_seed() -> None:
    events = some_game()
    seed = nth(events, "game-finished")["data"]["seed"]
    cut = events[:20] if events[20]["type"] == "card-played" else events[:21]
    for course in (cut, events):
        void = {**nth(events, "game-finished"), "type": "game-voided"}
        shown = {**void, "data": {"seed": seed, "note": ""}}
        assert check_events(GAME_ID, sealed([*course, shown])) == []
        hidden = {**void, "data": {"note": ""}}
        assert check_events(GAME_ID, sealed([*course, hidden])) != []


def test_an_unfinished_game_is_said_to_be_unfinished() -> None:
    assert any("not ended" in fault for fault in check_events(GAME_ID, some_game()[:15]))


def test_rubbish_is_said_to_be_rubbish() -> None:
    assert check_events(GAME_ID, [{}]) != []


@pytest.mark.parametrize(("steps", "back"), [(9, 3), (14, 1), (21, 9), (24, 15), (30, 20)])
def test_a_rewound_game_passes_and_a_false_rewind_is_caught(steps: int, back: int) -> None:
    events = rewound_game(steps, back)
    assert check_events(GAME_ID, events) == []
    rewind = nth(events, "game-rewound")
    after = events[rewind["version"]]
    if after["type"] == "deal-started":
        after["data"]["attempt"] += 1
    else:
        rewind["data"]["to_version"] -= 1
    assert check_events(GAME_ID, sealed(events)) != []


def with_autopilot(cause: str) -> Events:
    """North is away for one card and plays the next one himself."""
    log, moved = Log(), 0
    for event in some_game():
        actor, north = event["actor"], event["data"].get("seat") == "N"
        if event["type"] == "card-played" and north:
            moved += 1
            if moved == 1:
                log.write("autopilot-on", SYSTEM, {"seat": "N"})
                why = {"level": "normal", "policy": "simple/1", "cause": cause}
                actor = {"kind": "autopilot", "id": None, "name": None, **why}
            elif moved == 2:
                log.write("autopilot-off", actor, {"seat": "N"})
        log.write(event["type"], actor, event["data"])
    return log.sealed()


def test_an_autopilot_plays_while_it_is_on_and_says_why() -> None:
    assert check_events(GAME_ID, with_autopilot("timed-out")) == []
    assert check_events(GAME_ID, with_autopilot("left")) != []
    events = with_autopilot("timed-out")
    events.remove(nth(events, "autopilot-on"))
    assert check_events(GAME_ID, sealed(events)) != []
