"""manage.py verify_record"""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.games.records.holding import KEPT, kept


def run(path: Any) -> str:
    out = StringIO()
    call_command("verify_record", str(path), stdout=out)
    return out.getvalue()


def test_a_record_that_holds() -> None:
    lines = run(KEPT / "short.json").splitlines()

    assert lines[0] == "deal 1, attempt 1: holds"
    assert lines[-1] == "the game: holds"


def test_one_that_does_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = kept("short")
    record["deals"][2]["tricks"]["NS"] += 1
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))

    with pytest.raises(CommandError) as caught:
        run(path)
    assert (str(caught.value), caught.value.returncode) == ("It does not hold.", 1)
    path.write_text("{")
    with pytest.raises(CommandError, match="It does not hold"):
        run(path)
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run(tmp_path / "none.json")
