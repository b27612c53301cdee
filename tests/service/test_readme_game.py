from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.running import BASE, Running

pytestmark = pytest.mark.slow

EXAMPLE_ADDRESS = "http://127.0.0.1:8000"


def commands(readme: str) -> str:
    """The shell of the section on a first game, its blocks in order."""
    section = re.split(r"^## ", readme, flags=re.MULTILINE)
    first_game = next(part for part in section if part.startswith("A first game"))
    return "\n".join(re.findall(r"^```sh\n(.*?)^```", first_game, re.MULTILINE | re.DOTALL))


def test_the_commands_of_the_readme_play_to_the_first_trick(service: Running) -> None:
    script = commands((BASE / "README.md").read_text())
    assert EXAMPLE_ADDRESS in script

    shell = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace(EXAMPLE_ADDRESS, service.url())],
        cwd=Path("/"),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert shell.returncode == 0, shell.stdout + shell.stderr
    played = shell.stdout.splitlines()
    assert "winner" in next(line for line in played if line.startswith("{'leader'"))
    assert played.count("card-played") >= 4
    assert played[-1] in ("card-played", "bid-made", "deal-started")
