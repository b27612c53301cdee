"""Who sits where: what may happen to a seat before and after the start."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.seating import Seating

PERSON = {"player_id": "p-1", "entropy": "x"}
BOT: dict[str, Any] = {"bot": "normal", "entropy": ""}
WHY = {"level": "normal", "policy": "simple/1"}


def seated(*, north: dict[str, Any] = PERSON) -> Seating:
    """North and three bots."""
    seating = Seating()
    for seat in "NESW":
        taken = {"seat": seat, **(north if seat == "N" else BOT)}
        assert seating.apply({"type": "seat-taken", "data": taken}, started=False) == []
    return seating


def happens(seating: Seating, kind: str, started: bool, **data: Any) -> list[str]:
    return seating.apply({"type": kind, "data": data}, started)


def test_four_occupants_fill_the_table_and_the_last_ones_entropy_counts() -> None:
    seating = seated()
    assert seating.full()
    assert happens(seating, "seat-left", False, seat="N", bot=None) == []
    assert not seating.full()
    assert happens(seating, "seat-taken", False, seat="N", player_id="p-2", entropy="y") == []
    assert seating.entropy == {"N": "y", "E": "", "S": "", "W": ""}


@pytest.mark.parametrize(
    ("kind", "started", "data"),
    [
        ("seat-taken", False, {"seat": "N", **BOT}),
        ("seat-taken", True, {"seat": "N", **BOT}),
        ("seat-taken", False, {"seat": "X", **BOT}),
        ("seat-left", True, {"seat": "N", "bot": None}),
        ("seat-left", True, {"seat": "E", "bot": "normal"}),
        ("seat-left", False, {"seat": "N", "bot": "normal"}),
        ("autopilot-on", True, {"seat": "E"}),
        ("autopilot-on", False, {"seat": "N"}),
        ("autopilot-off", True, {"seat": "N"}),
    ],
)
def test_what_cannot_happen_to_a_seat(kind: str, started: bool, data: dict[str, Any]) -> None:
    assert happens(seated(), kind, started, **data) != []


@pytest.mark.parametrize(
    "data",
    [
        {"entropy": ""},
        {"player_id": "p-1", "bot": "normal", "entropy": ""},
        {"bot": "grandmaster", "entropy": ""},
        {"player_id": "p-1"},
    ],
)
def test_a_seat_takes_one_occupant_with_its_entropy(data: dict[str, Any]) -> None:
    assert happens(Seating(), "seat-taken", False, seat="N", **data) != []


def test_nobody_sits_twice() -> None:
    seating = Seating()
    assert happens(seating, "seat-taken", False, seat="N", **PERSON) == []
    assert happens(seating, "seat-taken", False, seat="E", **PERSON) != []


def test_who_may_move_from_a_seat() -> None:
    seating = seated()
    player = {"kind": "player", "id": "p-1"}
    bot, autopilot = {"kind": "bot", **WHY}, {"kind": "autopilot", **WHY, "cause": "timed-out"}
    assert seating.wrong_actor("N", player) == []
    assert seating.wrong_actor("E", player) != []
    assert seating.wrong_actor("E", {**bot, "cause": "bot-seat"}) == []
    assert seating.wrong_actor("E", {**bot, "cause": "left"}) != []
    assert seating.wrong_actor("E", {"kind": "bot", "cause": "bot-seat"}) != []
    assert seating.wrong_actor("N", autopilot) != []
    assert happens(seating, "autopilot-on", True, seat="N") == []
    assert seating.wrong_actor("N", autopilot) == []
    assert seating.wrong_actor("N", player) != []
    assert happens(seating, "seat-left", True, seat="N", bot="normal") == []
    assert seating.wrong_actor("N", {**bot, "cause": "left"}) == []
    assert seating.wrong_actor("N", autopilot) != []
    assert seating.wrong_actor("N", player) != []
