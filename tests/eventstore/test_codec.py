from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given

from games.engine import events as e
from games.eventstore.codec import BY_NAME, decode, encode, event_class
from tests.eventstore.any_events import ANY, events, unhurried

CONTRACT = {
    "game-created": {
        "ruleset",
        "options",
        "visibility",
        "turn_seconds",
        "sandbox",
        "commitment",
        "seed",
    },
    "seat-taken": {"seat", "player_id", "bot", "entropy"},
    "seat-left": {"seat", "bot"},
    "game-started": {"first_dealer"},
    "deal-started": {
        "number",
        "attempt",
        "hand_size",
        "dealer",
        "turn_up",
        "trump",
        "replaced",
        "deck",
        "salt",
        "hands",
    },
    "bid-made": {"seat", "bid", "level"},
    "deal-passed-out": {"number", "attempt"},
    "card-played": {"seat", "card", "winner"},
    "deal-scored": {"number", "attempt", "contracts", "tricks", "points", "scores"},
    "autopilot-on": {"seat"},
    "autopilot-off": {"seat"},
    "game-finished": {"scores", "winner", "seed"},
    "game-voided": {"seed", "note"},
    "game-rewound": {"to_version", "note", "deal", "dealer"},
}
"""The contract's table of events; where a rewind dealt anew, the log also says which deal."""


def test_the_names_are_those_of_the_contract() -> None:
    assert set(BY_NAME) == set(CONTRACT)


def test_every_event_has_a_name_of_its_own() -> None:
    classes = get_args(e.Event)
    assert {event_class(name) for name in BY_NAME} == set(classes) == set(ANY)
    assert len(BY_NAME) == len(classes)


@unhurried
@given(event=events)
def test_what_was_encoded_is_decoded_the_same(event: e.Event) -> None:
    name, schema, data = encode(event)
    assert decode(name, schema, json.loads(json.dumps(data))) == event
    assert type(event) is event_class(name)


@unhurried
@given(event=events)
def test_no_field_is_stored_that_the_contract_does_not_name(event: e.Event) -> None:
    name, _, data = encode(event)
    assert data.keys() <= CONTRACT[name]


def test_what_does_not_apply_is_left_out() -> None:
    assert encode(e.BidMade("N", "pass"))[2] == {"seat": "N", "bid": "pass"}
    assert encode(e.CardPlayed("N", "AS"))[2] == {"seat": "N", "card": "AS"}
    assert encode(e.SeatTaken("N", None, "normal", ""))[2] == {
        "seat": "N",
        "bot": "normal",
        "entropy": "",
    }


def test_a_seat_left_before_the_start_says_that_no_bot_took_it() -> None:
    assert encode(e.SeatLeft("N", None))[2] == {"seat": "N", "bot": None}


def test_a_name_that_never_was_is_no_event() -> None:
    with pytest.raises(KeyError):
        decode("card-eaten", 1, {})


def test_a_schema_version_not_yet_known_is_not_guessed_at() -> None:
    with pytest.raises(KeyError):
        decode("card-played", 99, {"seat": "N", "card": "AS"})
