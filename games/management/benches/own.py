"""A service for one bench: `manage.py up` as it is shipped, in a home that is gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import CommandError

PATIENCE: Final = 120.0
READY: Final = "ready after"
"""What `up` says when it serves."""
TAKEN_ALONG: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
"""Nothing else of the environment: what is measured is the default configuration."""


@contextmanager
def service() -> Iterator[dict[str, str]]:
    """Runs it; the environment of programs that are to find it.

    Raises CommandError, with what it said, when it does not come up.
    """
    with tempfile.TemporaryDirectory(prefix="backalley-bench-") as folder:
        home = Path(folder) / "home"
        for each in (home.parent, home):
            each.mkdir(exist_ok=True)
            # The database may have to run as another account.
            each.chmod(0o711)
        environment = {name: os.environ[name] for name in TAKEN_ALONG if name in os.environ}
        environment |= {"BACKALLEY_HOME": str(home), "COLUMNS": str(_columns())}
        said = home.parent / "up.log"
        with said.open("wb") as log:
            up = _program(environment, "up", "127.0.0.1:0", stdout=log.fileno())
        try:
            _wait_for(up, said)
            yield environment
        finally:
            up.terminate()
            up.wait(PATIENCE)


def told_by(environment: Mapping[str, str], words: Sequence[str]) -> Iterator[str]:
    """The lines that another command of `manage.py` says there.

    Raises CommandError when it fails; why, it says itself.
    """
    # Beside the figures its own log would be noise; that of the service is as it is.
    quiet = {**environment, "LOG_LEVEL": "warning"}
    with _program(quiet, *words, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        try:
            yield from program.stdout
        except BaseException:
            program.terminate()
            program.wait(PATIENCE)
            raise
    if program.returncode:
        raise CommandError("The bench failed.", returncode=program.returncode)


def _program(environment: Mapping[str, str], *words: str, stdout: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.STDOUT if words[0] == "up" else None,
        text=True,
    )


def _wait_for(up: subprocess.Popen[str], said: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while READY not in said.read_text(errors="replace"):
        if up.poll() is not None or time.monotonic() > deadline:
            raise CommandError(f"The service did not come up:\n{said.read_text(errors='replace')}")
        time.sleep(0.1)


@contextmanager
def ending_as_asked() -> Iterator[None]:
    """Whoever asks the process to end is treated as if he had pressed Ctrl-C, so that what it has
    started ends, too.
    """
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _columns() -> int:
    return shutil.get_terminal_size((100, 24)).columns
