"""GET /disputes and GET /disputes/{id}"""

from __future__ import annotations

from uuid import uuid4

import pytest

from players.models import Player
from tests.caller import Caller
from tests.games.seated import People, Seated, limited_to, seat_four


@pytest.fixture
def filed(table: Seated) -> list[str]:
    """The ids of a dispute each of ana's and boris's."""
    people = [table.people[seat] for seat in "NE"]
    return [one.post(f"{table.path}/disputes", {"reason": "x"}).json["id"] for one in people]


def ids(caller: Caller, query: str = "") -> list[str]:
    answer = caller.get(f"/disputes{query}")
    assert answer.status == 200, answer.content
    return [dispute["id"] for dispute in answer.json["results"]]


def test_a_player_sees_his_own_and_staff_all_newest_first(
    table: Seated, filed: list[str], staff: Caller, eve: Caller
) -> None:
    own, other = filed
    assert ids(table.people["N"]) == [own]
    assert ids(table.people["S"]) == ids(eve) == []
    assert ids(staff) == [other, own]
    assert table.people["N"].get(f"/disputes/{own}").json["by"] == "ana"
    for caller in (table.people["N"], eve):
        assert caller.get(f"/disputes/{other}").code == "not-found"
    assert staff.get(f"/disputes/{other}").json["by"] == "boris"
    assert staff.get(f"/disputes/{uuid4()}").code == "not-found"
    assert staff.get("/disputes/x").code == "not-found"


def test_staff_may_ask_for_some_only(people: People, filed: list[str], staff: Caller) -> None:
    second = seat_four(people)
    third = people["N"].post(f"{second.path}/disputes", {"reason": "x"}).json["id"]
    ruling = {"ruling": "rejected", "remedy": "none", "note": "No."}
    assert staff.post(f"/disputes/{filed[0]}/ruling", ruling).status == 201

    assert ids(staff, f"?game={second.id}") == [third]
    assert ids(staff, "?status=open") == [third, filed[1]]
    assert ids(staff, "?status=rejected") == [filed[0]]
    for wrong, field in (("?status=shut", "status"), ("?game=x", "game"), ("?limit=0", "limit")):
        answer = staff.get(f"/disputes{wrong}")
        assert (answer.code, answer.fields) == ("invalid-request", [field])


def test_it_comes_in_pages(filed: list[str], staff: Caller) -> None:
    first = staff.get("/disputes?limit=1").json
    assert [one["id"] for one in first["results"]] == filed[1:]
    assert [one["id"] for one in staff.get(first["next"]).json["results"]] == filed[:1]


def test_what_staff_write_to_each_other_is_for_staff_without_a_part_in_the_game(
    table: Seated, filed: list[str], staff: Caller
) -> None:
    ruling = {"ruling": "rejected", "remedy": "none", "note": "No.", "staff_note": "Again him."}
    staff.post(f"/disputes/{filed[0]}/ruling", ruling)

    assert staff.get(f"/disputes/{filed[0]}").json["staff_note"] == "Again him."
    assert staff.get("/disputes").json["results"][1]["ruled_by"] == "stanka"
    shown = table.people["N"].get(f"/disputes/{filed[0]}")
    assert (shown.json["status"], shown.json["note"]) == ("rejected", "No.")
    Player.objects.filter(username__in=["ana", "boris"]).update(is_staff=True)
    for seat in "NE":
        caller = table.people[seat]
        for answer in (caller.get("/disputes"), caller.get(f"/disputes/{filed[0]}")):
            assert b"Again" not in answer.content + shown.content
            assert b"stanka" not in answer.content + shown.content


def test_it_takes_a_token_of_the_scope_read(table: Seated, filed: list[str]) -> None:
    limited = limited_to(table.people["N"], "play", "account")
    assert Caller().get("/disputes").code == "not-authenticated"
    assert limited.get("/disputes").code == "insufficient-scope"
    assert limited.get(f"/disputes/{filed[0]}").code == "insufficient-scope"
