"""Of several things that are wrong with a request, the first by the contract's order is told"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.caller import Answer, Caller
from tests.games.seated import People, Seated, deals, limited_to, open_game, seat_four

BAD = b'{"bid": null, "card": "ZZ", "bot": 5, "entropy": 5'
MOVES = ("POST", "bids"), ("POST", "plays"), ("POST", "return"), ("POST", "messages")
SEATS = ("PUT", "seats/E"), ("DELETE", "seats/E")


def send(caller: Caller, path: str, method: str, what: str) -> Answer:
    """Everything wrong at once: the media type, the body, the version."""
    return caller.send(
        method, f"{path}/{what}", BAD, "text/plain", {"if_match": '"1"', "accept": "*/*"}
    )


@pytest.mark.parametrize(("method", "what"), [*MOVES, *SEATS])
def test_first_the_token_then_the_game_then_the_scope(
    table: Seated, nobody: Caller, eve: Caller, method: str, what: str
) -> None:
    nowhere = f"/games/{uuid4()}"
    private = f"/games/{open_game(table.people['N'], visibility='private')['id']}"
    reader = limited_to(eve, "read")

    assert send(nobody, nowhere, method, what).code == "not-authenticated"
    assert send(Caller("rubbish"), table.path, method, what).code == "not-authenticated"
    assert send(reader, nowhere, method, what).code == "not-found"
    assert send(reader, private, method, what).code == "not-found"
    assert send(reader, table.path, method, what).code == "insufficient-scope"


@pytest.mark.parametrize(("method", "what"), MOVES)
def test_then_who_sits_there_then_the_body(
    table: Seated, eve: Caller, method: str, what: str
) -> None:
    path = f"{table.path}/{what}"
    ana = table.people["N"]

    assert send(eve, table.path, method, what).code == "not-a-player"
    assert send(ana, table.path, method, what).code == "unsupported-media-type"
    too_long = ana.send(method, path, b"x" * 70_000)
    assert too_long.code == "too-large"
    assert ana.send(method, path, BAD).code == "invalid-request"


def test_a_seat_that_is_none_is_not_found_before_the_scope(table: Seated, eve: Caller) -> None:
    for method in ("PUT", "DELETE"):
        assert send(limited_to(eve, "read"), table.path, method, "seats/X").code == "not-found"


def test_who_may_not_is_told_before_what_is_wrong_with_the_body(table: Seated, eve: Caller) -> None:
    assert send(eve, table.path, "DELETE", "seats/E").code == "not-a-player"
    assert send(eve, table.path, "PUT", "seats/E").code == "unsupported-media-type"
    bots = eve.put(f"{table.path}/seats/E", {"bot": "hard", "entropy": 5}, if_match='"1"')
    assert bots.code == "not-the-creator"


Move = Callable[[Seated, str], Answer]
ILLEGAL: dict[str, Move] = {
    "bid": lambda table, seat: table.bid(seat, 99),
    "play": lambda table, seat: table.play(seat, "QS"),
}


@pytest.mark.parametrize("kind", ILLEGAL)
def test_of_the_game_first_its_end_then_its_phase_then_the_turn(people: People, kind: str) -> None:
    move = ILLEGAL[kind]
    waiting = Seated(open_game(people["N"])["id"], people)
    assert move(waiting, "N").code == "game-not-started"
    over = seat_four(people, **deals(1))
    over.finish()
    assert move(over, "N").code == "game-over"
    table = seat_four(people)
    if kind == "bid":
        assert move(table, table.waiting).code == "not-your-turn"
        assert move(table, table.turn).code == "illegal-bid"
        table.bid_all()
        assert {move(table, seat).code for seat in "NESW"} == {"wrong-phase"}
    else:
        assert {move(table, seat).code for seat in "NESW"} == {"wrong-phase"}
        table.bid_all()
        assert move(table, table.waiting).code == "not-your-turn"


@pytest.mark.parametrize("what", ["", "/events", "/states/1", "/record", "/fairness", "/messages"])
def test_reads_too(table: Seated, nobody: Caller, eve: Caller, what: str) -> None:
    limited = limited_to(eve, "play", "account")
    query = "?limit=x&after=x"

    assert nobody.get(f"/games/{uuid4()}{what}{query}").code == "not-authenticated"
    assert limited.get(f"/games/{uuid4()}{what}{query}").code == "not-found"
    assert limited.get(f"{table.path}{what}{query}").code == "insufficient-scope"
    assert eve.get(f"{table.path}{what}{query}", accept="text/html").code == "not-acceptable"


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("", "GET, HEAD, OPTIONS"),
        ("/bids", "POST, OPTIONS"),
        ("/seats/N", "PUT, DELETE, OPTIONS"),
        ("/events", "GET, HEAD, OPTIONS"),
    ],
)
def test_other_methods_are_refused_with_the_allowed_ones(
    table: Seated, nobody: Caller, path: str, allowed: str
) -> None:
    answer = nobody.send("PATCH", table.path + path, b"{")

    assert (answer.status, answer.code) == (405, "method-not-allowed")
    assert answer.headers["Allow"] == allowed
