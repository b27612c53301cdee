"""The search: which cards it compares, how it judges the past, and that it mends a mistake."""

from __future__ import annotations

from random import Random

from games.bots.cards import BITS, singles
from games.bots.fitted_bids import shipped
from games.bots.heuristic import heuristic_card
from games.bots.past_bids import past_bids
from games.bots.past_plays import past_plays, same_play
from games.bots.position import Position
from games.bots.search import candidates, searched
from games.bots.seen import position_of
from games.bots.table import Table
from games.engine.player_view import player_view
from games.engine.seats import SEATS
from games.engine.state import Game
from tests.bots.random_moves import random_mover
from tests.bots.tables import Mover, new_game, normal, positions


def in_play(game: Game, mover: Mover) -> list[tuple[Game, Position]]:
    """Every position of the game in which a card is to be played, as its seat knows it."""
    return [
        (state, position_of(player_view(state, state.to_act or "N")))
        for state in positions(game, mover)
        if state.deal is not None and state.deal.phase == "play"
    ]


def test_touching_cards_are_one_candidate_and_jokers_are_their_own() -> None:
    for _, position in in_play(new_game("runs", "gamerules"), random_mover(Random(1))):
        legal = position.legal_cards()
        found = candidates(position, heuristic_card(position))
        assert len(set(found)) == len(found)
        assert all(card & legal for card in found)
        jokers = [card for card in singles(legal) if card >= 1 << 52]
        assert set(jokers) <= set(found)
        for card in singles(legal):
            assert any(same_play(card, one, position.table, position.unseen) for one in found)


def test_normal_bots_surprise_nobody_who_sees_their_hands() -> None:
    weights = shipped()
    judged = 0
    for state, position in in_play(new_game("past", "gamerules"), normal):
        assert state.deal is not None
        bits = BITS[state.deal.trump]
        true = [sum(bits[card] for card in state.deal.hands[seat]) for seat in SEATS]
        for seat, played, expected in past_plays(position):
            assert expected(true[seat] | played)
            judged += 1
        for seat, played, surprise in past_bids(position, weights):
            if position.table.size > 3:
                assert abs(surprise(true[seat] | played)) <= 1.0
    assert judged > 1000


def test_random_cards_do_surprise() -> None:
    odd = 0
    for state, position in in_play(new_game("odd", "short"), random_mover(Random(2))):
        assert state.deal is not None
        bits = BITS[state.deal.trump]
        true = [sum(bits[card] for card in state.deal.hands[seat]) for seat in SEATS]
        odd += sum(not judge(true[seat] | played) for seat, played, judge in past_plays(position))
    assert odd > 20


def test_cards_are_not_the_same_with_an_unseen_card_between() -> None:
    table, bit = Table(13), BITS["S"]
    assert same_play(bit["KC"], bit["QC"], table, 0)
    assert not same_play(bit["KC"], bit["JC"], table, bit["QC"])
    assert not same_play(bit["BB"], bit["LB"], table, 0)
    assert not same_play(bit["KC"], bit["QD"], table, 0)


def test_the_search_keeps_the_heuristic_card_when_nothing_is_better() -> None:
    kept = looked = 0
    for _, position in in_play(new_game("anchor", "short"), normal):
        found = searched(position, shipped(), Random(1), 24)
        assert found.anchor == heuristic_card(position)
        assert found.gain > 0 or found.card == found.anchor
        kept += found.card == found.anchor
        looked += 1
    assert looked > kept > looked // 2
