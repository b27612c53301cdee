from __future__ import annotations

from typing import Any

import pytest

from games.eventstore import codec, upcasters
from games.eventstore.upcasters import upcast

Data = dict[str, Any]


@pytest.fixture(autouse=True)
def two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of event whose shape has changed twice."""

    def seat_was_a_number(data: Data) -> Data:
        return {**data, "seat": "NESW"[data["seat"]]}

    def card_was_two_fields(data: Data) -> Data:
        return {"seat": data["seat"], "card": data["rank"] + data["suit"]}

    chain = {("card-played", 1): seat_was_a_number, ("card-played", 2): card_was_two_fields}
    monkeypatch.setattr(upcasters, "UPCASTERS", chain)


def test_an_old_shape_is_lifted_step_by_step() -> None:
    data = upcast("card-played", 1, 3, {"seat": 1, "rank": "Q", "suit": "S"})
    assert data == {"seat": "E", "card": "QS"}


def test_a_shape_half_way_takes_the_steps_that_are_left() -> None:
    data = upcast("card-played", 2, 3, {"seat": "E", "rank": "Q", "suit": "S"})
    assert data == {"seat": "E", "card": "QS"}


def test_the_present_shape_stays_as_it_is() -> None:
    assert upcast("card-played", 3, 3, {"seat": "E"}) == {"seat": "E"}


def test_what_was_stored_is_not_touched() -> None:
    stored = {"seat": 1, "rank": "Q", "suit": "S"}
    upcast("card-played", 1, 3, stored)
    assert stored == {"seat": 1, "rank": "Q", "suit": "S"}


def test_a_missing_step_is_an_error() -> None:
    with pytest.raises(KeyError):
        upcast("card-played", 1, 4, {"seat": 1, "rank": "Q", "suit": "S"})


def test_a_shape_from_the_future_is_an_error() -> None:
    with pytest.raises(KeyError):
        upcast("card-played", 4, 3, {"seat": "E", "card": "QS"})


def test_an_event_is_decoded_from_its_old_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    present = codec.BY_NAME["card-played"]._replace(schema=3)
    monkeypatch.setitem(codec.BY_NAME, "card-played", present)
    event = codec.decode("card-played", 1, {"seat": 3, "rank": "T", "suit": "D"})
    assert codec.encode(event)[2] == {"seat": "W", "card": "TD"}
