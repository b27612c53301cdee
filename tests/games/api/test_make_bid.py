"""POST /games/{id}/bids"""

from __future__ import annotations

from typing import Any

import pytest

from tests.caller import Caller
from tests.games.seated import LEFT, People, Seated, deals, limited_to, open_game, seat_four

NO_BIDS: list[Any] = [None, True, False, [], [1], {}, {"bid": 1}]
ILLEGAL: list[Any] = [
    *(0, 13, -1, 14, 2.5, 2.0, -0.5, 10**20, 10**300, 1e300),
    *("3", "x", "", "pass ", " board", "double", "бord", "x" * 60_000, "null", "0"),
]
UNREADABLE = [
    *(b"", b"{}", b'{"Bid": 3}', b"3", b'{"bid": 3', b'{"bid": 1e999}', b'{"bid": NaN}'),
    *(b'{"bid": "pass\\u0000"}', b'{"bid": "\\ud83d"}', b'{"bid": ' + b"9" * 5000 + b"}"),
]


def test_it_works(table: Seated) -> None:
    seat = table.turn
    answer = table.bid(seat, 4)

    game = answer.json
    assert answer.status == 201
    assert answer.headers["ETag"] == f'"{game["version"]}"'
    assert game["deal"]["bids"] == [{"seat": seat, "bid": 4}]
    assert game["turn"]["seat"] == LEFT[seat]
    assert "legal" not in game["turn"]
    event = table.events()[-1]
    assert (event["version"], event["type"]) == (game["version"], "bid-made")
    assert event["data"] == {"seat": seat, "bid": 4}


@pytest.mark.parametrize(
    ("said", "bid"), [("PASS", "pass"), ("Pass", "pass"), ("BOARD", "board"), ("bOaRd", "board")]
)
def test_words_are_read_in_either_case(table: Seated, said: str, bid: str) -> None:
    assert table.bid(table.turn, said).json["deal"]["bids"][0]["bid"] == bid


def test_a_board_has_the_level_of_the_boards_before_it(table: Seated) -> None:
    table.bid_all("board", 12, "board", "board")

    bids = table.show()["deal"]["bids"]
    assert [bid.get("level") for bid in bids] == [1, None, 2, 3]
    assert [e["data"].get("level") for e in table.events()[-4:]] == [1, None, 2, 3]


@pytest.mark.parametrize("bid", NO_BIDS, ids=repr)
def test_what_cannot_be_a_bid_is_refused(table: Seated, bid: Any) -> None:
    answer = table.bid(table.turn, bid)

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", ["bid"])


@pytest.mark.parametrize("bid", ILLEGAL, ids=lambda bid: repr(bid)[:20])
def test_an_illegal_bid_is_refused_with_the_legal_ones(table: Seated, bid: Any) -> None:
    seat, version = table.turn, table.version
    answer = table.bid(seat, bid)

    assert (answer.status, answer.code) == (422, "illegal-bid")
    assert answer.json["legal"] == ["pass", *range(1, 13), "board"]
    assert "pass" in answer.json["detail"]
    assert (table.version, table.turn) == (version, seat)


@pytest.mark.parametrize("raw", UNREADABLE, ids=lambda raw: repr(raw)[:20])
def test_a_body_without_a_bid_is_refused(table: Seated, raw: bytes) -> None:
    answer = table.people[table.turn].send("POST", f"{table.path}/bids", raw)

    assert (answer.status, answer.code) == (400, "invalid-request")


def test_what_else_is_sent_is_ignored(table: Seated) -> None:
    seat = table.turn
    body = {"bid": 2, "seat": LEFT[seat], "player": "eve", "level": 4}
    game = table.people[seat].post(f"{table.path}/bids", body).json

    assert game["deal"]["bids"] == [{"seat": seat, "bid": 2}]


def test_out_of_turn_is_refused(table: Seated) -> None:
    turn = table.turn
    answer = table.bid(table.waiting, "pass")

    assert (answer.status, answer.code) == (409, "not-your-turn")
    assert turn in answer.json["detail"]
    assert "legal" not in answer.json


def test_a_second_bid_is_refused(table: Seated) -> None:
    seat = table.turn
    table.bid(seat, 1)

    assert table.bid(seat, 2).code == "not-your-turn"


def test_a_bid_during_the_play_is_refused(table: Seated) -> None:
    table.bid_all()

    assert {table.bid(seat, 1).code for seat in "NESW"} == {"wrong-phase"}


def test_before_the_start_it_is_refused(ana: Caller, eve: Caller) -> None:
    path = f"/games/{open_game(ana)['id']}/bids"

    assert ana.post(path, {"bid": 0}).code == "game-not-started"
    assert eve.post(path, {"bid": 0}).code == "not-a-player"


def test_after_the_end_it_is_refused(people: People) -> None:
    table = seat_four(people, **deals(1))
    table.finish()

    assert table.bid("N", 99).code == "game-over"


def test_one_of_one_is_no_number(people: People) -> None:
    table = seat_four(people, **deals(1))
    answer = table.bid(table.turn, 1)

    assert (answer.code, answer.json["legal"]) == ("illegal-bid", ["pass", "board"])


def test_a_spectator_is_refused_whatever_he_sends(table: Seated, eve: Caller) -> None:
    for body in (b'{"bid": 1}', b'{"bid": null}', b"{", b""):
        assert eve.send("POST", f"{table.path}/bids", body).code == "not-a-player"


def test_the_fourth_pass_deals_again_in_the_same_act(table: Seated) -> None:
    table.bid_all("pass", "pass", "pass", "pass")

    kinds = [event["type"] for event in table.events()[-3:]]
    assert kinds == ["bid-made", "deal-passed-out", "deal-started"]
    assert table.show()["deal"]["attempt"] == 2


def test_it_takes_a_token_of_the_scope_play(table: Seated, nobody: Caller) -> None:
    path = f"{table.path}/bids"

    assert nobody.post(path, []).code == "not-authenticated"
    assert limited_to(table.people[table.turn], "read").post(path, []).code == "insufficient-scope"
