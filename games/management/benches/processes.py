"""The web processes of the service that runs on this machine, as the kernel accounts for them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.core.management.base import CommandError

PROC: Final = Path("/proc")
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Serving(NamedTuple):
    """The service that runs here: where, and its web processes by number."""

    url: str
    pids: list[int]


def serving() -> Serving:
    """The service that `manage.py up` runs on this machine. Raises CommandError without one."""
    pids = web_processes()
    if not pids:
        raise CommandError("No web process: start the service with `manage.py up`.")
    return Serving(settings.HOME.state()["address"], pids)


def web_processes() -> list[int]:
    """Those that serve, by number; none if `manage.py up` does not run here."""
    up = settings.HOME.state().get("pid")
    if up is None:
        return []
    masters = [pid for pid in _children(int(up)) if b"backalley.asgi" in _command(pid)]
    return [worker for master in masters for worker in _children(master)]


def private_kib(pids: Sequence[int]) -> float:
    """The memory that these processes share with nobody."""
    return sum(_private(pid) for pid in pids)


def cpu_seconds(pids: Sequence[int]) -> float:
    """The processor's time that these processes have used so far."""
    fields = [(PROC / f"{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICKS


def _private(pid: int) -> float:
    lines = (PROC / f"{pid}/smaps_rollup").read_text().splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith("Private_"))


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in (PROC / f"{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _command(pid: int) -> bytes:
    try:
        return (PROC / f"{pid}/cmdline").read_bytes()
    except OSError:
        return b""
