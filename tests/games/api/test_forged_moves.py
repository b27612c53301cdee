"""Nothing that a client says of a card, a seat or a person counts beyond what it was asked for"""

from __future__ import annotations

from typing import Any

import pytest

from tests.caller import Caller
from tests.engine.table import stacked
from tests.games.seated import LEFT, SEATS, People, Seated, deals, seat_four

HANDS = {"E": "AC KC BB 4D", "S": "2C 3C LB 5D", "W": "QC JC 2D 6D", "N": "9C 8C 3D 7D"}
# After the first trick, which E took, it is E who leads again.
PLAYED = ["AC", "2C", "QC", "9C"]
TURN_UP, STOCK = "5H", "2S"
CLAIMED: dict[str, Any] = {
    **dict(zip(("rank", "suit", "seat", "owner", "trump", "winner"), "ASSSCS", strict=True)),
    "points": 99,
    "player": "boris",
    "player_id": "0",
    "actor": {"kind": "staff"},
    "by": "autopilot",
    "version": 1,
    "hand": ["AS", "KS"],
    "legal": ["AS"],
    "cards": ["AS"],
    "deal": {"trump": "C"},
    "turn": {"seat": "S"},
    "scores": {"NS": 500},
}


@pytest.fixture
def table(people: People, monkeypatch: pytest.MonkeyPatch) -> Seated:
    """A deal of these hands after its first trick: E leads again, from KC BB 4D."""
    deck = stacked(HANDS, dealer="N", turn_up=TURN_UP, stock=STOCK)
    monkeypatch.setattr("games.engine.shuffle.first_dealer", lambda *_: "N")
    monkeypatch.setattr("games.engine.shuffle.deck", lambda *_: deck)
    table = seat_four(people, **deals(4))
    table.bid_all("board", "pass", "pass", "pass")
    for card in PLAYED:
        assert table.play(table.turn, card).status == 201
    assert table.turn == "E"
    return table


def all_that_is_shown(table: Seated) -> list[Any]:
    """The game, its events and its past as each seat is shown them."""
    versions = range(1, table.version + 1)
    return [
        (
            table.show(seat),
            table.events(seat),
            [table.people[seat].get(f"{table.path}/states/{v}").json for v in versions],
        )
        for seat in SEATS
    ]


NOT_HELD = {
    "the left's": "3C",
    "the partner's": "2D",
    "one's own, already played": "AC",
    "another's, already played": "QC",
    "turned up": TURN_UP,
    "in the stock": STOCK,
    "another's joker": "LB",
    "another's joker in another case": "lb",
    "and in yet another": "lB",
}
NO_CARDS = [
    *({"rank": "K", "suit": "C"}, {"card": "KC", "seat": "E"}, {"id": "KC", "points": 99}),
    *(["KC"], ["KC", "BB"], "KC BB", "KC,BB", "KH/C", "joker", "BIG BLOOPER", "B", "bB "),
]


def test_a_card_that_is_not_held_is_refused_and_changes_nothing(table: Seated) -> None:
    before = all_that_is_shown(table)
    for where, card in NOT_HELD.items():
        for claimed in ({}, CLAIMED):
            answer = table.people["E"].post(f"{table.path}/plays", {**claimed, "card": card})
            assert (answer.status, answer.code) == (422, "card-not-in-hand"), where
            assert set(answer.json["legal"]) == {"KC", "BB", "4D"}
    assert all_that_is_shown(table) == before


def test_a_card_is_two_characters_and_never_a_thing_with_properties(table: Seated) -> None:
    before = all_that_is_shown(table)
    for card in NO_CARDS:
        answer = table.people["E"].post(f"{table.path}/plays", {**CLAIMED, "card": card})
        assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", ["card"])
    assert all_that_is_shown(table) == before


@pytest.mark.parametrize("spelled", ["KC", "bb", "Bb"])
def test_what_else_is_claimed_of_a_card_is_as_if_it_had_not_been_sent(
    table: Seated, spelled: str
) -> None:
    before, card = all_that_is_shown(table), spelled.upper()
    answer = table.people["E"].post(f"{table.path}/plays", {**CLAIMED, "card": spelled})

    assert answer.status == 201
    after = all_that_is_shown(table)
    for (then, said, past), (now, says, passed), seat in zip(before, after, SEATS, strict=True):
        *earlier, event = says
        assert (earlier, passed[:-1]) == (said, past)
        assert (event["type"], event["data"]) == ("card-played", {"seat": "E", "card": card})
        assert (event["actor"]["kind"], event["actor"]["name"]) == ("player", "boris")
        played = {card} if seat == "E" else set()
        assert set(now["deal"]["hand"]) == set(then["deal"]["hand"]) - played
        assert (now["version"], now["turn"]["seat"]) == (then["version"] + 1, LEFT["E"])
        same = ("number", "trump", "turn_up", "bids", "contracts", "tricks", "last_trick")
        assert {k: now["deal"][k] for k in same} == {k: then["deal"][k] for k in same}
        assert (now["scores"], now["seats"]) == (then["scores"], then["seats"])
        # The past as it is replayed ends with what is served now.
        assert passed[-1]["deal"] == now["deal"]


def test_a_bid_is_its_senders_whatever_is_claimed_of_it(people: People) -> None:
    table = seat_four(people)
    seat, before = table.turn, table.events()
    claims = {**CLAIMED, "seat": LEFT[seat], "level": 4, "bid": "board"}
    assert table.people[seat].post(f"{table.path}/bids", claims).status == 201

    (event,) = table.events()[len(before) :]
    assert event["data"] == {"seat": seat, "bid": "board", "level": 1}
    assert event["actor"]["name"] == people[seat].username


def test_what_one_says_and_claims_is_said_and_claimed_by_oneself(
    table: Seated, staff: Caller
) -> None:
    ana = table.people["N"]
    for who in ({"player": "boris", "seat": "E"}, {"player_id": "0", "by": "boris"}):
        said = ana.post(f"{table.path}/messages", {"text": "Hello!", **CLAIMED, **who}).json
        assert (said["player"], said["seat"]) == ("ana", "N")
    filed = ana.post(f"{table.path}/disputes", {"reason": "x", "by": "boris"}).json
    assert (filed["by"], filed["status"]) == ("ana", "open")
    ruling = {"ruling": "rejected", "remedy": "none", "note": "No.", "by": "boris", "game": "x"}
    assert staff.post(f"/disputes/{filed['id']}/ruling", ruling).json["by"] == "ana"
