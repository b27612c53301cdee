"""No answer shows a card that its caller may not see, whatever is asked and refused"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from backalley import openapi
from games.records import parse
from tests.caller import Answer, Caller
from tests.games.api.hooks import make_hook
from tests.games.api.test_follow_game import messages
from tests.games.seated import SEATS, People, Seated, deals, events_of, open_game, seat_four
from tests.oracle.cards import PACK
from tests.oracle.leaks import allowed_cards, hidden_cards, leaks_in_events

pytestmark = pytest.mark.slow

READS = ("", "/fairness", "/verification")
PARAMETER = re.compile(r"\{(\w+)\}")


@pytest.fixture
def under_way(people: People) -> Seated:
    """A game in its second deal, the first of which was played."""
    table = seat_four(people, **deals(3, 13))
    moves = table.moves(random.Random(4))
    while table.show()["deal"]["number"] == 1:
        next(moves)
    for _ in range(9):
        next(moves)
    return table


def whole_log(table: Seated) -> list[dict[str, Any]]:
    """All that the players may see of the log, put together: what is hidden from one is hidden."""
    views = {seat: table.events(seat) for seat in SEATS}
    whole = views["N"]
    for place, event in enumerate(whole):
        if event["type"] == "deal-started" and "deck" not in event["data"]:
            hands = {seat: views[seat][place]["data"]["hands"][seat] for seat in SEATS}
            replaced = next(
                (
                    view[place]["data"]["replaced"]
                    for view in views.values()
                    if "drawn" in (view[place]["data"]["replaced"] or {})
                ),
                event["data"]["replaced"],
            )
            size = event["data"]["hand_size"]
            dealt = [card for hand in hands.values() for card in hand]
            deck = [*dealt[: 4 * size], event["data"]["turn_up"]]
            event["data"] |= {"hands": hands, "deck": deck, "replaced": replaced}
    return whole


def strangers(table: Seated, eve: Caller, staff: Caller) -> Iterator[tuple[Caller, str | None]]:
    yield from ((table.people[seat], seat) for seat in SEATS)
    yield eve, None
    yield staff, None


def test_reads_show_nobody_more_than_his_own(under_way: Seated, eve: Caller, staff: Caller) -> None:
    whole = whole_log(under_way)

    for caller, seat in strangers(under_way, eve, staff):
        seen = allowed_cards(whole, seat)
        for what in READS:
            assert hidden_cards(caller.get(under_way.path + what).json, seen) == []
        assert hidden_cards(caller.get("/games").json, []) == []
        events = events_of(caller, under_way.path)
        assert leaks_in_events(events, whole, seat) == []
        for version in range(1, len(whole) + 1):
            state = caller.get(f"{under_way.path}/states/{version}").json
            assert hidden_cards(state, allowed_cards(whole[:version], seat)) == []
        record = caller.get(f"{under_way.path}/record").json
        for entry in record["deals"]:
            assert ("deck" in entry) == ("hands" in entry) == (seat is not None)


# Event by event, or deal by deal.
SCANNED_OTHERWISE = ("/events", "/stream", "/states/{version}", "/record")


def test_no_read_of_the_document_shows_anybody_more(
    under_way: Seated, people: People, eve: Caller, staff: Caller
) -> None:
    whole, left = whole_log(under_way), under_way.waiting
    people[left].delete(f"{under_way.path}/seats/{left}")
    whole += under_way.events()[len(whole) :]
    ids = {
        "game_id": under_way.id,
        "username": "ana",
        "webhook_id": make_hook(people["N"])["id"],
        "dispute_id": people["N"].post(f"{under_way.path}/disputes", {"reason": "x"}).json["id"],
    }
    paths = [
        PARAMETER.sub(lambda found: ids[found[1]], path.removeprefix("/api/v1"))
        for path, item in json.loads(openapi._document())["paths"].items()
        if any(item.get("get", {}).get("security", ())) and not path.endswith(SCANNED_OTHERWISE)
    ]
    assert len(paths) > 15
    answered = set()
    for caller, place in strangers(under_way, eve, staff):
        seat = None if place == left else place
        seen = allowed_cards(whole, seat)
        for path in paths:
            answer = caller.get(path, accept="*/*")
            answered |= {path} if answer.status == 200 else set()
            assert hidden_cards(answer.json, seen) == [], (path, seat)
        streamed = messages(caller.get(f"{under_way.path}/stream"))
        assert streamed == events_of(caller, under_way.path)
        assert leaks_in_events(streamed, whole, seat) == []
        record = caller.get(f"{under_way.path}/record")
        assert {deal["number"] for deal in record.json["deals"]} == {1}
        text = caller.get(f"{under_way.path}/record?as=text").content.decode()
        assert parse(text) == record.json
    assert answered == set(paths)


def test_no_answer_to_a_write_shows_anybody_more(
    under_way: Seated, people: People, eve: Caller, staff: Caller
) -> None:
    ana, path = people["N"], under_way.path
    while under_way.show()["turn"]["action"] == "bid" or under_way.turn == "N":
        under_way.move(lambda legal: legal[0])
    seat, version = under_way.turn, under_way.version
    for key in ("k", "k"):
        kept = under_way.play(seat, under_way.legal()[0], idempotency_key=key)
    claim = {"reason": "x", "version": version}
    filed = ana.post(f"{path}/disputes", claim)
    ruling = {"ruling": "upheld", "remedy": "rewind", "to_version": version, "note": "Once more."}
    dispute = f"/disputes/{filed.json['id']}"
    answers: list[tuple[str | None, Answer]] = [
        *[(seat, kept), ("N", filed)],
        ("N", ana.post(f"{path}/disputes", claim)),
        ("N", ana.post(f"{path}/messages", {"text": "Once more?"})),
        ("N", ana.post(f"{path}/return")),
        (None, staff.post(f"{dispute}/ruling", {**ruling, "to_version": 0})),
        (None, staff.post(f"{dispute}/ruling", ruling)),
        (None, staff.post(f"{dispute}/ruling", ruling)),
        *[(one, people[one].get(dispute)) for one in SEATS],
        *[(None, caller.get(dispute)) for caller in (eve, staff)],
        ("W", people["W"].delete(f"{path}/seats/W", if_match='"1"')),
        ("N", ana.put(f"{path}/seats/N", {"entropy": "luck"})),
    ]
    whole = whole_log(under_way)
    assert whole[-1]["type"] == "game-rewound"
    for one, answer in answers:
        assert hidden_cards(answer.json, allowed_cards(whole, one)) == [], answer.content
    # What was taken back is no more open, and no less, than it was.
    for caller, one in strangers(under_way, eve, staff):
        assert hidden_cards(caller.get(path).json, allowed_cards(whole, one)) == []
        assert leaks_in_events(events_of(caller, path), whole, one) == []


def test_a_former_player_sees_what_a_stranger_sees(under_way: Seated, eve: Caller) -> None:
    under_way.people["W"].delete(f"{under_way.path}/seats/W")

    for what in ("/events", "/record", "/fairness"):
        path = under_way.path + what
        assert under_way.people["W"].get(path).json == eve.get(path).json
    ours, theirs = (c.get(under_way.path).json for c in (under_way.people["W"], eve))
    assert ours == theirs


def refusals(table: Seated, caller: Caller) -> Iterator[Answer]:
    """Everything that can go wrong with a move, for every card."""
    for card in PACK:
        yield caller.post(f"{table.path}/plays", {"card": card}, if_match='"1"')
    for seat, body in itertools.product(SEATS, ({}, {"bot": "x"}, {"bot": "normal"})):
        yield caller.put(f"{table.path}/seats/{seat}", body, if_match='"1"')
    yield caller.post(f"{table.path}/bids", {"bid": 99})
    yield caller.post(f"{table.path}/plays", {"card": "ZZ"})
    yield caller.post(f"{table.path}/plays", {"card": [list(PACK)]})
    yield caller.post(f"{table.path}/disputes", {"reason": "x", "version": 999999})
    yield caller.get(f"{table.path}/states/999999")
    yield caller.get(f"{table.path}/events?after=x")


def test_no_refusal_shows_a_card(under_way: Seated, eve: Caller, staff: Caller) -> None:
    whole = whole_log(under_way)

    for caller, seat in strangers(under_way, eve, staff):
        seen = allowed_cards(whole, seat)
        for answer in refusals(under_way, caller):
            assert answer.status >= 400
            assert hidden_cards(answer.json, seen) == []


def test_where_a_card_lies_cannot_be_told_from_a_refusal(under_way: Seated) -> None:
    while under_way.show()["turn"]["action"] == "bid":
        under_way.move(lambda legal: legal[0])
    for seat in SEATS:
        hand = set(under_way.show(seat)["deal"]["hand"])
        others = [under_way.play(seat, card) for card in PACK if card not in hand]
        assert len({answer.content for answer in others}) == 1
        assert len({answer.status for answer in others}) == 1


def test_another_game_gives_no_right_here(people: People, ana: Caller, boris: Caller) -> None:
    mine = open_game(ana, visibility="private")
    his = open_game(boris, visibility="private")
    for what in ("", "/events", "/states/1", "/record", "/fairness"):
        assert ana.get(f"/games/{his['id']}{what}").code == "not-found"
    for what, body in (("bids", {"bid": 1}), ("plays", {"card": "QS"}), ("return", {})):
        assert ana.post(f"/games/{his['id']}/{what}", body).code == "not-found"
    wrong = {"invite": mine["invite"]}
    assert ana.put(f"/games/{his['id']}/seats/S", wrong).code == "not-found"
    assert ana.delete(f"/games/{his['id']}/seats/N").code == "not-found"


def test_nobody_acts_in_anothers_seat(under_way: Seated) -> None:
    turn, other = under_way.turn, under_way.waiting
    version = under_way.version
    body = {"bid": "pass", "card": "QS", "seat": turn, "player": turn, "player_id": turn}
    for what in ("bids", "plays"):
        assert under_way.people[other].post(f"{under_way.path}/{what}", body).status == 409
    path = f"{under_way.path}/seats/{turn}"
    assert under_way.people[other].put(path, body).code == "already-seated"
    assert under_way.people[other].delete(path).code == "not-a-player"
    assert under_way.version == version


def test_no_example_of_the_document_holds_a_secret() -> None:
    shown = list(examples(json.loads(openapi._document())))

    assert len(shown) > 50
    assert not [one for one in shown if '"salt"' in json.dumps(one)]


def examples(part: Any) -> Iterator[Any]:
    """All examples in a part of the document."""
    if isinstance(part, list):
        for one in part:
            yield from examples(one)
    elif isinstance(part, dict):
        for name, one in part.items():
            if name in ("example", "examples"):
                yield one
            else:
                yield from examples(one)
