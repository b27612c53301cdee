"""POST /games/{id}/disputes"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.caller import Answer, Caller
from tests.games.seated import People, Seated, deals, limited_to, open_game, seat_four

REASON = "East did not follow suit."


def file(table: Seated, seat: str = "N", **headers: str) -> Answer:
    return table.people[seat].post(f"{table.path}/disputes", {"reason": REASON}, **headers)


def test_the_answer_is_the_open_dispute_at_the_present_version(table: Seated) -> None:
    answer = file(table)

    shown = answer.json
    assert answer.status == 201
    assert {**shown, "id": "", "at": ""} == {
        "id": "",
        "game": table.id,
        "version": table.version,
        "reason": REASON,
        "status": "open",
        "remedy": None,
        "to_version": None,
        "note": None,
        "by": "ana",
        "at": "",
        "ruled_at": None,
    }
    assert answer.headers["Location"] == f"/api/v1/disputes/{shown['id']}"
    assert table.people["N"].get(f"/disputes/{shown['id']}").json == shown


def test_it_moves_no_game_and_may_be_about_any_version(table: Seated) -> None:
    version = table.version
    claim = {"reason": "x", "version": 1, "by": "chie", "status": "upheld"}
    answer = table.people["E"].post(f"{table.path}/disputes", claim)

    assert {name: answer.json[name] for name in ("version", "by", "status")} == {
        "version": 1,
        "by": "boris",
        "status": "open",
    }
    assert table.version == version


WRONG: list[tuple[Any, str]] = [
    ({}, "reason"),
    ({"reason": ""}, "reason"),
    ({"reason": 5}, "reason"),
    ({"reason": "x" * 2001}, "reason"),
    ({"reason": "x", "version": 0}, "version"),
    ({"reason": "x", "version": -1}, "version"),
    ({"reason": "x", "version": "3"}, "version"),
    ({"reason": "x", "version": 3.0}, "version"),
    ({"reason": "x", "version": True}, "version"),
    ({"reason": "x", "version": 999}, "version"),
    ({"reason": "x", "version": 10**30}, "version"),
]


def test_what_cannot_be_is_refused_by_its_field(table: Seated) -> None:
    for body, field in WRONG:
        answer = table.people["N"].post(f"{table.path}/disputes", body)
        assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])


def test_who_never_sat_there_may_not_and_who_has_left_may(table: Seated, eve: Caller) -> None:
    assert eve.post(f"{table.path}/disputes", {}).code == "not-a-player"
    table.people["W"].delete(f"{table.path}/seats/W")
    assert file(table, "W").status == 201


def test_a_private_game_is_not_there_for_strangers(people: People, eve: Caller) -> None:
    table = seat_four(people, visibility="private")

    assert eve.post(f"{table.path}/disputes", {"reason": "x"}).code == "not-found"
    assert eve.post(f"/games/{uuid4()}/disputes", {"reason": "x"}).code == "not-found"
    assert file(table).status == 201


def test_before_the_start_there_is_nothing_to_dispute_and_after_the_end_there_is(
    people: People,
) -> None:
    waiting = Seated(open_game(people["N"])["id"], people)
    assert file(waiting).code == "game-not-started"
    over = seat_four(people, **deals(1))
    over.finish()
    assert file(over).status == 201


def test_one_open_dispute_a_player_and_game(table: Seated) -> None:
    assert file(table).status == 201
    assert (file(table).status, file(table).code) == (409, "already-disputed")
    assert file(table, "E").status == 201


def test_it_takes_a_token_of_the_scope_play_and_a_right_version(table: Seated) -> None:
    ana = table.people["N"]
    body = {"reason": "x"}
    limited = limited_to(ana, "read", "account")
    assert limited.post(f"{table.path}/disputes", body).code == "insufficient-scope"
    assert Caller().post(f"{table.path}/disputes", body).code == "not-authenticated"
    stale = file(table, if_match='"1"')
    assert (stale.code, stale.json["version"]) == ("stale-version", table.version)
    assert file(table, if_match=f'"{table.version}"').status == 201


def test_the_same_request_again_files_one(table: Seated) -> None:
    first, again = (file(table, idempotency_key="k") for _ in range(2))

    assert first.content == again.content
    assert len(table.people["N"].get("/disputes").json["results"]) == 1


def test_it_is_among_what_is_held_of_the_player(table: Seated) -> None:
    filed = file(table).json
    (held,) = table.people["N"].get("/me/export").json["disputes"]
    assert (held["id"], held["reason"]) == (filed["id"], REASON)
    assert table.people["E"].get("/me/export").json["disputes"] == []
