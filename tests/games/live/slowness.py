"""How slow the machine is at the moment, for what must not take long."""

from __future__ import annotations

import time


def slowness() -> float:
    """How much longer things take than on a machine that does nothing else; 1 at least."""
    began = time.process_time(), time.monotonic()
    while time.process_time() - began[0] < 0.2:
        sum(range(10_000))
    return max(1.0, 5 * (time.monotonic() - began[1]))
