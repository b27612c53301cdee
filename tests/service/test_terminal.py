"""python -m games.cli, as a process of its own, at a service over the network"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import BASE, Running

pytestmark = pytest.mark.slow


def test_somebody_who_only_types_one_finishes_a_deal(service: Running, tmp_path: Path) -> None:
    # A new game, against beginners; a bid of 1, the first card, the second; then he leaves.
    ran = subprocess.run(
        [sys.executable, "-m", "games.cli", service.url(), "--hands", "2"],
        cwd=BASE,
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "COLUMNS": "200"},
        input="1\n1\n1\n1\n1\nq\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )

    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.search(r"^  You bid 1\.$", ran.stdout, re.MULTILINE)
    assert len(re.findall(r"^You may play: ", ran.stdout, re.MULTILINE)) == 2
    assert len(re.findall(r"^  \w+ takes? the trick\.$", ran.stdout, re.MULTILINE)) == 2
    assert "Deal 1 is over:" in ran.stdout
    assert "Please " not in ran.stdout
    assert "Goodbye." in ran.stdout
