"""If-Match on every write to a game"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.caller import Answer, Caller
from tests.games.seated import Seated, open_game

Write = Callable[[Seated, dict[str, str]], Answer]
WRITES: dict[str, Write] = {
    "take seat": lambda table, headers: table.people["N"].put(
        f"{table.path}/seats/N", {}, **headers
    ),
    "seat bot": lambda table, headers: table.people["N"].put(
        f"{table.path}/seats/N", {"bot": "normal"}, **headers
    ),
    "leave seat": lambda table, headers: table.people["N"].delete(
        f"{table.path}/seats/N", **headers
    ),
    "bid": lambda table, headers: table.bid("N", "pass", **headers),
    "play": lambda table, headers: table.play("N", "QS", **headers),
    "message": lambda table, headers: table.people["N"].post(
        f"{table.path}/messages", {"text": "Hello!"}, **headers
    ),
    "return": lambda table, headers: table.people["N"].post(f"{table.path}/return", {}, **headers),
    "dispute": lambda table, headers: table.people["N"].post(
        f"{table.path}/disputes", {"reason": "x"}, **headers
    ),
}
STALE = ['"1"', '"8"', '"0"', 'W/"7"', "7", '"07"', '"7', "'7'", "", " ", "x", '"*"', '"7" "7"']
STALE += ['"x"', '"-7"', '"7.0"', '"' + "7" * 5000 + '"', '"1", "2"', '"1",7', "*, *", '"７"']
FRESH = ['"7"', ' "7" ', '"1", "7"', '"x","7"', 'W/"7", "7"', "*", '"7",']


@pytest.fixture
def at_seven(table: Seated) -> Seated:
    assert table.version == 7
    return table


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
@pytest.mark.parametrize("tags", ['"6"', "rubbish"])
def test_every_write_is_refused_at_another_version(
    at_seven: Seated, write: Write, tags: str
) -> None:
    answer = write(at_seven, {"if_match": tags})

    assert (answer.status, answer.code, answer.json["version"]) == (412, "stale-version", 7)
    assert "7" in answer.json["detail"]
    assert at_seven.version == 7


@pytest.mark.parametrize("tags", STALE, ids=lambda tags: tags[:12])
def test_a_tag_that_is_not_the_versions_is_stale(at_seven: Seated, tags: str) -> None:
    answer = at_seven.bid(at_seven.turn, 1, if_match=tags)

    assert (answer.status, answer.code, answer.json["version"]) == (412, "stale-version", 7)
    assert at_seven.version == 7


@pytest.mark.parametrize("tags", FRESH)
def test_at_its_version_the_write_is_done(at_seven: Seated, tags: str) -> None:
    assert at_seven.bid(at_seven.turn, 1, if_match=tags).status == 201


def test_the_tag_of_an_answer_serves_the_next_write(at_seven: Seated) -> None:
    tag = at_seven.people["N"].get(at_seven.path).headers["ETag"]
    tag = at_seven.bid(at_seven.turn, 1, if_match=tag).headers["ETag"]

    assert at_seven.bid(at_seven.turn, 1, if_match=tag).status == 201


def test_a_stale_version_comes_before_what_the_game_says(at_seven: Seated) -> None:
    for answer in (
        at_seven.bid(at_seven.waiting, "pass", if_match='"6"'),
        at_seven.bid(at_seven.turn, 99, if_match='"6"'),
        at_seven.play(at_seven.turn, "QS", if_match='"6"'),
    ):
        assert answer.code == "stale-version"


def test_what_is_wrong_with_the_request_comes_before_a_stale_version(
    at_seven: Seated, eve: Caller
) -> None:
    assert at_seven.bid("N", None, if_match='"6"').code == "invalid-request"
    assert at_seven.play("N", "ZZ", if_match='"6"').code == "invalid-request"
    stranger = eve.post(f"{at_seven.path}/bids", {"bid": 1}, if_match='"6"')
    assert stranger.code == "not-a-player"
    other = eve.delete(f"{at_seven.path}/seats/N", if_match='"6"')
    assert other.code == "not-a-player"


def test_a_waiting_game_has_versions_too(ana: Caller, boris: Caller) -> None:
    seats = f"/games/{open_game(ana)['id']}/seats"

    assert boris.put(f"{seats}/E", {}, if_match='"1"').code == "stale-version"
    assert ana.put(f"{seats}/E", {"bot": "normal"}, if_match='"1"').code == "stale-version"
    assert boris.delete(f"{seats}/N", if_match='"1"').code == "not-the-creator"
    assert boris.put(f"{seats}/E", {}, if_match='"2"').status == 200
