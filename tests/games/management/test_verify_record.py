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


def test_one_that_does_not(tmp_path: Path) -> None:
    record = kept("short")
    record["deals"][2]["tricks"]["NS"] += 1
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))

    with pytest.raises(CommandError) as caught:
        run(path)
    assert (str(caught.value), caught.value.returncode) == ("It does not hold.", 1)


@pytest.mark.parametrize("content", [b"{", b"\xff", None])
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes | None) -> None:
    path, out = tmp_path / "record.json", StringIO()
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(CommandError, match="It does not hold"):
        call_command("verify_record", str(path), stdout=out)
    (line,) = out.getvalue().splitlines()
    assert line.startswith("the file: cannot be read as JSON: ")
