"""Ends a server that outlived the `up` which started it, so that its folder is free again."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

PATIENCE = 20.0


def end_leftover_server(data: Path) -> None:
    """Stop the PostgreSQL that still holds this data folder, if there is one.

    Only a process whose working folder is that folder is taken for it: numbers are used again.
    """
    try:
        pid = int((data / "postmaster.pid").read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return
    if not _works_in(pid, data):
        return
    os.kill(pid, signal.SIGINT)
    deadline = time.monotonic() + PATIENCE
    while _works_in(pid, data):
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGQUIT)
            deadline += PATIENCE
        time.sleep(0.05)


def _works_in(pid: int, folder: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == folder.resolve()
    except OSError:
        return False
