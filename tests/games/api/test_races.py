"""Requests at the same moment, with real threads and connections: one wins, the others are told"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection

from tests.caller import Answer, Caller
from tests.games.seated import LEFT, People, Seated, open_game, seat_four

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def at_once(*acts: Callable[[], Answer]) -> list[Answer]:
    """The answers to acts that begin together."""
    start = threading.Barrier(len(acts))

    def begin(act: Callable[[], Answer]) -> Answer:
        start.wait(30)
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(begin, acts))


def again(caller: Caller) -> Caller:
    """The same person at another connection."""
    return Caller(caller.token, caller.username)


def codes(answers: Iterable[Answer]) -> Counter[str]:
    return Counter("done" if answer.status < 300 else answer.code for answer in answers)


def test_of_twenty_identical_plays_one_is_done_and_each_other_is_told(people: People) -> None:
    table = seat_four(people)
    table.bid_all()
    seat, card, version = table.turn, table.legal()[0], table.version

    def play() -> Answer:
        return again(people[seat]).post(f"{table.path}/plays", {"card": card})

    answers = at_once(*[play] * 20)
    assert codes(answers) == {"done": 1, "not-your-turn": 19}
    assert {answer.status for answer in answers} == {201, 409}
    shown = table.show(seat)
    assert (shown["version"], len(shown["deal"]["hand"])) == (version + 1, 12)
    assert shown["turn"]["seat"] == LEFT[seat]
    assert [event["type"] for event in table.events()[version:]] == ["card-played"]


def test_of_twenty_plays_of_a_tricks_last_card_one_is_done_whoever_leads_next(
    people: People,
) -> None:
    for _ in range(3):
        table = seat_four(people)
        table.bid_all()
        for _ in range(3):
            table.move(lambda legal: legal[0])
        seat, card, version = table.turn, table.legal()[0], table.version
        answers = at_once(
            *[lambda t=table, s=seat, c=card: again(people[s]).post(f"{t.path}/plays", {"card": c})]
            * 20
        )
        # Who took the trick has the turn again, but not the card.
        won = table.turn == seat
        assert codes(answers) == {"done": 1, "card-not-in-hand" if won else "not-your-turn": 19}
        assert {a.json["version"] for a in answers if a.status >= 400} == {version + 1}
        assert (table.version, table.show()["deal"]["cards_left"][seat]) == (version + 1, 12)


def test_of_two_writes_at_one_version_one_is_done_and_the_other_is_stale(people: People) -> None:
    table = seat_four(people)
    turn, leaver = table.turn, table.waiting
    tag = {"if_match": f'"{table.version}"'}
    version = table.version

    answers = at_once(
        lambda: people[turn].post(f"{table.path}/bids", {"bid": 1}, **tag),
        lambda: people[leaver].delete(f"{table.path}/seats/{leaver}", **tag),
    )
    assert codes(answers) == {"done": 1, "stale-version": 1}
    stale = next(answer for answer in answers if answer.status == 412)
    assert stale.json["version"] == table.version == version + 1


def test_of_a_card_and_a_ruling_at_one_version_one_is_done_and_the_other_is_stale(
    people: People, staff: Caller
) -> None:
    table = seat_four(people)
    table.bid_all()
    ruling = {"ruling": "upheld", "remedy": "rewind", "note": "Once more."}
    filed, path = {"status": "upheld"}, ""
    for _ in range(8):
        if filed["status"] != "open":
            filed = people["N"].post(f"{table.path}/disputes", {"reason": "x"}).json
            path = f"/disputes/{filed['id']}"
        seat, card, version = table.turn, table.legal()[0], table.version
        tag = {"if_match": f'"{version}"'}

        played, ruled = at_once(
            partial(table.play, seat, card, **tag),
            # To where it stands: one version back the bidding might begin again.
            partial(staff.post, f"{path}/ruling", {**ruling, "to_version": version}, **tag),
        )
        assert codes([played, ruled]) == {"done": 1, "stale-version": 1}
        stale = played if played.status == 412 else ruled
        assert (stale.status, stale.json["version"]) == (412, version + 1)
        (event,) = table.events()[version:]
        assert event["type"] == ("game-rewound" if stale is played else "card-played")
        filed = people["N"].get(path).json


def test_two_different_cards_of_one_seat_are_one_card(people: People) -> None:
    table = seat_four(people)
    table.bid_all()
    seat, (one, other, *_) = table.turn, table.legal()

    answers = at_once(
        *(
            lambda card=card: again(people[seat]).post(f"{table.path}/plays", {"card": card})
            for card in (one, other)
        )
    )
    assert codes(answers) == {"done": 1, "not-your-turn": 1}
    assert table.show()["deal"]["cards_left"][seat] == 12


def test_a_player_who_sits_down_twice_at_once_has_one_seat(ana: Caller, boris: Caller) -> None:
    for _ in range(5):
        path = f"/games/{open_game(ana)['id']}"
        answers = at_once(
            *[lambda path=path: again(boris).put(f"{path}/seats/E")] * 4,
            *[lambda path=path: again(boris).put(f"{path}/seats/S")] * 4,
        )
        assert codes(answers) == {"done": 4, "already-seated": 4}
        shown = ana.get(path).json
        assert sorted(str(bool(shown["seats"][seat])) for seat in "ES") == ["False", "True"]
        assert shown["version"] == 3


def test_two_players_for_one_seat_are_one_player(ana: Caller, boris: Caller, chie: Caller) -> None:
    path = f"/games/{open_game(ana)['id']}/seats/E"
    answers = at_once(lambda: boris.put(path), lambda: chie.put(path))

    assert codes(answers) == {"done": 1, "seat-taken": 1}


def test_the_last_seats_taken_at_once_start_one_game(people: People) -> None:
    path = f"/games/{open_game(people['N'])['id']}"
    answers = at_once(
        *(lambda seat=seat: people[seat].put(f"{path}/seats/{seat}") for seat in "ESW")
    )

    assert codes(answers) == {"done": 3}
    kinds = Counter(event["type"] for event in Seated(path[7:], people).events())
    assert kinds == {"game-created": 1, "seat-taken": 4, "game-started": 1, "deal-started": 1}


def test_a_move_at_the_deadline_is_the_players_or_the_autopilots(people: People) -> None:
    for _ in range(10):
        table = seat_four(people)
        seat, version, shown = table.turn, table.version, table.show()

        def time_out(table: Seated = table, shown: Any = shown) -> Answer:
            # It fails where the player was faster.
            with contextlib.suppress(AssertionError):
                table.time_out(shown)
            return again(people["N"]).get(table.path)

        bid, _ = at_once(partial(table.bid, seat, 1), time_out)
        kinds = [event["type"] for event in table.events()[version:]]
        if bid.status == 201:
            assert kinds == ["bid-made"]
        else:
            assert bid.code == "not-your-turn"
            assert kinds == ["autopilot-on", "bid-made"]
