"""GET /games/{id}/hint"""

from __future__ import annotations

import random
import re
from functools import partial
from typing import Any, get_args

import pytest
from django.core.cache import cache
from django.utils import translation
from redis.exceptions import ConnectionError as RedisConnectionError

from games import hints
from games.api.hint_words import SENTENCES, in_words
from games.bots.choice import Code, Reason
from games.engine.cards import PACK
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.engine.state import Game
from games.eventstore.store import load
from tests.caller import Caller
from tests.games.seated import LEFT, People, Seated, deals, limited_to, open_game, seat_four

FACTS = {
    "tricks": 2.5,
    "own": 3.4,
    "team": 6.9,
    "gain": 2.1,
    "instead_of": "AD",
    "worlds": 160,
    "play": "ruffs",
}


@pytest.fixture
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept, so that every hint is thought about, and on a busy machine to the end."""
    monkeypatch.setattr(hints, "KEPT", 0)
    monkeypatch.setattr(hints, "THINKING", 60.0)


def hint_of(table: Seated, seat: str | None = None) -> Any:
    return table.people[seat or table.turn].get(f"{table.path}/hint")


def without_the_others(game: Game, seat: str, dice: random.Random) -> Game:
    """The same game as far as a seat can tell: what it has not seen is dealt out anew."""
    deal = game.deal
    assert deal is not None
    others = [other for other in SEATS if other != seat]
    seen = {play.card for play in deal.plays} | {deal.turn_up, *deal.hands[seat]}
    if deal.replaced is not None:
        seen |= {deal.replaced.joker}
    unseen = [card for card in PACK if card not in seen]
    dice.shuffle(unseen)
    dealt = dict(deal.dealt)
    for other in others:
        played = [play.card for play in deal.plays if play.seat == other]
        count = len(deal.hands[other])
        dealt[other] = (*played, *unseen[:count])
        del unseen[:count]
    return game._replace(deal=deal._replace(dealt=dealt))


def without_a_fourth_pass(wished: Any, stuck: bool, legal: list[Any]) -> Any:
    return legal[-1] if stuck else wished


def test_it_works(table: Seated) -> None:
    legal = table.legal()
    answer = hint_of(table)

    assert answer.status == 200, answer.content
    assert set(answer.json) == {"action", "bid", "reason", "policy"}
    assert answer.json["action"] == "bid"
    assert answer.json["bid"] in legal
    assert re.fullmatch(r"search/\d+", answer.json["policy"])
    assert re.fullmatch(r"Your hand should take about [\d.]+ tricks .*\.", answer.json["reason"])
    assert answer.headers["ETag"] == f'"{table.version}"'


def test_it_is_a_card_when_the_cards_are_played(table: Seated) -> None:
    table.bid_all()
    legal = table.legal()
    answer = hint_of(table).json

    assert set(answer) == {"action", "card", "reason", "policy"}
    assert answer["action"] == "play"
    assert answer["card"] in legal


@pytest.mark.slow
@pytest.mark.usefixtures("sparing")
def test_whoever_follows_it_finishes_the_game(people: People) -> None:
    table = seat_four(people, **deals(3, 1))
    while table.show()["status"] == "active":
        hint = hint_of(table).json
        assert "{" not in hint["reason"]
        assert hint["reason"].endswith(".")
        legal = table.legal()
        wished = hint.get("bid", hint.get("card"))
        assert wished in legal
        bids = table.show()["deal"]["bids"]
        stuck = hint["action"] == "bid" and [made["bid"] for made in bids] == ["pass"] * 3
        table.move(partial(without_a_fourth_pass, wished, stuck))


def test_at_the_same_version_it_is_the_same(table: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    table.bid_all()
    first = hint_of(table).json
    monkeypatch.setattr(hints, "think", None)

    assert hint_of(table).json == first


@pytest.mark.usefixtures("sparing")
def test_unseen_cards_make_no_difference(people: People) -> None:
    dice = random.Random(7)
    table = seat_four(people, **deals(4, replace_joker=False))
    for _ in range(9):
        game = load(table.id).game
        seat = table.turn
        hint = hints.think(player_view(game, seat))
        for _ in range(3):
            other = without_the_others(game, seat, dice)
            assert other != game
            assert hints.think(player_view(other, seat)) == hint
        table.move(lambda legal: dice.choice(legal[1:] or legal))


def test_a_reason_names_no_card_but_ones_own(people: People) -> None:
    table = seat_four(people, **deals(6))
    table.bid_all()
    for _ in range(6):
        seat = table.turn
        named = set(re.findall(r"\b(?:[2-9TJQKA][CDHS]|BB|LB)\b", hint_of(table).json["reason"]))
        assert named <= set(table.show(seat)["deal"]["hand"])
        table.move(lambda legal: legal[0])


@pytest.mark.parametrize(
    ("language", "stop"), [("en", "."), ("bg", "."), ("te", "."), ("ne", "।"), ("ja", "。")]
)
def test_every_reason_has_its_words(language: str, stop: str) -> None:
    for code in get_args(Code):
        with translation.override(language):
            words = in_words(Reason(code, FACTS))
        assert words[0] == words[0].upper()
        assert words.endswith(stop)
        assert "{" not in words
        assert words.isascii() == (language == "en")


def test_no_words_are_left_over() -> None:
    assert set(SENTENCES) == set(get_args(Code))


def test_while_redis_is_away_it_is_thought_about_again(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise RedisConnectionError

    first = hint_of(table).json
    monkeypatch.setattr(cache, "get_or_set", away)
    assert hint_of(table).json == first


def test_one_that_is_known_is_not_sent_again(table: Seated) -> None:
    seat, tag = table.turn, f'"{table.version}"'
    answer = table.people[seat].get(f"{table.path}/hint", if_none_match=tag)

    assert (answer.status, answer.content) == (304, b"")


def test_out_of_turn_there_is_none(table: Seated) -> None:
    turn = table.turn
    answer = hint_of(table, LEFT[turn])

    assert (answer.status, answer.code) == (409, "not-your-turn")
    assert turn in answer.json["detail"]


def test_who_does_not_sit_there_gets_none(table: Seated, eve: Caller, staff: Caller) -> None:
    for caller in (eve, staff):
        answer = caller.get(f"{table.path}/hint")
        assert (answer.status, answer.code) == (403, "not-a-player")


def test_before_the_start_there_is_none(ana: Caller) -> None:
    answer = ana.get(f"/games/{open_game(ana)['id']}/hint")

    assert (answer.status, answer.code) == (409, "game-not-started")


def test_after_the_end_there_is_none(people: People) -> None:
    table = seat_four(people, **deals(1))
    table.finish()

    assert hint_of(table, "N").code == "game-over"


def test_of_another_private_game_nothing_is_said(ana: Caller, eve: Caller) -> None:
    path = f"/games/{open_game(ana, visibility='private')['id']}/hint"

    assert eve.get(path).code == "not-found"
    assert ana.get("/games/1/hint").code == "not-found"


def test_it_takes_a_token_of_the_scope_read(table: Seated, nobody: Caller) -> None:
    path = f"{table.path}/hint"
    mover = table.people[table.turn]

    assert nobody.get(path).code == "not-authenticated"
    assert limited_to(mover, "play").get(path).code == "insufficient-scope"
    assert limited_to(mover, "read").get(path).status == 200
