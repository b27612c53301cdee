"""GET /games/{id}/states/{version}"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.caller import Caller
from tests.games.seated import SEATS, People, Seated, deals, limited_to, open_game, seat_four
from tests.oracle.leaks import allowed_cards, hidden_cards


def shown(caller: Caller, path: str) -> Any:
    answer = caller.get(path)
    assert answer.status == 200, answer.content
    return answer.json


def test_it_works(table: Seated) -> None:
    seat = table.turn
    then = table.show(seat)
    table.bid(seat, 3)

    answer = table.people[seat].get(f"{table.path}/states/{then['version']}")
    assert answer.status == 200
    assert answer.headers["ETag"] == f'"{then["version"]}"'
    assert answer.json == then


@pytest.mark.slow
@pytest.mark.parametrize(
    "wish", [{}, {"visibility": "private"}, {"ruleset": "bab"}, {"bots": {"W": "beginner"}}]
)
def test_every_version_is_shown_to_everybody_as_it_was_then(
    people: People, eve: Caller, wish: dict[str, Any]
) -> None:
    game = open_game(people["N"], **wish, **deals(2, 1))
    table = Seated(game["id"], people)
    then: list[tuple[Caller, Any]] = []
    for _ in an_eventful_game(table, game):
        for caller in (*people.values(), eve):
            answer = caller.get(table.path)
            if answer.status == 200:
                then.append((caller, answer.json))

    assert {caller.username for caller, _ in then} >= {"ana", "boris", "chie", "dipa"}
    for caller, served in then:
        assert shown(caller, f"{table.path}/states/{served['version']}") == served


def an_eventful_game(table: Seated, game: Any) -> Iterator[None]:
    """All four sit down, one is absent for a while and another leaves; a step at a time."""
    dice = random.Random(3)
    yield
    for seat in "ESW":
        if game["seats"][seat] is None:
            table.people[seat].put(f"{table.path}/seats/{seat}", {"invite": game.get("invite", "")})
            yield
    for step in itertools.count():
        state = table.show()
        if state["status"] == "finished":
            return
        if step == 8:
            table.people["E"].delete(f"{table.path}/seats/E")
        elif state["seats"][state["turn"]["seat"]]["bot"] or step in (1, 5):
            table.time_out()
        else:
            table.move(dice.choice)
        yield


def test_between_the_events_of_one_act_it_is_the_state_so_far(people: People) -> None:
    table = seat_four(people, **deals(1))
    table.bid_all("pass", "pass", "pass", "pass")
    table.bid_all("board", "pass", "pass", "pass")
    for _ in SEATS:
        table.move(lambda legal: legal[0])
    events = table.events()
    states = {
        e["version"]: (e["type"], shown(people["N"], f"{table.path}/states/{e['version']}"))
        for e in events
    }

    for version, (kind, state) in states.items():
        assert state["version"] == version
        deal = state["deal"]
        if kind in ("game-created", "seat-taken"):
            assert (state["status"], deal, state["turn"]) == ("waiting", None, None)
        elif kind == "game-started":
            assert (state["status"], deal, state["turn"]) == ("active", None, None)
        elif kind == "deal-passed-out":
            assert (deal["phase"], deal["contracts"], state["turn"]) == ("done", None, None)
            assert state["results"] == []
            fourth = states[version - 1][1]
            assert (fourth["deal"]["phase"], len(fourth["deal"]["bids"])) == ("bid", 4)
            assert fourth["turn"] is None
        elif kind == "deal-scored":
            assert (deal["phase"], deal["trick"], state["turn"]) == ("done", None, None)
            assert len(state["results"]) == 1
            last = states[version - 1][1]
            assert (last["deal"]["trick"], last["turn"], last["results"]) == (None, None, [])
            assert len(last["deal"]["last_trick"]["plays"]) == 4
        elif kind == "game-finished":
            assert (state["status"], deal["phase"]) == ("finished", "done")


def test_it_shows_no_more_than_then_though_the_game_is_over(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(2))
    table.finish()
    events = table.events()

    for version in range(1, len(events) + 1):
        for seat, caller in [*people.items(), (None, eve)]:
            state = shown(caller, f"{table.path}/states/{version}")
            seen = allowed_cards(events[:version], seat)
            if version < len(events) - 1:
                assert hidden_cards(state, seen) == []
            if seat is None and state["deal"]:
                assert "hand" not in state["deal"]


def test_before_one_sat_down_one_was_a_spectator(table: Seated) -> None:
    path = f"{table.path}/states"

    assert [shown(table.people["W"], f"{path}/{v}")["you"] for v in (4, 5)] == [None, "W"]


def test_a_leaver_sees_his_own_past_and_nobodys_present(table: Seated) -> None:
    table.people["S"].delete(f"{table.path}/seats/S")
    before, after = (shown(table.people["S"], f"{table.path}/states/{v}") for v in (7, 8))

    assert (before["you"], len(before["deal"]["hand"])) == ("S", 13)
    assert after["you"] is None
    assert "hand" not in after["deal"]


def test_a_sandbox_shows_the_time_of_the_version(ana: Caller) -> None:
    game = open_game(ana, sandbox=True)
    path = f"/games/{game['id']}"
    events = shown(ana, f"{path}/events")["results"]

    for event in events:
        assert shown(ana, f"{path}/states/{event['version']}")["now"] == event["at"]


@pytest.mark.parametrize(
    "version",
    ["0", "8", "-1", "x", "01", "1.0", "+1", "%20", "1e0", "9" * 10, "9" * 99, "١", "%00"],
)
def test_a_version_that_is_none_is_not_found(table: Seated, ana: Caller, version: str) -> None:
    answer = ana.get(f"{table.path}/states/{version}")

    assert (answer.status, answer.code) in ((404, "not-found"), (400, "invalid-request"))


def test_nothing_is_sent_to_who_has_it_already(table: Seated, ana: Caller) -> None:
    answer = ana.get(f"{table.path}/states/3", if_none_match='W/"3"')

    assert (answer.status, answer.content, answer.headers["ETag"]) == (304, b"", '"3"')
    assert ana.get(f"{table.path}/states/3", if_none_match='"7"').status == 200


def test_a_private_game_shows_them_to_its_people(people: People, eve: Caller) -> None:
    table = seat_four(people, visibility="private")

    assert shown(people["E"], f"{table.path}/states/7")["you"] == "E"
    assert eve.get(f"{table.path}/states/7").code == "not-found"


def test_it_takes_a_token_of_the_scope_read(table: Seated, ana: Caller, nobody: Caller) -> None:
    assert nobody.get(f"{table.path}/states/x").code == "not-authenticated"
    assert limited_to(ana, "play").get(f"{table.path}/states/7").code == "insufficient-scope"
