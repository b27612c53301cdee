"""Whatever is sent to the operations on games, it is answered, and refused in the proper shape"""

from __future__ import annotations

import json
import random
from typing import Any
from uuid import uuid4

import pytest

from tests.caller import Answer, Caller
from tests.games.seated import People, Seated, deals, open_game, seat_four

VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2.5, 13, 10**18, 10**40, -(10**300), 1e308, 5e-324),
    *("", "N", "e", "pass", "BOARD", "QS", "10h", "ZZ", "normal", "private", "short", "\0", " "),
    *("\ud800", "\U0001f0a1", "x" * 5000, "🂡" * 200, "'; DROP TABLE games_event; --", "%00", "../"),
    *([], {}, [[]], [None] * 100, {"N": "normal"}, {"": {}}, {"hand_sizes": [0]}),
]
FIELDS = ["bid", "card", "bot", "invite", "entropy", "ruleset", "options", "visibility", "seat"]
FIELDS += [
    "text",
    "bots",
    "turn_seconds",
    "sandbox",
    "hand_sizes",
    "fixed_trump",
    "x",
    "",
    "\0",
    "ключ",
]
RAW = [
    *(b"", b"{", b"[", b"null", b"0", b'"', b"\xff\xfe", b"\xef\xbb\xbf{}", b"{}" * 9, b"{,}"),
    *(b'{"bid":' * 3000, b"[" * 60_000, b'{"card":"\\u0000"}', b'{"bid":1e999}', b"x" * 66_000),
    *(b'{"bid":-0}', b'{"bid":1,"bid":2}', b'{"card":"\\ud83c"}', b"\x00", b"{'bid':1}"),
]
PARTS = [
    "x",
    "0",
    "-1",
    "1",
    "7",
    "99999999999",
    "N",
    "n",
    "X",
    "%00",
    "%ff",
    "..",
    "%2F",
    "é",
    "*",
]
QUERIES = ["limit", "after", "cursor", "status", "mine", "my_turn", "player", "invite", "wait", "x"]
HEADERS: dict[str, list[str]] = {
    "if_match": ['"1"', "*", "", "x", 'W/"1"', '"' * 50, "1" * 3000, '"1",' * 500, "\xff"],
    "if_none_match": ['"7"', "*", "", "x", 'W/"7"', '"' * 51, '"1",' * 500, "\x7f"],
    "accept": ["*/*", "application/json", "text/html", "", "x", "application/json;q=x", "a/b/c"],
    "accept_language": ["bg", "xx", "*", "", "en;q=9", "\xe9"],
    "content_encoding": ["gzip", "x"],
    "range": ["bytes=0-1"],
    "x_http_method_override": ["DELETE"],
    "last_event_id": ["x"],
}
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW"]
MEDIA = ["application/json", "application/json; charset=utf-8", "application/json; charset=x"]
MEDIA += ["text/plain", "", "multipart/form-data; boundary=x", "application/json; charset=utf-16"]
ENDPOINTS = ["", "/seats/{}", "/bids", "/plays", "/return", "/events", "/states/{}", "/record"]
ENDPOINTS += ["/fairness", "/verification", "/messages", "/messages", "/rematch", "/", "/x"]
ENDPOINTS += ["/seats", "/states", "/bids/{}"]


class Fuzz:
    """Requests made of parts that are right, nearly right and wrong."""

    def __init__(self, seed: int, games: list[str]) -> None:
        self.dice = random.Random(seed)
        self.games = [*games, str(uuid4()), "x", "%00", games[0].upper(), games[0][:-1]]

    def path(self) -> str:
        pick = self.dice.choice
        endpoint = pick(ENDPOINTS).format(pick([*PARTS, *"NESW"]))
        path = pick(
            [f"/games/{pick(self.games)}{endpoint}"] * 8 + ["/games", "/games/quick", "/rulesets"]
        )
        names = self.dice.sample(QUERIES, pick([0, 0, 0, 1, 2]))
        query = "&".join(f"{name}={pick([*PARTS, 'true', 'active', ''])}" for name in names)
        return f"{path}?{query}" if query else path

    def body(self) -> bytes:
        pick = self.dice.choice
        if self.dice.random() < 0.3:
            return pick(RAW)
        fields = self.dice.sample(FIELDS, pick([1, 1, 2, 5]))
        return json.dumps({name: self.value() for name in fields}).encode()

    def value(self, depth: int = 0) -> Any:
        if depth < 3 and self.dice.random() < 0.15:
            return {self.dice.choice(FIELDS): self.value(depth + 1)}
        return self.dice.choice(VALUES)

    def headers(self) -> dict[str, str]:
        names = self.dice.sample(sorted(HEADERS), self.dice.choice([0, 0, 1, 2]))
        return {name: self.dice.choice(HEADERS[name]) for name in names}

    def send(self, caller: Caller) -> tuple[Any, Answer]:
        """A request, and its answer."""
        method = self.dice.choice(METHODS[:4] * 3 + METHODS)
        media = self.dice.choice([MEDIA[0]] * 5 + MEDIA)
        request = (method, self.path(), self.body(), media, self.headers())
        return request, caller.send(*request)


@pytest.mark.parametrize("seed", range(4))
def test_it_is_never_our_fault_and_always_a_proper_problem(
    people: People, nobody: Caller, eve: Caller, seed: int
) -> None:
    playing = seat_four(people)
    playing.bid_all()
    finished = seat_four(people, **deals(1))
    finished.finish()
    games = [playing.id, seat_four(people).id, finished.id, open_game(people["N"])["id"]]
    games.append(open_game(people["N"], visibility="private")["id"])
    fuzz = Fuzz(seed, games)
    callers = [*people.values(), *people.values(), eve, nobody, Caller("rubbish")]

    for number in range(150):
        request, answer = fuzz.send(callers[number % len(callers)])
        assert answer.status < 500, request
        if answer.status >= 400 and request[0] != "HEAD":
            assert answer.media_type == "application/problem+json", request
            assert answer.code, request
            assert b"Traceback" not in answer.content

    for game_id in games:
        assert people["N"].get(f"/games/{game_id}").status == 200


@pytest.mark.slow
def test_what_survives_a_round_of_nonsense_is_played_on(people: People) -> None:
    table = seat_four(people)
    fuzz = Fuzz(99, [table.id])
    for _ in range(60):
        fuzz.send(people[table.turn])
        if table.show()["status"] == "active":
            table.move(lambda legal: legal[-1])
    versions = [event["version"] for event in table.events()]

    assert versions == list(range(1, len(versions) + 1))
    assert Seated(table.id, people).version == len(versions)
