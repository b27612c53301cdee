"""GET /games/{id}/verification"""

from __future__ import annotations

from typing import Any

import pytest

from tests.caller import Caller
from tests.games.seated import People, Seated, deals, limited_to, open_game, seat_four
from tests.games.verification.tampering import change_data

HOLDS = {"ok": True, "failed_at": None}
PROVEN = {"ok": True, "chain": HOLDS, "replay": HOLDS, "shuffle": HOLDS, "scores": HOLDS}


def proof(caller: Caller, table: Seated) -> Any:
    answer = caller.get(f"{table.path}/verification")
    assert answer.status == 200, answer.content
    return answer.json


def test_it_works_at_every_moment_and_for_everybody(
    people: People, ana: Caller, eve: Caller, staff: Caller
) -> None:
    waiting = open_game(ana)
    assert eve.get(f"/games/{waiting['id']}/verification").json == PROVEN

    table = seat_four(people, entropy="luck", **deals(2, 1))
    for _ in range(3):
        for caller in (ana, eve, staff):
            assert proof(caller, table) == PROVEN
        table.move(lambda legal: legal[1])
    table.finish()
    assert proof(eve, table) == PROVEN


def test_a_part_that_fails_names_the_first_bad_version(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(1))
    table.finish()
    scored = next(e for e in table.events() if e["type"] == "deal-scored")
    version = scored["version"]
    change_data(table.id, version, points={"NS": 1000, "EW": -1000})

    failed = {"ok": False, "failed_at": version}
    assert proof(eve, table) == {**PROVEN, "ok": False, "chain": failed, "scores": failed}


def test_of_a_running_game_it_tells_no_more_than_where(people: People, eve: Caller) -> None:
    table = seat_four(people)
    change_data(table.id, 7, deck=["2C"] * 54, hands={}, salt="")

    answer = proof(eve, table)
    assert {type(value) for value in _leaves(answer)} <= {bool, int, type(None)}
    assert answer["shuffle"] == {"ok": False, "failed_at": 7}


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in _leaves(part)]
    return [value]


def test_a_private_game_is_for_its_people(people: People, eve: Caller, staff: Caller) -> None:
    table = seat_four(people, visibility="private")

    assert proof(people["S"], table) == proof(staff, table) == PROVEN
    assert eve.get(f"{table.path}/verification").code == "not-found"


@pytest.mark.parametrize("path", ["x", "01985c2e-7b1a-7c3d-9e4f-2a6b8c0d1e2f"])
def test_what_is_no_game_is_not_found(ana: Caller, path: str) -> None:
    assert ana.get(f"/games/{path}/verification").code == "not-found"


def test_it_takes_a_token_of_the_scope_read(table: Seated, ana: Caller, nobody: Caller) -> None:
    assert nobody.get(f"{table.path}/verification").code == "not-authenticated"
    assert limited_to(ana, "play").get(f"{table.path}/verification").code == "insufficient-scope"
