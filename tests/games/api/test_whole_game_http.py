"""Whole games over real HTTP, every answer held against the naive rules and scanned for leaks"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.servers.basehttp import WSGIRequestHandler
from pytest_django.live_server_helper import LiveServer

from tests.games.http import HttpPlayer
from tests.games.illegal_moves import STATUS, IllegalMoves
from tests.games.records.holding import faults
from tests.games.witness import SEATS, SPECTATOR, Witness
from tests.oracle.check_game import check_events
from tests.oracle.options import PRESETS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

DEALS = {"gamerules": (25, 724), "short": (14, 224), "bab": (13, 364)}
Viewers = dict[str, HttpPlayer]


@pytest.fixture
def viewers(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Viewers]:
    """Four who sit and one who does not, each with a connection and a token."""
    # Django's test server sends the head and the body of an answer apart, and Nagle's algorithm
    # would hold each body back until the head was acknowledged, 40 ms later.
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    viewers = {viewer: HttpPlayer(live_server.url) for viewer in SEATS + SPECTATOR}
    yield viewers
    for viewer in viewers.values():
        viewer.session.close()


@pytest.mark.parametrize(("preset", "seed"), [("gamerules", 20250101), ("short", 7), ("bab", 4711)])
def test_a_whole_game_is_played_by_the_rules_and_shows_nobody_too_much(
    viewers: Viewers, preset: str, seed: int
) -> None:
    table = Table(viewers, preset, random.Random(seed))
    while table.step():
        pass

    deals, cards = DEALS[preset]
    events = table.all_events(SPECTATOR)
    assert len(table.shown()["results"]) == deals
    assert sum(event["type"] == "card-played" for event in events) == cards
    assert check_events(table.id, events) == []
    assert faults(viewers[SPECTATOR].get(f"{table.path}/record")) == []
    assert len(table.illegal.tried) == len(table.illegal.kinds)


class Table:
    """A game of four, played by legal moves at random, an illegal one tried before each."""

    def __init__(self, viewers: Viewers, preset: str, dice: random.Random) -> None:
        self.viewers = viewers
        self.dice = dice
        self.witness = Witness(PRESETS[preset])
        self.illegal = IllegalMoves(self.witness, dice)
        wish = {"ruleset": preset, "entropy": "ana's luck"}
        self.id = viewers["N"].send("POST", "/games", wish).json()["id"]
        self.path = f"/games/{self.id}"
        for seat in "ESW":
            taken = viewers[seat].send("PUT", f"{self.path}/seats/{seat}", {})
            assert taken.status_code == 200
        self.hear_news()

    def shown(self, viewer: str = SPECTATOR) -> Any:
        return self.viewers[viewer].get(self.path)

    def step(self) -> bool:
        """One move; whether there is another."""
        assert self.witness.game is not None
        seat = self.witness.game.turn()
        if seat is None:
            return False
        game = self.shown(seat)
        self.witness.check_game(game, seat)
        self.try_illegal(seat)
        bidding = game["turn"]["action"] == "bid"
        move = self.dice.choice(game["turn"]["legal"])
        what, name = ("bids", "bid") if bidding else ("plays", "card")
        answer = self.viewers[seat].send("POST", f"{self.path}/{what}", {name: move})
        assert answer.status_code == 201, answer.text
        self.follow(seat, move, answer.json())
        return True

    def try_illegal(self, seat: str) -> None:
        """Something that must be refused, and change nothing."""
        wrong = self.illegal.next(seat)
        answer = self.viewers[wrong.viewer].send(
            "POST", f"{self.path}/{wrong.what}", wrong.body, wrong.raw, wrong.headers
        )
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (STATUS[wrong.code], wrong.code), wrong
        self.witness.check_answer(problem, wrong.viewer)
        legal = self.witness.game.legal() if self.witness.game and "legal" in problem else None
        assert sorted(problem.get("legal") or [], key=str) == sorted(legal or [], key=str)
        assert ("legal" in problem) == (answer.status_code == 422)
        if wrong.code == "stale-version":
            assert problem["version"] == self.witness.version

    def follow(self, seat: str, move: Any, answer: Any) -> None:
        """Compare what came of a move with what must have come of it."""
        before = self.witness.version
        dealt = answer["version"] > before + 1
        if dealt:
            # The next deal's cards have to be known before the naive rules deal them.
            self.hear_news()
        happenings = self.witness.moved(seat, move)
        if dealt:
            self.witness.check_events(happenings, self.witness.events[before:])
        else:
            self.witness.foresee(happenings)
        assert answer["version"] == before + len(happenings)
        self.witness.check_game(answer, seat)

    def hear_news(self) -> None:
        """The events since the last time, as all viewers are shown them."""
        path = f"{self.path}/events?limit=100&after={self.witness.heard}"
        self.witness.hear(
            {viewer: caller.get(path)["results"] for viewer, caller in self.viewers.items()}
        )

    def all_events(self, viewer: str) -> list[dict[str, Any]]:
        events, url = [], f"{self.path}/events?limit=100"
        while url:
            page = self.viewers[viewer].get(url)
            events += page["results"]
            url = page["next"]
        return events
