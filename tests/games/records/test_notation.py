"""A record as text, and back: nothing is lost, nothing is added"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.records import parse, write
from tests.engine.random_games import Setting
from tests.engine.strategies import SHORT_HANDS, games
from tests.games.records.any_records import records
from tests.games.records.played import played


@settings(max_examples=60)
@given(records)
def test_any_record_comes_back_as_it_was(record: dict[str, Any]) -> None:
    assert parse(write(record)) == record
    assert parse(json.dumps(record)) == record


@settings(max_examples=20)
@given(games(SHORT_HANDS), st.integers(0, 3))
def test_whole_games_come_back_as_they_were(setting: Setting, disturbances: int) -> None:
    record = played(setting, disturbances)

    text = write(record)
    assert parse(text) == record
    assert parse(json.dumps(record)) == record
    assert "[Deck " not in text, "the hands and the rest tell the deck"
