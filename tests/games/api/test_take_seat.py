"""PUT /games/{id}/seats/{seat}"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.caller import Caller
from tests.games.seated import (
    SEATS,
    People,
    Seated,
    deals,
    events_of,
    limited_to,
    open_game,
    seat_four,
)

BOT = {"player": None, "bot": "expert", "autopilot": False}


@pytest.fixture
def seats(ana: Caller) -> str:
    """The path of the seats of a waiting game of ana's, who sits N."""
    return f"/games/{open_game(ana)['id']}/seats"


@pytest.fixture
def private(ana: Caller) -> Any:
    return open_game(ana, visibility="private")


def test_it_works(seats: str, boris: Caller) -> None:
    answer = boris.put(f"{seats}/E", {"entropy": "luck"})

    assert answer.status == 200
    assert answer.headers["ETag"] == '"3"'
    assert (answer.json["version"], answer.json["you"]) == (3, "E")
    assert answer.json["seats"]["E"] == {"player": "boris", "bot": None, "autopilot": False}
    event = events_of(boris, seats.removesuffix("/seats"))[-1]
    assert (event["type"], event["actor"]["name"]) == ("seat-taken", "boris")
    assert event["data"] == {"seat": "E", "player_id": event["actor"]["id"], "entropy": "luck"}


def test_no_body_at_all_sits_down_too(seats: str, boris: Caller) -> None:
    assert boris.put(f"{seats}/e").json["you"] == "E"


def test_the_fourth_player_starts_the_game(seats: str, people: People) -> None:
    for seat in "ES":
        assert people[seat].put(f"{seats}/{seat}").json["status"] == "waiting"
    game = people["W"].put(f"{seats}/W").json

    assert (game["status"], game["deal"]["number"]) == ("active", 1)
    kinds = [event["type"] for event in events_of(people["W"], seats.removesuffix("/seats"))]
    assert kinds[-3:] == ["seat-taken", "game-started", "deal-started"]


def test_on_ones_own_seat_nothing_happens(seats: str, boris: Caller) -> None:
    boris.put(f"{seats}/E", {"entropy": "luck"})
    answer = boris.put(f"{seats}/E", {"entropy": "other luck"})

    assert (answer.status, answer.json["version"]) == (200, 3)


def test_ones_own_seat_is_kept_in_a_running_and_a_finished_game(people: People) -> None:
    table = seat_four(people, **deals(1))
    version = table.version
    assert people["E"].put(f"{table.path}/seats/E").json["version"] == version
    table.finish()
    assert people["E"].put(f"{table.path}/seats/E").status == 200


def test_the_creator_seats_a_bot(seats: str, ana: Caller) -> None:
    answer = ana.put(f"{seats}/w", {"bot": "expert"})

    assert (answer.status, answer.json["seats"]["W"]) == (200, BOT)


def test_a_watching_creator_may_seat_four_bots(ana: Caller) -> None:
    game = open_game(ana, seat=None)
    for seat in SEATS:
        shown = ana.put(f"/games/{game['id']}/seats/{seat}", {"bot": "normal"}).json

    assert (shown["status"], shown["you"]) == ("active", None)


@pytest.mark.parametrize("body", [{"bot": "normal"}, {"bot": "hard"}, {"bot": 1}, {"bot": [1]}])
def test_nobody_else_seats_a_bot(seats: str, boris: Caller, body: Any) -> None:
    boris.put(f"{seats}/E")
    answer = boris.put(f"{seats}/S", body)

    assert (answer.status, answer.code) == (403, "not-the-creator")


def test_a_taken_seat_is_refused(seats: str, ana: Caller, boris: Caller, eve: Caller) -> None:
    boris.put(f"{seats}/E")

    for answer in (eve.put(f"{seats}/E"), ana.put(f"{seats}/E", {"bot": "expert"})):
        assert (answer.status, answer.code) == (409, "seat-taken")
        assert "E" in answer.json["detail"]


def test_a_second_seat_is_refused(seats: str, boris: Caller) -> None:
    boris.put(f"{seats}/E")
    answer = boris.put(f"{seats}/S")

    assert (answer.status, answer.code) == (409, "already-seated")


def test_a_running_game_has_no_seat_left(table: Seated, eve: Caller) -> None:
    assert eve.put(f"{table.path}/seats/E").code == "seat-taken"


def test_a_game_that_is_over_is_refused(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(1))
    table.finish()

    assert eve.put(f"{table.path}/seats/E").code == "game-over"
    assert people["N"].put(f"{table.path}/seats/E", {"bot": "normal"}).code == "game-over"


@pytest.mark.parametrize("seat", ["X", "", "NE", "0", "n%00", "north", "ｎ", "N/"])
def test_a_seat_that_is_none_is_not_found(seats: str, boris: Caller, seat: str) -> None:
    assert boris.put(f"{seats}/{seat}").status in (400, 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"bot": "hard"}, "bot"),
        ({"bot": None}, "bot"),
        ({"bot": ["normal"]}, "bot"),
        ({"entropy": 5}, "entropy"),
        ({"entropy": None}, "entropy"),
        ({"entropy": "x" * 65}, "entropy"),
        ({"entropy": "a\u0007"}, "entropy"),
        ({"invite": 5}, "invite"),
        ({"invite": "x" * 101}, "invite"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(
    seats: str, ana: Caller, body: Any, field: str
) -> None:
    answer = ana.put(f"{seats}/E", body)

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [field])


def test_64_characters_of_any_script_are_entropy(seats: str, ana: Caller, boris: Caller) -> None:
    luck = "♠" * 63 + " "
    boris.put(f"{seats}/E", {"entropy": luck})

    fairness = ana.get(seats.replace("/seats", "/fairness")).json
    assert fairness["entropy"]["E"] == luck


def test_a_private_game_takes_its_code(private: Any, boris: Caller) -> None:
    path = f"/games/{private['id']}/seats/E"

    bodies: list[Any] = [{}, [], None, {"bot": "normal"}, {"bot": "hard", "invite": "x"}]
    bodies += [{"invite": code} for code in ("", "x", 5, None, [private["invite"]])]
    for body in bodies:
        assert boris.put(path, body).code == "not-found"
    for raw in (b"{", b"\xff", b"1", b'{"invite": "\\u0000"}', b'{"invite": "\\ud800"}'):
        assert boris.send("PUT", path, raw).code == "not-found"
    answer = boris.put(path, {"invite": private["invite"]})
    assert (answer.status, answer.json["you"]) == (200, "E")
    assert "invite" not in answer.json


def test_the_code_is_not_asked_of_who_sees_the_game(
    private: Any, ana: Caller, boris: Caller, staff: Caller
) -> None:
    seats = f"/games/{private['id']}/seats"
    boris.put(f"{seats}/E", {"invite": private["invite"]})
    boris.delete(f"{seats}/E")

    assert boris.put(f"{seats}/S").status == 200
    assert ana.put(f"{seats}/W", {"bot": "normal"}).json["invite"] == private["invite"]


def test_a_code_is_no_right_to_seat_bots(private: Any, boris: Caller) -> None:
    body = {"bot": "normal", "invite": private["invite"]}

    assert boris.put(f"/games/{private['id']}/seats/E", body).code == "not-the-creator"


def test_who_knows_the_code_of_a_private_game_gets_the_usual_refusals(
    private: Any, boris: Caller
) -> None:
    seats, known = f"/games/{private['id']}/seats", {"invite": private["invite"]}

    assert boris.put(f"{seats}/N", known).code == "seat-taken"
    assert boris.put(f"{seats}/E", known | {"entropy": 5}).code == "invalid-request"
    assert boris.put(f"{seats}/E", known, if_match='"1"').code == "stale-version"


def test_nobody_sits_down_for_somebody_else(seats: str, ana: Caller, boris: Caller) -> None:
    game = boris.put(f"{seats}/E", {"player": "eve", "player_id": str(uuid4()), "seat": "S"}).json

    assert game["seats"]["E"]["player"] == "boris"
    assert game["seats"]["S"] is None


def test_it_takes_a_token_of_the_scope_play(seats: str, boris: Caller, nobody: Caller) -> None:
    assert nobody.put(f"{seats}/E", []).code == "not-authenticated"
    assert limited_to(boris, "read").put(f"{seats}/E", []).code == "insufficient-scope"
    assert limited_to(boris, "read").put(f"{seats}/E", {"bot": "x"}).code == "insufficient-scope"
