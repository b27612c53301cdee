"""POST /games/{id}/return"""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.caller import Caller
from tests.games.seated import People, Seated, deals, limited_to, open_game, seat_four


def test_it_works(table: Seated) -> None:
    seat = table.turn
    table.time_out()
    assert table.show()["seats"][seat]["autopilot"] is True
    answer = table.people[seat].post(f"{table.path}/return")

    game = answer.json
    assert answer.status == 200
    assert answer.headers["ETag"] == f'"{game["version"]}"'
    assert game["seats"][seat]["autopilot"] is False
    event = table.events()[-1]
    assert (event["type"], event["data"]) == ("autopilot-off", {"seat": seat})
    assert event["actor"]["kind"] == "player"


def test_the_autopilot_moves_under_the_absent_players_name(table: Seated) -> None:
    seat = table.turn
    table.time_out()

    on, moved = table.events()[-2:]
    assert (on["type"], moved["type"]) == ("autopilot-on", "bid-made")
    for event in (on, moved):
        actor = event["actor"]
        assert actor["kind"] == "autopilot"
        assert actor["name"] == table.people[seat].username
        assert (actor["level"], actor["cause"]) == ("normal", "timed-out")


def test_in_ones_own_turn_it_gives_the_full_time_again(people: People) -> None:
    table = seat_four(people, turn_seconds=3600)
    seat = table.turn
    table.time_out()
    for _ in range(3):
        table.move(lambda legal: "pass" if "pass" in legal else legal[0])
    while table.turn != seat:
        table.move(lambda legal: legal[0])
    hurried = table.show()["turn"]["deadline"]
    leisurely = table.people[seat].post(f"{table.path}/return").json["turn"]["deadline"]

    won = datetime.fromisoformat(leisurely) - datetime.fromisoformat(hurried)
    assert won >= timedelta(seconds=3590)


def test_who_is_not_absent_makes_no_event(table: Seated) -> None:
    version = table.version
    for body in (None, {}, {"seat": "E"}):
        answer = table.people["N"].post(f"{table.path}/return", body)
        assert (answer.status, answer.json["version"]) == (200, version)


def test_ones_own_move_is_a_return_too(table: Seated) -> None:
    seat = table.turn
    table.time_out()
    while table.turn != seat:
        table.move(lambda legal: legal[0])
    # No pass: it might be the fourth.
    table.move(lambda legal: legal[-1])

    assert table.events()[-2]["type"] == "autopilot-off"
    assert table.show()["seats"][seat]["autopilot"] is False


def test_it_is_for_players(table: Seated, eve: Caller) -> None:
    assert eve.send("POST", f"{table.path}/return", b"{").code == "not-a-player"


def test_before_the_start_and_after_the_end_it_is_refused(people: People) -> None:
    waiting = open_game(people["N"])["id"]
    assert people["N"].post(f"/games/{waiting}/return").code == "game-not-started"
    table = seat_four(people, **deals(1))
    table.finish()
    assert people["N"].post(f"{table.path}/return").code == "game-over"


def test_a_body_that_is_none_is_refused(table: Seated) -> None:
    for raw in (b"{", b"[]", b"null"):
        answer = table.people["N"].send("POST", f"{table.path}/return", raw)
        assert (answer.status, answer.code) == (400, "invalid-request")


def test_it_takes_a_token_of_the_scope_play(table: Seated, nobody: Caller) -> None:
    path = f"{table.path}/return"

    assert nobody.post(path).code == "not-authenticated"
    assert limited_to(table.people["N"], "read").post(path).code == "insufficient-scope"
