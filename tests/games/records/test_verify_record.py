"""The checker that is published for strangers: what holds, it lets hold, and nothing else"""

from __future__ import annotations

import ast
import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records import parse, verify_record, write
from tests.engine.random_games import Setting
from tests.engine.strategies import SHORT_HANDS, games
from tests.games.records.holding import KEPT, NAMES, faults, kept
from tests.games.records.played import played
from tests.oracle.random_games import record_of, some_game


def test_all_records_that_were_kept_are_looked_at() -> None:
    names = {f"{name}{ending}" for name in NAMES for ending in (".json", ".txt")}
    assert {path.name for path in KEPT.iterdir()} == names


@pytest.mark.parametrize("name", NAMES)
def test_records_of_every_version_hold_for_ever_in_both_forms(name: str) -> None:
    record = kept(name)
    assert faults(record) == []
    text = (KEPT / f"{name}.txt").read_text()
    assert parse(text) == parse(json.dumps(record)) == record
    assert write(record) == text


@settings(max_examples=25)
@given(games(SHORT_HANDS), st.integers(0, 5))
def test_whole_games_hold_whatever_was_rewound(setting: Setting, disturbances: int) -> None:
    assert faults(json.loads(json.dumps(played(setting, disturbances)))) == []


def test_it_stands_alone(tmp_path: Path) -> None:
    source = Path(verify_record.__file__)
    nodes = ast.walk(ast.parse(source.read_text()))
    imported = [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    assert all(str(module).partition(".")[0] in sys.stdlib_module_names for module in imported)
    copied = shutil.copy(source, tmp_path / "checker.py")
    record = kept("short")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(record))
    record["deals"][3]["points"]["NS"] += 1
    bad.write_text(json.dumps(record))

    def run(path: Path) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-I", "-S", "-W", "error", str(copied), str(path)]
        return subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)

    held = run(good)
    assert (held.returncode, held.stderr) == (0, "")
    titles = [line.partition(":")[0] for line in held.stdout.splitlines()]
    told = [f"deal {deal['number']}, attempt {deal['attempt']}" for deal in record["deals"]]
    assert titles == [*told, "the game"]
    assert {line.partition(": ")[2] for line in held.stdout.splitlines()} == {"holds"}
    failed = run(bad)
    assert failed.returncode == 1
    wrong = [line for line in failed.stdout.splitlines() if not line.endswith(": holds")]
    assert [line.partition(":")[0] for line in wrong] == [told[3], "the game"]


FALSE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another version": lambda record: record.update(format_version=2),
    "a winner who is none": lambda record: record.update(winner="nobody"),
    "other totals": lambda record: record["scores"].update(NS=1000),
    "other rules": lambda record: record["options"].update(points_per_trick=6),
    "another seed": lambda record: record["fairness"].update(seed="00" * 32),
    "another commitment": lambda record: record["fairness"].update(commitment="00" * 32),
    "other entropy": lambda record: record["fairness"]["entropy"].update(N="other"),
    "another game": lambda record: record.update(game="x"),
    "no seed": lambda record: record["fairness"].pop("seed"),
    "no last deal": lambda record: record["deals"].pop(),
    "no first deal": lambda record: record["deals"].pop(0),
    "a deal less": lambda record: record["deals"].pop(1),
    "a deal twice": lambda record: record["deals"].insert(1, record["deals"][1]),
    "another attempt": lambda record: record["deals"][0].update(attempt=2),
    "another dealer": lambda record: record["deals"][0].update(dealer="X"),
    "another trump": lambda record: record["deals"][0].update(trump="X"),
    "another turn-up": lambda record: record["deals"][0].update(turn_up="2C"),
    "an exchange": lambda record: record["deals"][0].update(replaced={}),
    "another deck": lambda record: record["deals"][0]["deck"].reverse(),
    "no deck": lambda record: record["deals"][0]["deck"].clear(),
    "another hand": lambda record: record["deals"][0]["hands"].update(N=["2C"]),
    "other cards": lambda record: record["deals"][0]["plays"].reverse(),
    "a card less": lambda record: record["deals"][0]["plays"].pop(),
    "a bid less": lambda record: record["deals"][0]["bids"].pop(),
    "no bid": lambda record: record["deals"][0]["bids"][0].update(bid=0),
    "another bidder": lambda record: record["deals"][0]["bids"][0].update(seat="X"),
    "a level": lambda record: record["deals"][0]["bids"][0].update(level=4),
    "other tricks": lambda record: record["deals"][0]["tricks"].update(NS=9),
    "other points": lambda record: record["deals"][0]["points"].update(NS=999),
    "no contracts": lambda record: record["deals"][0].update(contracts=None),
    "no points": lambda record: record["deals"][0].update(points=None),
    "no deals": lambda record: record.update(deals=None),
    "no options": lambda record: record.pop("options"),
    "a deal of garbage": lambda record: record["deals"].insert(0, [[]]),
}


@pytest.mark.parametrize("falsify", FALSE.values(), ids=FALSE)
def test_a_false_record_is_caught(falsify: Callable[[dict[str, Any]], Any]) -> None:
    record = copy.deepcopy(record_of(some_game()))
    assert faults(record) == []
    falsify(record)
    assert faults(record) != []


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the plain values of a record are."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path


def test_any_value_of_any_deal_that_is_changed_is_caught() -> None:
    record = kept("redeals-and-rewinds")
    for path in leaves(record["deals"]):
        if path[1] == "deck" and path[2] % 9:
            continue
        changed = copy.deepcopy(record)
        where: Any = changed["deals"]
        for key in path[:-1]:
            where = where[key]
        value = where[path[-1]]
        where[path[-1]] = value + 1 if isinstance(value, int) else f"{value or ''}x"
        assert faults(changed) != [], path


def test_of_a_running_game_what_there_is_is_checked() -> None:
    record = kept("redeals-and-rewinds")
    first = next(i for i, deal in enumerate(record["deals"]) if deal["points"] is not None)
    deals, points = record["deals"][: first + 1], record["deals"][first]["points"]
    record |= {"deals": deals, "scores": points, "winner": None}
    del record["fairness"]["seed"]
    assert faults(record) == []
    for deal in deals:
        del deal["deck"], deal["hands"]
        if deal["replaced"]:
            del deal["replaced"]["drawn"]
    assert faults(record) == []
    deals[first]["plays"].reverse()
    assert faults(record) != []


@pytest.mark.parametrize("rubbish", [None, 7, "x", [], {}, {"options": {}, "deals": [1]}])
def test_what_is_no_record_holds_nothing(rubbish: Any) -> None:
    assert faults(rubbish) != []
