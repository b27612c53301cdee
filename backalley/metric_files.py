"""Files in which the processes of the service keep their counts, so that any of them can tell all.

prometheus_client has its files named by process number. Ours are named by places: a process takes
a free one when it first counts, and whoever comes after its death takes the same. So files do not
pile up however often processes die, counts go on where they stood, and containers can share a
folder although each numbers its processes from 1.
"""

from __future__ import annotations

import fcntl
import os
from itertools import count
from pathlib import Path
from typing import IO

import prometheus_client.values


class Places:
    """Hands each process a number that no other process has while it lives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: int | None = None
        self._number = 0
        self._lock: IO[bytes] | None = None

    def number(self) -> int:
        """This process's place; after a fork the child takes one of its own."""
        process = os.getpid()
        if process != self._process:
            self._take()
            self._process = process
        return self._number

    def leave(self) -> None:
        """Give the place up, for another process to take."""
        if self._lock is not None:
            self._lock.close()
            self._lock = self._process = None

    def _take(self) -> None:
        # After a fork this is the child's copy of what still holds the parent's place.
        self.leave()
        for number in count():
            lock = (self.folder / f"{number}.lock").open("ab")
            try:
                # The kernel lets go of it however the process ends.
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.close()
            else:
                self._number, self._lock = number, lock
                return


def share(folder: Path) -> None:
    """Keep this process's counts in the folder. To be called before the first metric is made."""
    folder.mkdir(parents=True, exist_ok=True)
    values = prometheus_client.values
    values.ValueClass = values.MultiProcessValue(Places(folder).number)  # type: ignore[no-untyped-call]


def clear(folder: Path) -> None:
    """Forget all counts; no process of the service may be running."""
    for pattern in ("*.db", "*.lock"):
        for file in folder.glob(pattern):
            file.unlink(missing_ok=True)
