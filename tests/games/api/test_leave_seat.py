"""DELETE /games/{id}/seats/{seat}"""

from __future__ import annotations

from typing import Any

import pytest

from tests.caller import Caller
from tests.games.seated import LEFT, People, Seated, deals, limited_to, open_game, seat_four


@pytest.fixture
def waiting(ana: Caller, boris: Caller) -> str:
    """The path of the seats of a game of ana's in which boris sits E and a bot W."""
    seats = f"/games/{open_game(ana, bots={'W': 'expert'})['id']}/seats"
    boris.put(f"{seats}/E", {"entropy": "luck"})
    return seats


def test_it_works(waiting: str, boris: Caller) -> None:
    answer = boris.delete(f"{waiting}/e")

    assert answer.status == 200
    assert (answer.json["you"], answer.json["seats"]["E"]) == (None, None)
    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    game = waiting.removesuffix("/seats")
    event = boris.get(f"{game}/events").json["results"][-1]
    assert (event["type"], event["data"]) == ("seat-left", {"seat": "E", "bot": None})
    # What he added to the shuffles went with him.
    assert boris.get(f"{game}/fairness").json["entropy"]["E"] == ""


def test_the_creator_removes_players_and_bots(waiting: str, ana: Caller) -> None:
    for seat in "EW":
        assert ana.delete(f"{waiting}/{seat}").json["seats"][seat] is None


def test_the_creator_may_leave_too(waiting: str, ana: Caller) -> None:
    game = ana.delete(f"{waiting}/N").json

    assert (game["you"], game["seats"]["N"], game["creator"]) == (None, None, "ana")


def test_an_empty_seat_is_left_without_an_event(waiting: str, ana: Caller) -> None:
    before = ana.get(waiting.removesuffix("/seats")).json["version"]
    answer = ana.delete(f"{waiting}/S")

    assert (answer.status, answer.json["version"]) == (200, before)


def test_before_the_start_nobody_else_clears_a_seat(
    waiting: str, boris: Caller, eve: Caller
) -> None:
    for caller, seat in ((boris, "N"), (boris, "S"), (boris, "W"), (eve, "E")):
        answer = caller.delete(f"{waiting}/{seat}")
        assert (answer.status, answer.code) == (403, "not-the-creator")


def test_after_the_start_a_bot_takes_over_for_good(table: Seated) -> None:
    leaver = table.waiting
    caller = table.people[leaver]
    answer = caller.delete(f"{table.path}/seats/{leaver}")

    game = answer.json
    assert (answer.status, game["status"], game["you"]) == (200, "active", None)
    assert game["seats"][leaver] == {"player": None, "bot": "normal", "autopilot": False}
    assert "hand" not in game["deal"]
    assert caller.put(f"{table.path}/seats/{leaver}").code == "seat-taken"
    assert table.bid(leaver, "pass").code == "not-a-player"
    assert caller.post(f"{table.path}/return").code == "not-a-player"
    assert caller.delete(f"{table.path}/seats/{leaver}").code == "not-a-player"
    assert table.events(leaver)[-1]["data"] == {"seat": leaver, "bot": "normal"}


def test_who_has_left_writes_nothing_more_and_sees_no_hand(table: Seated, eve: Caller) -> None:
    seat, version = table.turn, table.version
    caller, path = table.people[seat], table.path
    kept = table.bid(LEFT[seat], "pass", idempotency_key="k")
    first = table.bid(seat, "pass", idempotency_key="k")
    assert (kept.code, first.status) == ("not-your-turn", 201)
    caller.delete(f"{path}/seats/{seat}")
    gone = table.show(LEFT[seat])["version"]

    moves: list[tuple[str, Any]] = [("bids", {"bid": "pass"}), ("plays", {"card": "QS"})]
    others = [("return", {}), ("rematch", {}), ("messages", {"text": "Hello!"})]
    for what, body in moves + others:
        for key in ({}, {"idempotency_key": "k"}, {"idempotency_key": what}):
            answer = caller.post(f"{path}/{what}", body, **key)
            assert (answer.status, answer.code) == (403, "not-a-player"), what
    assert caller.get(f"{path}/hint").code == "not-a-player"
    assert caller.get(path).json == eve.get(path).json
    for other in range(version, gone + 1):
        state = caller.get(f"{path}/states/{other}").json
        # His own past stays his, as he was served it then; what came after is a spectator's.
        assert ("hand" in state["deal"]) == (other < gone)
    assert table.show(LEFT[seat])["version"] == gone


def test_after_the_start_everybody_has_his_own_seat_only(table: Seated, eve: Caller) -> None:
    for caller, seat in ((table.people["N"], "E"), (table.people["E"], "N"), (eve, "N")):
        answer = caller.delete(f"{table.path}/seats/{seat}")
        assert (answer.status, answer.code) == (403, "not-a-player")


def test_a_game_that_is_over_is_refused(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(1))
    table.finish()

    assert people["E"].delete(f"{table.path}/seats/E").code == "game-over"
    assert eve.delete(f"{table.path}/seats/E").code == "not-a-player"


def test_the_bot_of_who_left_moves_and_says_why(table: Seated) -> None:
    leaver = table.turn
    table.people[leaver].delete(f"{table.path}/seats/{leaver}")
    table.time_out()

    event = table.events(LEFT[leaver])[-1]
    actor = event["actor"]
    assert (event["type"], event["data"]["seat"]) == ("bid-made", leaver)
    assert (actor["kind"], actor["id"], actor["name"], actor["level"], actor["cause"]) == (
        "bot",
        None,
        "normal",
        "normal",
        "left",
    )
    assert "/" in actor["policy"]


def test_it_takes_a_token_of_the_scope_play(waiting: str, boris: Caller, nobody: Caller) -> None:
    assert nobody.delete(f"{waiting}/E").code == "not-authenticated"
    assert limited_to(boris, "read").delete(f"{waiting}/E").code == "insufficient-scope"
    assert limited_to(boris, "read").delete(f"{waiting}/N").code == "insufficient-scope"
    assert boris.delete(f"{waiting}/X").code == "not-found"
