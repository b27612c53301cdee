"""The examples of the page on writing a client, run as they stand"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from backalley.guide import SOURCE
from tests.running import Running, clean_environment

pytestmark = pytest.mark.slow

EXAMPLE_ADDRESS = "http://127.0.0.1:8000"


def run(service: Running, language: str, program: list[str], folder: Path) -> str:
    """What all examples in a language say, run one after the other as one program."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", SOURCE.read_text(), re.MULTILINE | re.DOTALL)
    text = "\n".join(blocks)
    assert EXAMPLE_ADDRESS in text
    ran = subprocess.run(
        [*program, text.replace(EXAMPLE_ADDRESS, service.url())],
        cwd=folder,
        env=clean_environment(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_examples_in_shell_do_what_the_page_says(service: Running, tmp_path: Path) -> None:
    said = run(service, "sh", ["bash", "-euo", "pipefail", "-c"], tmp_path)

    lines = said.splitlines()
    assert lines[0].startswith("guest-")
    assert "bid ['pass', 1, 2, 3" in said
    assert "{'seat': 'N', 'bid': 'pass'}" in said
    assert lines.count("event: seat-taken") == 2
    assert "Good luck to all!" in lines
    assert "'autopilot': True}" in said
    assert "False" in lines
    assert "'seat': 'N', 'action': 'bid'" in said
    assert "one game" in lines
    assert any(line.startswith("illegal-bid ['pass', 1") for line in lines)
    assert said.lower().count("\nratelimit") == 2


def test_the_examples_in_python_do_what_the_page_says(service: Running, tmp_path: Path) -> None:
    said = run(service, "python", [sys.executable, "-W", "error", "-c"], tmp_path)

    assert re.fullmatch(
        r"I am guest-\w+\n"
        r"403 insufficient-scope\n"
        r"my move: 201\n"
        r"winner: (NS|EW|tie)\n"
        r"absent: True\n"
        r"absent: False\n"
        r"told: turn (bid|play)\n"
        r"made: 201\n"
        r"412 stale-version True\n"
        r"(illegal-bid instead of \[.*\]\n)?"
        r'"reads";q=\d+;w=60 "reads";r=\d+;t=\d+\n',
        said,
    )
