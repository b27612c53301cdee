"""Plans of which it is known whether they grow"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.plans.bounds import faults

GROWS = ("games_game", "games_seat")


def scan(condition: str = "", table: str = "games_game", **more: Any) -> dict[str, Any]:
    index = {"Index Name": "an_index", "Relation Name": table, **more}
    if condition:
        index["Index Cond"] = condition
    return {"Node Type": "Index Scan", "Parent Relationship": "Outer", **index}


def node(kind: str, *below: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"Node Type": kind, "Parent Relationship": "Outer", "Plans": list(below), **more}


def inner(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "Parent Relationship": "Inner"}


WHOLE = {"Node Type": "Seq Scan", "Parent Relationship": "Outer", "Relation Name": "games_game"}
SMALL = {**WHOLE, "Relation Name": "auth_group"}
STATUS = "((status)::text = 'active'::text)"
SEAT = inner(scan("(game_id = games_game.id)", "games_seat"))
PICKY = {**SEAT, "Filter": "(bot IS NULL)"}
BITMAP = {"Node Type": "Bitmap Index Scan", "Parent Relationship": "Outer", "Index Name": "x"}
BOUNDED = {
    "by a key": scan("(id = '1'::uuid)"),
    "by a key among others": scan("((status = $1) AND (game_id = $2) AND (version > 3))"),
    "by several keys": scan("(id = ANY ('{1,2}'::uuid[]))"),
    "by a name in any case": scan("(lower((username)::text) = 'ana'::text)"),
    "by a name among several": scan("(names @> '{ana}'::character varying[])"),
    "by a time": node("Sort", scan("((turn_lane = 'quick') AND (look_at <= now()))")),
    "by a LIMIT in order": node("Limit", node("LockRows", scan(STATUS))),
    "by a LIMIT through a join": node(
        "Limit", node("Nested Loop", scan(STATUS), SEAT, **{"Join Type": "Inner"})
    ),
    "by a LIMIT of several lists": node("Limit", node("Merge Append", scan(STATUS), scan())),
    "a table that does not grow": node("Sort", SMALL),
    "a bitmap by a key": node(
        "Bitmap Heap Scan",
        {**BITMAP, "Index Cond": "(game_id = $1)"},
        **{"Relation Name": "games_seat"},
    ),
}
GROWING = {
    "a whole table": node("Limit", WHOLE),
    "a whole index": scan(),
    "all of a status": scan(STATUS),
    "sorted before the LIMIT": node("Limit", node("Sort", scan(STATUS))),
    "counted": node("Aggregate", scan(STATUS)),
    "walked until one fits": node("Limit", scan(STATUS, Filter="(sandbox)")),
    "joined to few": node(
        "Limit", node("Nested Loop", scan(STATUS), PICKY, **{"Join Type": "Inner"})
    ),
    "joined to see whether there is one": node(
        "Limit", node("Nested Loop", scan(STATUS), SEAT, **{"Join Type": "Semi"})
    ),
    "joined by a hash": node("Limit", node("Hash Join", scan(STATUS), node("Hash", SEAT))),
    "beside the LIMIT": node("Limit", {**scan(STATUS), "Parent Relationship": "SubPlan"}),
    "on the inner side": node(
        "Limit", node("Nested Loop", scan(STATUS), inner(scan()), **{"Join Type": "Inner"})
    ),
    "a bitmap of a status": node(
        "Limit",
        node(
            "Bitmap Heap Scan",
            {**BITMAP, "Index Cond": STATUS},
            **{"Relation Name": "games_game"},
        ),
    ),
    "a comparison that is no key's": scan("(turn_seconds = 60)"),
}


@pytest.mark.parametrize("plan", BOUNDED.values(), ids=BOUNDED)
def test_what_is_bounded_is_let_pass(plan: dict[str, Any]) -> None:
    assert faults(plan, GROWS) == []


@pytest.mark.parametrize("plan", GROWING.values(), ids=GROWING)
def test_what_grows_is_found(plan: dict[str, Any]) -> None:
    assert len(faults(plan, GROWS)) == 1
