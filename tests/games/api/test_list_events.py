"""GET /games/{id}/events"""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import rfc8785

from players.api.pages import cursor_at
from tests.caller import BASE, Caller
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
from tests.oracle.check_game import check_events


def test_it_works(table: Seated) -> None:
    answer = table.people["N"].get(f"{table.path}/events")

    assert answer.status == 200
    page = answer.json
    assert page["next"] is page["previous"] is None
    assert [(event["version"], event["type"]) for event in page["results"]] == [
        (1, "game-created"),
        (2, "seat-taken"),
        (3, "seat-taken"),
        (4, "seat-taken"),
        (5, "seat-taken"),
        (6, "game-started"),
        (7, "deal-started"),
    ]
    for event in page["results"]:
        assert list(event) == ["version", "type", "at", "actor", "data", "hash"]
        assert event["at"].endswith("Z")
        assert len(bytes.fromhex(event["hash"])) == 32
    created, *_, dealt = page["results"]
    assert created["actor"] == {"kind": "player", "id": created["actor"]["id"], "name": "ana"}
    assert dealt["actor"] == {"kind": "system", "id": None, "name": None}


def test_no_event_names_a_person_but_in_the_name_that_is_looked_up(table: Seated) -> None:
    for event in table.events():
        event["actor"].pop("name")
        text = str(event)
        assert not any(name in text for name in ("ana", "boris", "chie", "dipa"))


@pytest.mark.parametrize("seats", [SEATS, ""])
def test_the_deal_shows_a_seat_its_own_hand_only(table: Seated, eve: Caller, seats: str) -> None:
    for seat in seats:
        data = table.events(seat)[-1]["data"]
        assert data["hands"] == {seat: data["hands"][seat]}
        assert sorted(data["hands"][seat]) == sorted(table.show(seat)["deal"]["hand"])
        assert not {"deck", "salt"} & set(data)
    if not seats:
        assert not {"deck", "salt", "hands"} & set(events_of(eve, table.path)[-1]["data"])


def test_a_deal_opens_to_the_players_when_it_is_over(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(2, 1))
    table.bid_all("pass", "pass", "pass", "pass")

    for seat in SEATS:
        first, second = (e["data"] for e in table.events(seat) if e["type"] == "deal-started")
        assert (len(first["deck"]), set(first["hands"])) == (54, set(SEATS))
        assert first["salt"]
        assert set(second["hands"]) == {seat}
        assert "deck" not in second
    for event in events_of(eve, table.path):
        assert not {"deck", "salt", "hands", "seed"} & set(event["data"])


def test_who_has_left_sees_what_a_spectator_sees(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(2, 1))
    table.bid_all("pass", "pass", "pass", "pass")
    people["S"].delete(f"{table.path}/seats/S")

    assert table.events("S") == events_of(eve, table.path)


def test_everything_opens_to_all_when_the_game_is_over(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(2, 1))
    table.finish()

    events = events_of(eve, table.path)
    assert events == table.events("W")
    assert check_events(table.id, events) == []
    seed = bytes.fromhex(events[0]["data"]["seed"])
    assert hashlib.sha256(seed).hexdigest() == events[0]["data"]["commitment"]


def test_an_outsider_can_recompute_the_chain(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(4, fixed_trump="S"))
    table.time_out()
    people[table.waiting].delete(f"{table.path}/seats/{table.waiting}")
    while table.show()["status"] == "active":
        table.time_out()

    previous = bytes(32)
    for event in events_of(eve, table.path):
        actor = {name: value for name, value in event["actor"].items() if name != "name"}
        body: dict[str, Any] = {"game": table.id, "actor": actor}
        body |= {name: event[name] for name in ("version", "type", "at", "data")}
        digest = hashlib.sha256(previous + rfc8785.dumps(body))
        assert event["hash"] == digest.hexdigest()
        previous = digest.digest()


def test_bots_go_by_their_level_and_say_why(ana: Caller) -> None:
    game = open_game(ana, seat=None, bots=dict.fromkeys(SEATS, "beginner"))
    table = Seated(game["id"], dict.fromkeys(SEATS, ana))
    table.time_out()

    seated, moved = table.events()[1], table.events()[-1]
    assert (seated["actor"]["name"], seated["data"]["bot"]) == ("ana", "beginner")
    assert moved["actor"] == {
        "kind": "bot",
        "id": None,
        "level": "beginner",
        "policy": moved["actor"]["policy"],
        "cause": "bot-seat",
        "name": "beginner",
    }


def test_after_a_version_come_the_greater_ones(table: Seated, ana: Caller) -> None:
    def versions(query: str) -> list[int]:
        page = ana.get(f"{table.path}/events?{query}").json
        return [event["version"] for event in page["results"]]

    assert versions("after=0") == [1, 2, 3, 4, 5, 6, 7]
    assert versions("after=5") == [6, 7]
    assert versions("after=7") == versions("after=1000") == versions("after=" + "9" * 18) == []
    assert versions("after=2&limit=2") == [3, 4]


def test_pages_lead_to_every_event_once_in_both_directions(people: People) -> None:
    table = seat_four(people, **deals(3))
    table.bid_all()
    ana, pages, url = people["N"], [], f"{table.path}/events?limit=4&after=0"
    while url:
        pages.append(ana.get(url).json)
        url = pages[-1]["next"]
        if len(pages) == 1:
            table.move(lambda legal: legal[0])
    versions = [[event["version"] for event in page["results"]] for page in pages]
    assert versions == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]

    back, url = [], pages[-1]["previous"]
    while url:
        page = ana.get(url).json
        back.append([event["version"] for event in page["results"]])
        url = page["previous"]
    assert back == [[5, 6, 7, 8], [1, 2, 3, 4]]


def test_no_page_leads_below_the_version_that_was_asked_for(table: Seated, ana: Caller) -> None:
    first = ana.get(f"{table.path}/events?after=2&limit=3").json
    second = ana.get(first["next"]).json
    again = ana.get(second["previous"]).json
    shorter = ana.get(second["previous"].replace("limit=3", "limit=2")).json

    assert [e["version"] for e in second["results"]] == [6, 7]
    assert again == first
    assert first["previous"] is None
    assert [e["version"] for e in shorter["results"]] == [4, 5]
    assert [e["version"] for e in ana.get(shorter["previous"]).json["results"]] == [3]


def test_an_empty_page_leads_nowhere_but_back(table: Seated, ana: Caller) -> None:
    beyond = ana.get(f"{table.path}/events?after=99&limit=3").json
    last = ana.get(f"{table.path}/events?limit=6").json["next"].replace("limit=6", "limit=3")
    moved = ana.get(ana.get(last).json["previous"]).json

    assert beyond == {"results": [], "next": None, "previous": None}
    assert [e["version"] for e in moved["results"]] == [4, 5, 6]
    assert ana.get(f"{table.path}/events?after=99&cursor={cursor_of(moved['next'])}").json == beyond


def cursor_of(url: str) -> str:
    return parse_qs(urlsplit(url).query)["cursor"][0]


@pytest.mark.parametrize(
    ("side", "version"),
    [("", ""), ("a", ""), ("a", 0), ("a", -1), ("a", "1e"), ("x", 1), ("a", 99999999999)],
)
def test_a_cursor_that_was_never_given_out_is_refused(ana: Caller, side: str, version: Any) -> None:
    path = f"/games/{open_game(ana)['id']}/events"
    assert ana.get(f"{path}?cursor={cursor_at(BASE + path, 'a', 1)}").status == 200

    for cursor in (cursor_at(BASE + path, side, version), f"{side}{version}"):
        answer = ana.get(f"{path}?cursor={cursor}")
        assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", ["cursor"])


@pytest.mark.parametrize("value", ["-1", "x", "", "1.5", "+1", "%20", "1e3", "٣"])
@pytest.mark.parametrize("name", ["after", "limit"])
def test_a_wrong_parameter_is_refused_by_its_name(ana: Caller, name: str, value: str) -> None:
    path = f"/games/{open_game(ana)['id']}/events"
    answer = ana.get(f"{path}?{name}={value}")

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", [name])


@pytest.mark.parametrize("digits", [10, 18, 19, 30, 5000])
def test_a_number_may_be_of_any_length(ana: Caller, digits: int) -> None:
    path = f"/games/{open_game(ana)['id']}/events"
    assert ana.get(f"{path}?after={'9' * digits}").json["results"] == []
    first = ana.get(f"{path}?after={'1'.zfill(digits)}&limit=1").json["results"]
    assert [event["version"] for event in first] == [2]


@pytest.mark.parametrize("limit", ["0", "101", "9" * 30])
def test_a_limit_is_1_to_100(ana: Caller, limit: str) -> None:
    path = f"/games/{open_game(ana)['id']}/events"

    assert ana.get(f"{path}?limit={limit}").fields == ["limit"]


def test_a_private_game_shows_them_to_its_people(people: People, eve: Caller) -> None:
    table = seat_four(people, visibility="private")

    assert table.events("E")
    assert eve.get(f"{table.path}/events?limit=x").code == "not-found"


def test_it_takes_a_token_of_the_scope_read(table: Seated, ana: Caller, nobody: Caller) -> None:
    path = f"{table.path}/events?limit=x"

    assert nobody.get(path).code == "not-authenticated"
    assert limited_to(ana, "play").get(path).code == "insufficient-scope"
