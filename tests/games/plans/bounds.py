"""Whether a plan's work stays what it is however large the tables grow.

Every row that is read of a table that grows has to be found by an index, and be bounded: by a key,
which names what belongs to one game, one player, one webhook and the like; by a time, before which
lies what there is to do; or by a LIMIT, in whose order the index is walked with nothing left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

Node = Mapping[str, Any]

KEYS: Final = (
    *("id", "game_id", "player_id", "creator_id", "participant_id", "webhook_id", "dispute_id"),
    *("game", "rating_id", "former_id", "by_id", "ruled_by_id", "user_id", "contest", "hash"),
    *("key", "username", "email", "session_key", "bot", "names", "rating"),
)
"""Columns of which each value has few rows, or those that belong to somebody or something."""
DUE: Final = ("due_at", "look_at", "created_at")
"""Columns of times at which something is to be done."""
_BOUND: Final = re.compile(
    rf"\b({'|'.join(KEYS)})\)*(::[\w ]+)?(\[\])?\)* (=|@>) |\b({'|'.join(DUE)}) <=? "
)
_PASS_ON: Final = ("Append", "Merge Append", "LockRows", "Result", "Subquery Scan", "Memoize")
"""Nodes that hand on the rows they get, in their order, and ask for no more than are wanted."""
_BY_INDEX: Final = ("Index Scan", "Index Only Scan", "Bitmap Index Scan")


def faults(plan: Node, grows: Collection[str]) -> list[str]:
    """What in a plan grows with one of these tables; nothing if all is bounded."""
    return list(_faults(plan, grows, limited=False))


def _faults(
    node: Node, grows: Collection[str], *, limited: bool, table: str | None = None
) -> Iterator[str]:
    kind = str(node["Node Type"])
    table = node.get("Relation Name", table)
    if table in grows and kind == "Seq Scan":
        yield f"{table} is read whole"
    elif table in grows and kind in _BY_INDEX:
        yield from _scan(node, str(table), limited)
    # Under a scan by bitmap are those that make it, of the same table.
    below = table if kind.startswith("Bitmap") else None
    for child in node.get("Plans", ()):
        still = _still_limited(node, child, limited)
        yield from _faults(child, grows, limited=still, table=below)


def _scan(node: Node, table: str, limited: bool) -> Iterator[str]:
    condition, index = str(node.get("Index Cond", "")), node["Index Name"]
    if _BOUND.search(condition):
        return
    if not limited:
        yield f"{table}: all of {index} where {condition or 'there is any'}"
    elif "Filter" in node:
        yield f"{table}: {index} is walked until there is {node['Filter']}"


def _still_limited(node: Node, child: Node, limited: bool) -> bool:
    """Whether no more rows of a child are read than a LIMIT above it asks for."""
    kind = node["Node Type"]
    if child["Parent Relationship"] in ("InitPlan", "SubPlan"):
        return False
    if kind == "Limit":
        return True
    if kind in _PASS_ON:
        return limited and "Filter" not in node
    if kind == "Nested Loop":
        outer = child["Parent Relationship"] == "Outer"
        return limited and outer and _loses_nothing(node)
    return False


def _loses_nothing(join: Node) -> bool:
    """Whether each row on the outer side of a join surely finds its match."""
    if "Join Filter" in join or "Filter" in join:
        return False
    inner = next(one for one in join["Plans"] if one["Parent Relationship"] == "Inner")
    while inner["Node Type"] == "Memoize":
        inner = inner["Plans"][0]
    return join["Join Type"] == "Left" or (join["Join Type"] == "Inner" and "Filter" not in inner)
