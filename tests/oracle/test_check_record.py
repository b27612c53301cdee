"""The checker of portable records finds what is false in one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.oracle.check_game import check_record
from tests.oracle.random_games import record_of, rewound_game, some_game


def test_a_record_tells_of_deals_that_a_ruling_dealt_anew() -> None:
    record = record_of(rewound_game(24, 15))
    assert check_record(record, rewound=True) == []
    assert check_record(record) != []


@pytest.mark.parametrize(
    "falsify",
    [
        lambda record: record.update(format_version=2),
        lambda record: record.update(winner="nobody"),
        lambda record: record["scores"].update(NS=1000),
        lambda record: record["options"].update(points_per_trick=6),
        lambda record: record["fairness"].update(seed="00" * 32),
        lambda record: record["fairness"]["entropy"].update(N="other"),
        lambda record: record["fairness"].pop("seed"),
        lambda record: record["deals"].pop(),
        lambda record: record["deals"].pop(0),
        lambda record: record["deals"][0].update(trump="X"),
        lambda record: record["deals"][0]["deck"].reverse(),
        lambda record: record["deals"][0]["plays"].reverse(),
        lambda record: record["deals"][0]["plays"].pop(),
        lambda record: record["deals"][0]["bids"].pop(),
        lambda record: record["deals"][0]["bids"][0].update(bid=0),
        lambda record: record["deals"][0]["tricks"].update(NS=9),
        lambda record: record["deals"][0]["points"].update(NS=999),
        lambda record: record["deals"][0].update(contracts=None),
    ],
)
def test_a_false_record_is_caught(falsify: Callable[[dict[str, Any]], None]) -> None:
    record = copy.deepcopy(record_of(some_game()))
    assert check_record(record) == []
    falsify(record)
    assert check_record(record) != []


def test_a_record_may_list_bids_without_their_seats() -> None:
    record = record_of(some_game())
    for entry in record["deals"]:
        entry["bids"] = [made["bid"] for made in entry["bids"]]
    assert check_record(record) == []
