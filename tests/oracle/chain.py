"""The hash chain of an event list, recomputed with a canonical JSON library."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785


def event_hash(previous: bytes, game_id: str, event: dict[str, Any]) -> str:
    """The hash an event must carry after the 32 bytes of the one before it."""
    actor = {name: value for name, value in event["actor"].items() if name != "name"}
    body = {name: event[name] for name in ("version", "type", "at", "data")}
    return hashlib.sha256(
        previous + rfc8785.dumps({**body, "game": game_id, "actor": actor})
    ).hexdigest()


def wrong_hashes(game_id: str, events: list[dict[str, Any]]) -> list[str]:
    """The events whose version or hash does not follow from the one before."""
    faults = []
    previous = bytes(32)
    for place, event in enumerate(events, start=1):
        if event["version"] != place:
            faults.append(f"event {place}: has version {event['version']!r}")
        if event["hash"] != event_hash(previous, game_id, event):
            faults.append(f"event {place}: hash does not follow")
        previous = bytes.fromhex(event["hash"])
    return faults
