"""The chain: versions without a gap, and each hash over the one before and the whole row."""

from __future__ import annotations

from collections.abc import Sequence

from games.eventstore.chain import GENESIS
from games.eventstore.codec import BY_NAME
from games.eventstore.raw import RawEvent
from games.verification.findings import Fault


def first_broken(game_id: str, rows: Sequence[RawEvent]) -> Fault | None:
    """Where the chain breaks."""
    head = GENESIS
    for version, row in enumerate(rows, start=1):
        if row.version != version:
            return Fault(min(row.version, version), "an event is missing")
        kind = BY_NAME.get(row.kind)
        # The hash does not cover the schema, which only says how to read the data.
        if kind is None or not 1 <= row.schema <= kind.schema:
            return Fault(version, "no event of this type and schema was ever written")
        if row.hash_after(head, game_id) != row.hash:
            return Fault(version, "the hash is not that of the event")
        head = row.hash
    return None if rows else Fault(1, "an event is missing")
