"""Deals whose cards lie as wanted, played over the API: what is refused, who wins, what is told"""

from __future__ import annotations

import pytest

from tests.caller import Caller
from tests.engine.table import stacked
from tests.games.records.holding import faults
from tests.games.seated import People, Seated, deals, events_of, seat_four

# What the published checker finds of cards and a dealer that were put in by hand.
BY_HAND = {
    "the deck is not the one that the seed gives",
    "the first dealer is not the one that the seed gives",
}
ACE_LED = {"E": "AC KC 2D", "W": "QC JC 6D", "N": "9C 8C 7D"}
VOID = ACE_LED | {"S": "2H 3D 4D"}
NOT_VOID = ACE_LED | {"S": "2C 2H 4D"}


@pytest.fixture
def led(people: People, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Seated:
    """A deal of these hands, hearts trump, in which E, who bid 1, has led the ace of clubs."""
    deck = stacked(request.param, dealer="N", turn_up="5H")
    monkeypatch.setattr("games.engine.shuffle.first_dealer", lambda *_: "N")
    monkeypatch.setattr("games.engine.shuffle.deck", lambda *_: deck)
    table = seat_four(people, **deals(3))
    table.bid_all(1, "pass", "pass", "pass")
    play(table, "E AC")
    return table


def play(table: Seated, *cards: str) -> None:
    """Each `seat card` in turn."""
    for one in cards:
        seat, card = one.split()
        assert table.turn == seat
        answer = table.play(seat, card)
        assert answer.status == 201, answer.content


@pytest.mark.parametrize("led", [VOID], indirect=True)
def test_the_lowest_trump_of_who_is_void_takes_an_ace(led: Seated, eve: Caller) -> None:
    play(led, "S 2H", "W QC", "N 9C")

    taken = {
        "leader": "E",
        "plays": [
            {"seat": "E", "card": "AC"},
            {"seat": "S", "card": "2H"},
            {"seat": "W", "card": "QC"},
            {"seat": "N", "card": "9C"},
        ],
        "winner": "S",
    }
    version = led.version
    for caller in (*led.people.values(), eve):
        assert events_of(caller, led.path)[-1]["data"] == {
            "seat": "N",
            "card": "9C",
            "winner": "S",
        }
        for path in (led.path, f"{led.path}/states/{version}"):
            shown = caller.get(path).json
            assert shown["deal"]["last_trick"] == taken
            assert shown["deal"]["tricks"] == {"NS": 1, "EW": 0}
            assert (shown["turn"]["seat"], shown["deal"]["trump_broken"]) == ("S", True)

    play(led, "S 3D", "W 6D", "N 7D", "E 2D", "N 8C", "E KC", "S 4D", "W JC")
    shown = eve.get(led.path).json
    (result,) = shown["results"]
    # E made his one trick; N and S, who passed, have one for each of theirs.
    assert (result["tricks"], result["points"]) == ({"NS": 2, "EW": 1}, {"NS": 2, "EW": 5})
    assert (shown["scores"], shown["winner"]) == ({"NS": 2, "EW": 5}, "EW")
    scored = next(e for e in events_of(eve, led.path) if e["type"] == "deal-scored")["data"]
    record = eve.get(f"{led.path}/record").json
    for told in (scored, record["deals"][0]):
        assert (told["tricks"], told["points"]) == (result["tricks"], result["points"])
    assert eve.get(f"{led.path}/states/{version}").json["deal"]["last_trick"] == taken
    assert eve.get(f"{led.path}/verification").json["ok"]
    assert set(faults(record)) <= BY_HAND


@pytest.mark.parametrize("led", [NOT_VOID], indirect=True)
def test_a_trump_is_refused_while_the_suit_led_is_held_and_taken_when_it_is_not(
    led: Seated,
) -> None:
    version, before = led.version, led.show("S")
    assert before["turn"]["legal"] == ["2C"]
    for card in ("2H", "2h"):
        answer = led.play("S", card)
        assert (answer.status, answer.code) == (422, "must-follow-suit")
        assert answer.json["legal"] == ["2C"]
        assert (led.version, led.show("S")) == (version, before)

    play(led, "S 2C", "W QC", "N 9C", "E KC")
    assert set(led.legal()) == {"2H", "4D"}
    play(led, "S 2H", "W JC", "N 8C")
    assert led.events()[-1]["data"]["winner"] == led.turn == "S"
