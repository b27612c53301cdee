"""A client in TypeScript, on types that openapi-typescript makes of the document, plays a game"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.running import Running

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).with_name("typescript")
BINARIES = Path(sys.executable).parent
UNASKED = ("--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")


def run(folder: Path, program: str, *words: str) -> str:
    """What a program of Node says, which is installed as a package of Python's."""
    ran = subprocess.run(
        [str(BINARIES / program), *words],
        cwd=folder,
        env={**os.environ, "PATH": f"{BINARIES}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def project(service: Running, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's folder, with its packages and freshly generated types."""
    folder = tmp_path_factory.mktemp("client") / "typescript"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("node_modules"))
    document = httpx.get(f"{service.url()}/api/v1/openapi.json").raise_for_status()
    (folder / "openapi.json").write_bytes(document.content)
    run(folder, "npm", "ci", *UNASKED)
    run(folder, "npm", "run", "generate")
    return folder


def test_the_types_fit_a_client_and_keep_it_from_errors(project: Path) -> None:
    run(project, "npm", "run", "check")


def test_the_client_plays_a_game_to_its_end(service: Running, project: Path) -> None:
    said = run(project, "node", "play.ts", service.url()).splitlines()

    assert re.fullmatch(r"guest-\w+: illegal-bid, legal are pass .+", said[0])
    versions = [int(line.partition(" ")[0]) for line in said[1:-1]]
    assert versions == list(range(1, len(versions) + 1))
    assert sum(" plays " in line for line in said) == 8
    scored, finished = said[-3:-1]
    winner = finished.split(" ")[1]
    assert finished == f"{versions[-1]} {winner} wins"
    assert said[-1] == f"over: {winner}, {scored.partition(' ')[2]}"


def test_the_lock_file_leaves_it_to_npm_where_packages_are() -> None:
    assert '"resolved"' not in (SOURCE / "package-lock.json").read_text()
