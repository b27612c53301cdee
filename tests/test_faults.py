"""The table of others' faults names tests that are there, for every fault at least one"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROW = re.compile(r"\| (\d+) \|(.*)\|")
NODE = re.compile(r"`([^`]*::[^`]*)`")
REPORT = re.compile(r"\]\(https://github\.com/[^/]+/[^/]+/(?:issues|pull)/\d+\)")


def rows() -> dict[int, list[str]]:
    """The cells of each fault's line, by its number."""
    lines = (TESTS / "FAULTS.md").read_text(encoding="utf-8").splitlines()
    found = [row for line in lines if (row := ROW.fullmatch(line))]
    return {int(row[1]): [cell.strip() for cell in row[2].split(" | ")] for row in found}


@cache
def named_in(path: Path) -> frozenset[str]:
    """What can be named in a file: its tests, and those of its classes as `Class::test`."""
    if not path.is_file():
        return frozenset()
    names = set[str]()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}::{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef)
            }
    return frozenset(name for name in names if name.rpartition("::")[2].startswith("test_"))


def is_there(node: str) -> bool:
    path, _, name = node.partition("::")
    return name in named_in(TESTS / path)


@pytest.mark.parametrize("number", rows())
def test_every_test_that_is_named_is_there(number: int) -> None:
    there, wrong, holds, shown = rows()[number]
    nodes = NODE.findall(shown)

    assert REPORT.search(there)
    assert wrong
    assert holds
    assert nodes
    assert [node for node in nodes if not is_there(node)] == []
    assert len(set(nodes)) == len(nodes)


def test_the_table_has_every_fault_once() -> None:
    assert list(rows()) == list(range(1, 29))


@pytest.mark.parametrize(
    "node",
    [
        "games/api/test_races.py::test_of_nothing",
        "games/api/test_nowhere.py::test_of_nothing",
        "games/api/test_races.py::at_once",
        "games/api/test_idempotent_posts.py::test_who_has_no_seat_any_more_gets_no_answer_again",
    ],
)
def test_one_that_is_missing_is_missed(node: str) -> None:
    assert not is_there(node)
