"""`manage.py check_all`: everything that a change has to pass, as CI runs it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

# The programs lie beside the Python that runs this, whether or not that folder is in PATH.
PROGRAMS = Path(sys.executable).parent
STEPS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "import rules": ["lint-imports"],
    "types": ["mypy"],
    "tests": [
        *("coverage", "run", "-m", "pytest", "-n", "2", "-m", "not slow", "--durations", "10"),
    ],
    "measurements of all processes": ["coverage", "combine", "--quiet"],
    "coverage": ["coverage", "report"],
    "coverage of the engine": [
        *("coverage", "report", "--include", "games/engine/*", "--fail-under", "100"),
    ],
    # Unmeasured, because whole games and servers of their own take twice as long when measured.
    # Three at once on two processors, because many of them wait; those of a file in one process,
    # because many share what takes long to make. In any order, for files of few tests, which would
    # come last, are the longest.
    "slow tests": [
        *("pytest", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"),
        *("-m", "slow", "--durations", "20"),
    ],
    # Nobody is held to them: on a shared machine they differ from one minute to the next.
    "figures to look at": ["python", "manage.py", "bench", "short"],
}


class Command(BaseCommand):
    """Runs format, lint, types, import rules, tests and coverage bars, and says what failed."""

    help = "Run every check that a change has to pass; needs requirements-dev.txt."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Run all steps, even after one has failed."""
        failed = [name for name, command in STEPS.items() if not self._passes(name, command)]
        if failed:
            raise CommandError(f"failed: {', '.join(failed)}")
        self.stdout.write("all checks passed")

    def _passes(self, name: str, command: list[str]) -> bool:
        self.stdout.write(f"--- {name}: {' '.join(command)}")
        self.stdout.flush()
        started = time.monotonic()
        program = PROGRAMS / command[0]
        if not program.exists():
            raise CommandError(f"{command[0]} is not installed: install requirements-dev.txt.")
        status = subprocess.run(
            [program, *command[1:]], cwd=settings.BASE_DIR, check=False
        ).returncode
        self.stdout.write(f"--- {name}: status {status} after {time.monotonic() - started:.0f} s")
        return status == 0
