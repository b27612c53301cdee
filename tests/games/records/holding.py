"""Records that were kept, and whether a record holds by the published checker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.records.verify_record import check

KEPT = Path(__file__).with_name("kept")
NAMES = ["gamerules", "short", "bab", "redeals-and-rewinds"]


def kept(name: str) -> dict[str, Any]:
    """A record that an earlier version of the service made."""
    record: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text())
    return record


def faults(record: Any) -> list[str]:
    """All that does not hold."""
    return [fault for _, found in check(record) for fault in found]
