"""Clears away what a killed `up` left behind, so that its folders are free again."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

PATIENCE = 20.0


def end_leftover_server(pid_file: Path, folder: Path, stop: signal.Signals) -> None:
    """Stop the server that still works in this folder, if there is one, and drop its pid file.

    Only a process whose working folder is that folder is taken for it: numbers are used again.
    """
    # Without /proc nothing can be told; the servers' own locks have to do.
    if not Path("/proc/self/cwd").exists():
        return
    try:
        pid = int(pid_file.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return
    deadline = time.monotonic() + PATIENCE
    asked = stop
    while _works_in(pid, folder):
        if time.monotonic() > deadline:
            asked = signal.SIGKILL
        os.kill(pid, asked)
        time.sleep(0.1)
    # A PostgreSQL run as root would take any other process with that number for its twin.
    pid_file.unlink(missing_ok=True)


def clear_sockets(run: Path) -> None:
    """Remove sockets and their locks, whose servers are known to have ended."""
    for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
        (run / name).unlink(missing_ok=True)


def _works_in(pid: int, folder: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == folder.resolve()
    except OSError:
        return False
