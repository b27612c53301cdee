"""The hash chain: each event's hash covers the one before, so nothing can be changed unseen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

GENESIS: Final = bytes(32)
"""What stands before the first event."""


# Made once: json.dumps would make an encoder anew at every call.
_ENCODE: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def event_hash(
    previous: bytes,
    *,
    game: str,
    version: int,
    kind: str,
    at: datetime,
    actor: Mapping[str, Any],
    data: Mapping[str, Any],
) -> bytes:
    """SHA-256 of the previous event's hash and this event's canonical JSON (RFC 8785).

    `actor` is without a name and `data` whole, secret parts included.
    """
    body = {
        "game": game,
        "version": version,
        "type": kind,
        "at": timestamp(at),
        "actor": actor,
        "data": data,
    }
    return hashlib.sha256(previous + canonical_json(body)).digest()


def canonical_json(value: object) -> bytes:
    """The value in the one spelling of RFC 8785.

    Exact for what events hold: objects with ASCII keys, arrays, strings, whole numbers, true,
    false and null; the standard encoder writes those as the RFC asks.
    """
    return _ENCODE(value).encode()


def timestamp(at: datetime) -> str:
    """RFC 3339 in UTC, always with microseconds: one spelling for hashes and answers."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
