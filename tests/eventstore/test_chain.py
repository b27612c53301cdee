from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from games.engine.events import Event
from games.eventstore.actors import SYSTEM, Actor
from games.eventstore.chain import GENESIS, canonical_json, event_hash, timestamp
from games.eventstore.codec import encode
from tests.eventstore.any_events import events, numbers, texts, unhurried

GAME = "01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f"
AT = datetime(2026, 7, 31, 12, 0, 0, 5, tzinfo=UTC)
ana = Actor("player", "8b0f9f6e-6a55-4c5c-8a3b-0d6f3f1c2b1a")

keys = st.text(st.characters(codec="ascii", exclude_characters="\0"))
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
)


@unhurried
@given(value=values)
def test_the_canonical_spelling_is_that_of_the_rfc(value: Any) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)


@unhurried
@given(event=events)
def test_every_event_is_spelled_as_the_rfc_asks(event: Event) -> None:
    data = encode(event)[2]
    assert canonical_json(data) == rfc8785.dumps(data)


def test_a_hash_covers_the_one_before_and_the_documented_fields() -> None:
    previous = bytes(range(32))
    text = (
        '{"actor":{"id":"8b0f9f6e-6a55-4c5c-8a3b-0d6f3f1c2b1a","kind":"player"},'
        '"at":"2026-07-31T12:00:00.000005Z","data":{"card":"QS","seat":"N"},'
        '"game":"01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f","type":"card-played","version":7}'
    )
    assert hashed(previous=previous) == hashlib.sha256(previous + text.encode()).digest()


def test_the_first_hash_follows_on_32_zero_bytes() -> None:
    assert bytes(32) == GENESIS


@pytest.mark.parametrize(
    "change",
    [
        {"previous": bytes(range(1, 33))},
        {"game": GAME.replace("0", "1")},
        {"version": 8},
        {"kind": "card-eaten"},
        {"at": AT + timedelta(microseconds=1)},
        {"actor": SYSTEM.json()},
        {"data": {"seat": "N", "card": "KS"}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_change_changes_the_hash(change: dict[str, Any]) -> None:
    assert hashed(**change) != hashed()


def test_times_are_written_in_utc_with_microseconds() -> None:
    east = timezone(timedelta(hours=5, minutes=45))
    assert timestamp(datetime(2026, 1, 2, 3, 0, tzinfo=east)) == "2026-01-01T21:15:00.000000Z"


def hashed(**changes: Any) -> bytes:
    """The hash of a card that ana played, but for these changes."""
    facts: dict[str, Any] = {
        "game": GAME,
        "version": 7,
        "kind": "card-played",
        "at": AT,
        "actor": ana.json(),
        "data": {"seat": "N", "card": "QS"},
    }
    facts |= changes
    return event_hash(facts.pop("previous", bytes(range(32))), **facts)
