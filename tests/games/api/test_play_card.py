"""POST /games/{id}/plays"""

from __future__ import annotations

from typing import Any

import pytest

from tests.caller import Caller
from tests.games.seated import (
    LEFT,
    SEATS,
    People,
    Seated,
    deals,
    events_of,
    limited_to,
    open_game,
    seat_four,
)

NO_CARDS: list[Any] = [
    *("ZZ", "", "Q", "QSS", "1S", "11S", "Q S", " QS", "♠Q", "qſ", "lB ", "x" * 60_000, "S10"),
    *(None, True, False, 0, 1.5, [], ["QS"], {}, {"card": "QS"}),
]
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["BB", "LB"]


@pytest.fixture
def playing(table: Seated) -> Seated:
    """The four at the first lead of a deal of 13."""
    table.bid_all()
    return table


def hand(table: Seated, seat: str) -> list[str]:
    return list(table.show(seat)["deal"]["hand"])


def trumps(cards: list[str]) -> list[str]:
    """With hearts as trump, the lowest first."""
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
    suited = sorted((c for c in cards if c[1] == "H"), key=lambda card: order.index(card[0]))
    return suited + [joker for joker in ("LB", "BB") if joker in cards]


def led(people: People, joker: str) -> tuple[Seated, str]:
    """A table at which that joker was just led, by the board of who holds it."""
    while True:
        table = seat_four(people, **deals(13, fixed_trump="H"))
        holder = next((seat for seat in SEATS if joker in hand(table, seat)), None)
        follower = LEFT[holder or "N"]
        if holder is None or len(trumps(hand(table, follower))) < 2:
            continue
        while (bidder := table.show()["turn"])["action"] == "bid":
            table.bid(bidder["seat"], "board" if bidder["seat"] == holder else "pass")
        assert table.play(holder, joker).status == 201
        return table, follower


def test_it_works(playing: Seated) -> None:
    seat = playing.turn
    card = playing.legal()[0]
    answer = playing.play(seat, card)

    game = answer.json
    assert answer.status == 201
    assert answer.headers["ETag"] == f'"{game["version"]}"'
    assert game["deal"]["trick"]["plays"] == [{"seat": seat, "card": card}]
    assert card not in game["deal"]["hand"]
    assert game["deal"]["cards_left"][seat] == 12
    assert game["turn"]["seat"] == LEFT[seat]
    event = playing.events()[-1]
    assert (event["type"], event["data"]) == ("card-played", {"seat": seat, "card": card})


def test_the_fourth_card_names_the_winner(playing: Seated) -> None:
    for _ in SEATS:
        playing.move(lambda legal: legal[0])

    winner = playing.events()[-1]["data"]["winner"]
    assert playing.show()["deal"]["last_trick"]["winner"] == winner == playing.turn


def test_the_last_card_scores_and_deals_in_the_same_act(people: People) -> None:
    table = seat_four(people, **deals(1, 1))
    table.bid_all("board", "pass", "pass", "pass")
    for _ in SEATS:
        game = table.move(lambda legal: legal[0]).json

    kinds = [event["type"] for event in table.events()[-3:]]
    assert kinds == ["card-played", "deal-scored", "deal-started"]
    assert (game["deal"]["number"], len(game["results"])) == (2, 1)


@pytest.mark.parametrize("spell", [str.lower, str.swapcase, lambda card: card.replace("T", "10")])
def test_a_card_is_read_in_either_case_and_10_for_t(playing: Seated, spell: Any) -> None:
    card = max(playing.legal(), key=lambda card: card[0] == "T")

    assert playing.play(playing.turn, spell(card)).json["deal"]["trick"]["plays"][0]["card"] == card


@pytest.mark.parametrize("card", NO_CARDS, ids=lambda card: repr(card)[:20])
def test_what_is_no_card_is_refused(playing: Seated, card: Any) -> None:
    answer = playing.play(playing.turn, card)

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", ["card"])


def test_what_is_no_card_is_refused_before_anything_of_the_game(table: Seated) -> None:
    for seat in SEATS:
        assert table.play(seat, "ZZ").code == "invalid-request"


def test_a_card_that_is_not_in_the_hand_is_refused_alike_wherever_it_is(people: People) -> None:
    table = seat_four(people, **deals(5))
    table.bid_all()
    table.move(lambda legal: legal[0])
    played = table.show()["deal"]["trick"]["plays"][0]["card"]
    seat = table.turn
    hands = {other: hand(table, other) for other in SEATS}
    turn_up = table.show()["deal"]["turn_up"]
    somewhere = {played, turn_up}.union(*hands.values())
    stock = next(card for card in PACK if card not in somewhere)
    version = table.version

    answers = [
        table.play(seat, card)
        for card in (hands[LEFT[seat]][0], hands[LEFT[LEFT[seat]]][0], played, stock, turn_up)
    ]
    assert {answer.status for answer in answers} == {422}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].code == "card-not-in-hand"
    assert sorted(answers[0].json["legal"]) == sorted(table.legal())
    assert (table.version, hand(table, seat)) == (version, hands[seat])


def test_a_card_outside_the_suit_led_is_refused(people: People) -> None:
    while True:
        table = seat_four(people, **deals(13))
        table.bid_all()
        table.move(lambda legal: next((c for c in legal if c not in ("BB", "LB")), legal[0]))
        seat, legal = table.turn, table.legal()
        others = [card for card in hand(table, seat) if card not in legal]
        if others and table.show()["deal"]["trick"]["plays"][0]["card"] not in ("BB", "LB"):
            break
    answer = table.play(seat, others[0])

    assert (answer.status, answer.code) == (422, "must-follow-suit")
    assert answer.json["legal"] == legal


def test_trump_is_not_led_before_it_is_broken(people: People) -> None:
    while True:
        table = seat_four(people, **deals(13, fixed_trump="H"))
        table.bid_all()
        seat, legal = table.turn, table.legal()
        held = trumps(hand(table, seat))
        if held and held[0] not in legal:
            break
    answer = table.play(seat, held[0])

    assert (answer.status, answer.code) == (422, "trump-not-broken")
    assert sorted(answer.json["legal"]) == sorted(set(hand(table, seat)) - set(held))


def test_the_big_blooper_asks_for_the_highest_trump(people: People) -> None:
    table, seat = led(people, "BB")
    *lower, highest = trumps(hand(table, seat))
    answer = table.play(seat, lower[0])

    assert (answer.status, answer.code) == (422, "must-play-highest-trump")
    assert answer.json["legal"] == [highest]
    others = set(hand(table, seat)) - {highest, *lower}
    if others:
        assert table.play(seat, others.pop()).code == "must-follow-suit"
    assert table.play(seat, highest).status == 201


def test_the_little_blooper_asks_for_the_lowest_trump(people: People) -> None:
    table, seat = led(people, "LB")
    lowest, *higher = trumps(hand(table, seat))
    answer = table.play(seat, higher[0])

    assert (answer.status, answer.code) == (422, "must-play-lowest-trump")
    assert answer.json["legal"] == [lowest]


def test_out_of_turn_is_refused_whatever_the_card(playing: Seated) -> None:
    seat = playing.waiting
    own, others = hand(playing, seat)[0], hand(playing, playing.turn)[0]

    for card in (own, others):
        answer = playing.play(seat, card)
        assert (answer.status, answer.code) == (409, "not-your-turn")
        assert "legal" not in answer.json


def test_during_the_bidding_it_is_refused(table: Seated) -> None:
    for seat in SEATS:
        answer = table.play(seat, hand(table, seat)[0])
        assert (answer.status, answer.code) == (409, "wrong-phase")


def test_before_the_start_it_is_refused(ana: Caller, eve: Caller) -> None:
    path = f"/games/{open_game(ana)['id']}/plays"

    assert ana.post(path, {"card": "QS"}).code == "game-not-started"
    assert eve.post(path, {"card": "QS"}).code == "not-a-player"


def test_after_the_end_it_is_refused(people: People) -> None:
    table = seat_four(people, **deals(1))
    table.finish()

    assert table.play("N", "QS").code == "game-over"


def test_a_spectator_is_refused_whatever_he_sends(playing: Seated, eve: Caller) -> None:
    for body in (b'{"card": "QS"}', b'{"card": "ZZ"}', b"{", b""):
        assert eve.send("POST", f"{playing.path}/plays", body).code == "not-a-player"


def test_what_else_is_sent_is_ignored(playing: Seated) -> None:
    seat, card = playing.turn, playing.legal()[0]
    body = {"card": card, "seat": LEFT[seat], "rank": "A", "suit": "S", "trump": True, "points": 9}
    game = playing.people[seat].post(f"{playing.path}/plays", body).json

    assert game["deal"]["trick"]["plays"] == [{"seat": seat, "card": card}]


def test_a_refused_card_is_in_no_event(playing: Seated, eve: Caller) -> None:
    before = events_of(eve, playing.path)
    playing.play(playing.turn, "ZZ")
    playing.play(playing.waiting, hand(playing, playing.waiting)[0])

    assert events_of(eve, playing.path) == before


def test_it_takes_a_token_of_the_scope_play(playing: Seated, nobody: Caller) -> None:
    path = f"{playing.path}/plays"

    assert nobody.post(path, []).code == "not-authenticated"
    assert limited_to(playing.people["N"], "read").post(path, []).code == "insufficient-scope"
