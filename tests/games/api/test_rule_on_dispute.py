"""POST /disputes/{id}/ruling"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group

from players.models import Player
from tests.caller import Answer, Caller
from tests.games.rated import one_card_preset
from tests.games.seated import People, Seated, deals, limited_to, seat_four

RULING = {"ruling": "upheld", "remedy": "none", "note": "So it is."}


@pytest.fixture
def table(people: People) -> Seated:
    """A game of short deals, some cards into its second."""
    table = seat_four(people, **deals(1, 2, 1))
    for _ in range(14):
        table.move(lambda legal: legal[-1])
    assert len(table.show()["deal"]["trick"]["plays"]) == 2
    return table


@pytest.fixture
def dispute(table: Seated) -> str:
    """The path of one of ana's."""
    filed = table.people["N"].post(f"{table.path}/disputes", {"reason": "x", "version": 9})
    return f"/disputes/{filed.json['id']}"


def rule(by: Caller, dispute: str, *, headers: Any = {}, **ruling: Any) -> Answer:  # noqa: B006
    return by.post(f"{dispute}/ruling", {**RULING, **ruling}, **headers)


def test_a_ruling_without_a_remedy_leaves_the_game_alone(
    table: Seated, dispute: str, staff: Caller
) -> None:
    version = table.version
    answer = rule(staff, dispute, ruling="rejected", staff_note="Mind him.")

    assert answer.status == 201
    shown = answer.json
    assert (shown["status"], shown["remedy"], shown["note"]) == ("rejected", "none", "So it is.")
    assert (shown["staff_note"], shown["ruled_by"]) == ("Mind him.", "stanka")
    assert shown["ruled_at"] >= shown["at"]
    assert staff.get(dispute).json == shown
    assert table.version == version


def test_a_rated_game_that_is_voided_gives_its_change_back(people: People, staff: Caller) -> None:
    with one_card_preset():
        table = seat_four(people, ruleset="short")
        table.finish()
        rated = [staff.get(f"/players/{one.username}").json["rating"] for one in people.values()]
        filed = people["N"].post(f"{table.path}/disputes", {"reason": "x"}).json
        assert rule(staff, f"/disputes/{filed['id']}", remedy="void").status == 201

    assert all(isinstance(rating, int) and rating != 1000 for rating in rated)
    for one in people.values():
        told = staff.get(f"/players/{one.username}").json
        assert (told["rating"], told["rated_games"], told["games"]) == (None, 0, 0)
    assert staff.get("/leaderboard").json["results"] == []
    (change,) = people["N"].get("/me/export").json["rating_changes"]
    assert change["taken_back_at"] is not None


def test_a_rewind_is_one_more_event_and_play_goes_on_from_there(
    table: Seated, dispute: str, staff: Caller
) -> None:
    version = table.version
    before = table.people["S"].get(f"{table.path}/states/{version - 2}").json
    answer = rule(staff, dispute, remedy="rewind", to_version=version - 2)

    assert (answer.status, answer.json["to_version"]) == (201, version - 2)
    (event,) = table.events()[version:]
    assert (event["type"], event["version"]) == ("game-rewound", version + 1)
    assert event["data"] == {"to_version": version - 2, "note": "So it is."}
    assert (event["actor"]["kind"], event["actor"]["name"]) == ("staff", None)
    now = table.show("S")
    for name in ("deal", "scores", "results"):
        assert now[name] == before[name]
    assert {**now["turn"], "deadline": ""} == {**before["turn"], "deadline": ""}
    table.finish()


def test_a_rewind_to_before_the_deal_deals_anew(table: Seated, dispute: str, staff: Caller) -> None:
    first = next(e["version"] for e in table.events() if e["type"] == "card-played")
    assert rule(staff, dispute, remedy="rewind", to_version=first).status == 201

    deal = table.show()["deal"]
    assert (deal["number"], deal["attempt"], deal["bids"]) == (1, 2, [])
    assert (table.show()["results"], table.show()["scores"]) == ([], {"NS": 0, "EW": 0})
    table.finish()


@pytest.mark.parametrize("over", [False, True])
def test_a_void_game_has_no_winner_and_its_seed_is_open(
    table: Seated, dispute: str, staff: Caller, eve: Caller, over: bool
) -> None:
    if over:
        table.finish()
        assert table.show()["winner"] is not None
    version = table.version
    assert rule(staff, dispute, remedy="void").status == 201

    shown = table.show()
    assert (shown["status"], shown["winner"], shown["turn"]) == ("void", None, None)
    assert shown["version"] == version + 1
    assert table.events("S")[-1]["data"]["note"] == "So it is."
    assert len(eve.get(f"{table.path}/fairness").json["seed"]) == 64
    assert eve.get(f"{table.path}/record").json["winner"] is None
    assert table.id in {game["id"] for game in eve.get("/games?status=void").json["results"]}
    if over:
        assert eve.get(f"{table.path}/states/{version}").json["winner"] is not None


WRONG: list[tuple[Any, str]] = [
    ({"ruling": "open"}, "ruling"),
    ({"ruling": None}, "ruling"),
    ({"remedy": "money"}, "remedy"),
    ({"remedy": None}, "remedy"),
    ({"note": None}, "note"),
    ({"note": ""}, "note"),
    ({"note": "x" * 2001}, "note"),
    ({"staff_note": 1}, "staff_note"),
    ({"ruling": "rejected", "remedy": "void"}, "remedy"),
    ({"remedy": "rewind"}, "to_version"),
    ({"remedy": "rewind", "to_version": None}, "to_version"),
    ({"remedy": "rewind", "to_version": 0}, "to_version"),
    ({"remedy": "rewind", "to_version": "3"}, "to_version"),
    ({"remedy": "rewind", "to_version": 10**30}, "to_version"),
    ({"remedy": "rewind", "to_version": 999}, "to_version"),
]


def test_what_cannot_be_is_refused_by_its_field(table: Seated, dispute: str, staff: Caller) -> None:
    version = table.version
    for wrong, field in WRONG:
        answer = rule(staff, dispute, **wrong)
        assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])
    for name in RULING:
        ruling = {key: value for key, value in RULING.items() if key != name}
        answer = staff.post(f"{dispute}/ruling", ruling)
        assert (answer.code, answer.fields) == ("invalid-request", [name])
    assert (table.version, staff.get(dispute).json["status"]) == (version, "open")


def test_who_is_no_staff_or_has_a_part_in_the_game_may_not(
    table: Seated, dispute: str, eve: Caller, staff: Caller
) -> None:
    assert rule(table.people["N"], dispute, ruling="x").code == "not-staff"
    assert rule(table.people["E"], dispute).code == "not-found"
    assert rule(eve, dispute).code == "not-found"
    assert rule(Caller(), dispute).code == "not-authenticated"
    assert rule(limited_to(staff, "read"), dispute).code == "insufficient-scope"
    assert rule(staff, f"/disputes/{uuid4()}").code == "not-found"
    Player.objects.filter(username__in=["ana", "boris"]).update(is_staff=True)
    for seat in "NE":
        answer = rule(table.people[seat], dispute, ruling="x")
        assert (answer.status, answer.code) == (403, "own-game")


def test_groups_narrow_down_who_of_the_staff_may(
    table: Seated, dispute: str, staff: Caller
) -> None:
    player = Player.objects.get(username=staff.username)
    player.groups.set(Group.objects.filter(name="operator"))
    assert (rule(staff, dispute).status, rule(staff, dispute).code) == (403, "not-staff")
    assert staff.get(dispute).status == 200

    player.groups.add(Group.objects.get(name="reviewer"))
    assert rule(staff, dispute).status == 201


def test_a_second_ruling_comes_too_late(table: Seated, dispute: str, staff: Caller) -> None:
    assert rule(staff, dispute).status == 201
    again = rule(staff, dispute, remedy="void")

    assert (again.status, again.code) == (409, "already-ruled")
    assert table.show()["status"] == "active"


def test_a_finished_game_is_not_rewound(table: Seated, dispute: str, staff: Caller) -> None:
    table.finish()
    late = rule(staff, dispute, remedy="rewind", to_version=9)
    assert (late.status, late.code) == (409, "game-over")
    far = rule(staff, dispute, remedy="rewind", to_version=9999)
    assert far.code == "invalid-request"
    assert rule(staff, dispute, remedy="void").status == 201


def test_it_minds_the_games_version_and_the_key(table: Seated, dispute: str, staff: Caller) -> None:
    stale = rule(staff, dispute, remedy="void", headers={"if_match": '"1"'})
    assert (stale.status, stale.code, stale.json["version"]) == (
        412,
        "stale-version",
        table.version,
    )
    headers = {"if_match": f'"{table.version}"', "idempotency_key": "k"}
    first, again = (rule(staff, dispute, remedy="void", headers=headers) for _ in range(2))
    assert (first.status, first.content) == (201, again.content)
    assert [event["type"] for event in table.events()].count("game-voided") == 1
