"""manage.py import_record"""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.games.records.holding import KEPT, NAMES, kept
from tests.games.records.test_parsing import TYPED


def run(*words: Any) -> str:
    out = StringIO()
    call_command("import_record", *map(str, words), stdout=out)
    return out.getvalue()


def test_both_forms_are_gone_through_deal_by_deal() -> None:
    shown = run(KEPT / "redeals-and-rewinds.txt")
    assert shown == run(KEPT / "redeals-and-rewinds.json")

    deals = kept("redeals-and-rewinds")["deals"]
    for deal in deals:
        assert f"deal {deal['number']}, attempt {deal['attempt']}: holds\n" in shown
        for seat, hand in deal["hands"].items():
            assert f"  {seat}: {' '.join(hand)}\n" in shown
    assert shown.count("  trick ") == sum(-(-len(deal["plays"]) // 4) for deal in deals)
    assert shown.endswith("the game: holds\n")


@pytest.mark.parametrize("name", NAMES)
def test_each_form_is_turned_into_the_other(name: str) -> None:
    text, record = KEPT / f"{name}.txt", KEPT / f"{name}.json"

    assert json.loads(run(text, "--json")) == json.loads(record.read_text())
    assert run(record, "--text") == text.read_text()


def test_of_a_complaint_it_is_said_what_does_not_hold(tmp_path: Path) -> None:
    path = tmp_path / "complaint.txt"
    path.write_text(TYPED)
    out = StringIO()

    with pytest.raises(CommandError, match="It does not hold"):
        call_command("import_record", str(path), stdout=out)
    assert "deal 1, attempt 1: card 1, AS by E, may not be played here\n" in out.getvalue()
    assert "  trick 1: E AS, S LB, W 4S, N 2C → S\n" in out.getvalue()
    path.write_text(TYPED.replace('[Bids "N pass, E board 1, S 1,', '[Bids "N pass,'))
    with pytest.raises(CommandError, match="It does not hold"):
        call_command("import_record", str(path), stdout=out)
    assert "  cards: AS LB 4S 2C 3C TD 5S KC\n" in out.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[Ruleset 5]", "line 1: Expected a tag"),
        (b"{}", "format: Is missing"),
        (b"\xff", "cannot be read"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "record"
    path.write_bytes(content)

    with pytest.raises(CommandError, match=words):
        run(path)
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path / "none")
