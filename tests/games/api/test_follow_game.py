"""GET /games/{game_id}/stream, as far as it is judged before it begins

Without the asynchronous front it is what there is by now. How it goes on is in tests/games/live.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.caller import Answer, Caller
from tests.games.seated import SEATS, Seated, deals, events_of, limited_to, open_game, seat_four

RUBBISH = ["abc", "-1", "1.5", "1e3", "", " ", "٣", "0x1", "1 2", "+1", "null", "9" * 30, "1,2"]


def messages(answer: Answer) -> list[dict[str, Any]]:
    """The events of a stream that has ended."""
    assert (answer.status, answer.media_type) == (200, "text/event-stream")
    found = []
    for block in answer.content.decode().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n") if line[:1] not in ("", ":"))
        if lines:
            event = json.loads(lines["data"])
            assert lines["id"] == str(event["version"])
            assert lines["event"] == event["type"]
            found.append(event)
    return found


def test_it_begins_with_the_first_version(table: Seated, eve: Caller) -> None:
    for caller in (*table.people.values(), eve):
        answer = caller.get(f"{table.path}/stream", accept="text/event-stream")

        assert messages(answer) == events_of(caller, table.path)
        assert answer.content.startswith(b":")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert "RateLimit" in answer.headers


def test_it_begins_after_the_last_event_id(table: Seated) -> None:
    answer = table.people["N"].get(f"{table.path}/stream", last_event_id="5")

    assert [event["version"] for event in messages(answer)] == [6, 7]


def test_it_begins_after_the_version_of_the_query(table: Seated) -> None:
    answer = table.people["N"].get(f"{table.path}/stream?after=6")

    assert [event["version"] for event in messages(answer)] == [7]


def test_the_last_event_id_beats_the_query(table: Seated) -> None:
    path = f"{table.path}/stream"

    answer = table.people["N"].get(f"{path}?after=2", last_event_id="6")
    assert [event["version"] for event in messages(answer)] == [7]
    answer = table.people["N"].get(f"{path}?after=99", last_event_id="7")
    assert messages(answer) == []


def test_nought_is_the_beginning(table: Seated) -> None:
    answer = table.people["N"].get(f"{table.path}/stream?after=0", last_event_id="0")

    assert len(messages(answer)) == table.version


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_a_rubbish_id_is_refused(table: Seated, rubbish: str) -> None:
    header = rubbish.encode().decode("latin-1")
    answer = table.people["N"].get(f"{table.path}/stream", last_event_id=header)

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == ["Last-Event-ID"]


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_a_rubbish_version_is_refused(table: Seated, rubbish: str) -> None:
    answer = table.people["N"].get(f"{table.path}/stream?after={rubbish.replace('+', '%2B')}")

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == ["after"]


def test_a_version_of_the_future_is_refused(table: Seated) -> None:
    caller, path = table.people["N"], f"{table.path}/stream"

    assert caller.get(path, last_event_id="8").fields == ["Last-Event-ID"]
    assert caller.get(f"{path}?after=8").fields == ["after"]
    assert caller.get(path, last_event_id="7").status == 200


def test_a_game_that_is_over_has_nothing_more_to_say(people: dict[str, Caller]) -> None:
    table = seat_four(people, **deals(1))
    table.finish()
    path = f"{table.path}/stream"

    nothing = people["N"].get(path, last_event_id=str(table.version))
    assert (nothing.status, nothing.content) == (204, b"")
    rest = people["N"].get(path, last_event_id=str(table.version - 1))
    assert [event["type"] for event in messages(rest)] == ["game-finished"]


def test_head_has_no_body_and_takes_no_place(table: Seated) -> None:
    for _ in range(20):
        answer = table.people["N"].send("HEAD", f"{table.path}/stream")
        assert (answer.status, answer.content) == (200, b"")
        assert answer.media_type == "text/event-stream"


def test_nothing_but_an_event_stream_is_to_be_had(table: Seated) -> None:
    answer = table.people["N"].get(f"{table.path}/stream", accept="application/json")

    assert answer.code == "not-acceptable"


def test_whoever_may_not_see_the_game_may_not_follow_it(
    nobody: Caller, ana: Caller, eve: Caller, staff: Caller
) -> None:
    game = open_game(ana, visibility="private")
    path = f"/games/{game['id']}/stream"

    assert nobody.get(path).code == "not-authenticated"
    assert eve.get(path).code == "not-found"
    assert limited_to(ana, "play").get(path).code == "insufficient-scope"
    assert [len(messages(caller.get(path))) for caller in (ana, staff)] == [2, 2]
    assert ana.get("/games/nonsense/stream").code == "not-found"


def test_it_takes_no_other_method(table: Seated) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = table.people["N"].send(method, f"{table.path}/stream")
        assert answer.code == "method-not-allowed"
        assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_everybody_sees_his_own_hand_and_no_other(table: Seated) -> None:
    for seat in SEATS:
        events = messages(table.people[seat].get(f"{table.path}/stream"))
        assert list(events[-1]["data"]["hands"]) == [seat]


@pytest.mark.parametrize("wait", ["25", "26", "9" * 18, "9" * 19, "9" * 5000])
def test_a_wait_of_any_length_is_right(table: Seated, wait: str) -> None:
    # A longer one counts as the longest; here nobody waits, as the game is at another version.
    answer = table.people["N"].get(f"{table.path}?wait={wait}", if_none_match='"1"')

    assert answer.status == 200


@pytest.mark.parametrize("wait", ["", "x", "-1", "1.5", "٣", "1e1"])
def test_a_rubbish_wait_is_refused(table: Seated, wait: str) -> None:
    answer = table.people["N"].get(f"{table.path}?wait={wait}")

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", ["wait"])
