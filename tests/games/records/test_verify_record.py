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
    "no deck at all": lambda record: record["deals"][0].pop("deck"),
    "no hands at all": lambda record: record["deals"][0].pop("hands"),
    "neither": lambda record: [record["deals"][0].pop(name) for name in ("deck", "hands")],
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


def said(path: Path) -> list[str]:
    """What the program says of a file that does not hold."""
    lines: list[str] = []
    assert verify_record.main(str(path), lines.append) == 1
    for line in lines:
        assert line.isascii()
        assert line.isprintable()
    return lines


UNREADABLE = {
    "nothing": b"",
    "no JSON": b"{",
    "half a record": b'{"format": "backalley-record", "deals": [',
    "Latin-1": b'{"winner": "\xe9"}',
    "UTF-16": '{"winner": "NS"}'.encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n\0\0",
    "NaN": b'{"scores": NaN}',
    "infinity": b'{"scores": -Infinity}',
    "a number of 5000 digits": b"1" + b"0" * 5000,
    "a deep list": b"[" * 100_000,
    "a deep record": b'{"deals": ' * 50_000 + b"1" + b"}" * 50_000,
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_is_told_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(content)

    (line,) = said(path)
    assert line.startswith("the file: cannot be read as JSON: ")


def test_so_is_one_that_is_not_there_or_is_none(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        (line,) = said(path)
        assert line.startswith("the file: cannot be read as JSON: ")


def test_a_file_may_begin_with_the_mark_of_its_encoding(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(b"\xef\xbb\xbf" + (KEPT / "short.json").read_bytes())

    assert verify_record.main(str(path), lambda _: None) == 0


def test_without_a_file_or_an_alphabet_it_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    record = kept("short")
    record["deals"][0]["bids"][0]["bid"] = "\ud800 é"
    path.write_text(json.dumps(record))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-I", "-W", "error", str(verify_record.__file__), *arguments]
        clean = {"LC_ALL": "C", "PYTHONUTF8": "0"}
        return subprocess.run(program, env=clean, capture_output=True, text=True, check=False)

    for ran in (run(), run("a", "b")):
        assert (ran.returncode, ran.stdout) == (1, "")
        assert "python3 verify_record.py record.json" in ran.stderr
        assert "Traceback" not in ran.stderr
    ran = run(str(path))
    assert (ran.returncode, ran.stderr) == (1, "")
    assert r"bid 1, \ud800 \xe9 by" in ran.stdout.splitlines()[0]


def test_what_stands_in_a_record_cannot_pass_for_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    record = kept("short")
    record["deals"][1]["bids"][0]["seat"] = "\n\u2028\x1b[2Jthe game: holds\r"
    path.write_text(json.dumps(record))

    lines = said(path)
    assert len(lines) == len(record["deals"]) + 1
    assert [line.partition(": ")[2] != "holds" for line in lines].index(True) == 1


ODD: list[Any] = [None, True, -1, 0, 10**30, 1e308, float("inf"), "", "\ud800", [], [[]], {}]


def test_whatever_stands_in_a_record_it_is_judged() -> None:
    record = kept("redeals-and-rewinds")
    record["deals"] = record["deals"][:2]
    for path in leaves(record):
        if path[0] == "deals" and path[1]:
            continue
        for odd in ODD:
            changed = copy.deepcopy(record)
            where: Any = changed
            for key in path[:-1]:
                where = where[key]
            where[path[-1]] = odd
            assert all(isinstance(fault, str) for fault in faults(changed))


def test_of_a_deal_that_cannot_be_read_nothing_else_is_said() -> None:
    record = kept("short")
    del record["deals"][2]["points"]

    found = verify_record.check(record)
    assert [faults for _, faults in found] == [[], [], ["cannot be read: KeyError('points')"]]
    assert found[-1][0] == "deal 3, attempt 1"


@pytest.mark.parametrize("value", [[], "a record", 1, None, [{}]])
def test_what_is_no_record_at_all_is_told_so(value: Any) -> None:
    assert verify_record.check(value) == [
        ("the record", ["cannot be read: ValueError('it is no JSON object')"])
    ]


def bare_deal(number: int, attempt: int, points: int | None) -> dict[str, Any]:
    """A deal of a running game as somebody might make it up, to be followed but not believed."""
    scored = None if points is None else {"NS": points, "EW": 0}
    dealer = verify_record.SEATS[(number - 1) % 4]
    told = {"number": number, "attempt": attempt, "dealer": dealer, "hand_size": 1, "trump": "S"}
    nothing: dict[str, Any] = {"bids": [], "plays": [], "contracts": None, "tricks": None}
    return {**told, **nothing, "points": scored}


def test_a_record_with_ever_more_possible_totals_comes_to_an_end() -> None:
    record = kept("short")
    del record["fairness"]["seed"]
    record["options"]["hand_sizes"] = [1] * 40
    deals, attempts = [], dict.fromkeys(range(1, 42), 0)

    def add(number: int, points: int | None) -> None:
        attempts[number] += 1
        deals.append(bare_deal(number, attempts[number], points))

    for number in range(1, 41):
        # Scored, given up in the next, and dealt anew with another score: the totals double.
        add(number, 0)
        add(number + 1, None)
        add(number, 3**number)
        add(number + 1, None)
    record["deals"] = deals

    assert verify_record.check(record)[-1][1] == [
        "cannot be read: ValueError('too many rulings to be followed')"
    ]


def test_a_size_that_no_hand_has_is_not_reckoned_with() -> None:
    record = kept("short")
    del record["fairness"]["seed"]
    deal = bare_deal(1, 1, None)
    deal["hand_size"] = 10**12
    record["options"] |= {"hand_sizes": [10**12], "points_per_trick": "x"}
    seats = "ESWN"
    deal["bids"] = [{"seat": seat, "bid": 10**11} for seat in seats]
    record["deals"] = [deal]

    assert "no hands of that size" in faults(record)[-1]
