"""What a page shows at each version is what the viewer's own view holds, and no more."""

from __future__ import annotations

import pytest

from games.engine.player_view import SPECTATOR, STAFF, player_view
from games.eventstore.store import load
from games.review.pages import open_replay, page
from tests.games.review.looking import Logged

VIEWERS = ("E", SPECTATOR, STAFF)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_picture_is_the_view(under_way: Logged, viewer: str) -> None:
    newest = load(under_way.id)
    for version in range(1, newest.version + 1, 2):
        view = player_view(load(under_way.id, upto=version).game, viewer)
        drawn = page(open_replay(newest, version, viewer)).picture
        for hand in drawn.hands:
            deal = view.deal
            held = None
            if deal is not None and deal.hands is not None:
                held = set(deal.hands[hand.seat])
            elif deal is not None and hand.seat == view.you:
                held = set(deal.hand or ())
            assert (None if hand.cards is None else {card.code for card in hand.cards}) == held
            assert hand.held == (0 if deal is None else deal.cards_left[hand.seat])
            assert hand.to_act == (view.turn is not None and view.turn.seat == hand.seat)
        for team in drawn.teams:
            assert team.score == view.scores[team.team]
            assert team.taken == (0 if view.deal is None else view.deal.won[team.team])


def test_cards_that_may_be_played_are_marked(under_way: Logged) -> None:
    newest = load(under_way.id)
    for event in under_way.moves():
        before = event.version - 1
        turn = player_view(load(under_way.id, upto=before).game, STAFF).turn
        hands = page(open_replay(newest, before, STAFF)).picture.hands
        assert turn is not None
        assert turn.legal is not None
        for hand in hands:
            marks = {card.code: card.mark for card in hand.cards or ()}
            legal = {card for card, mark in marks.items() if mark == "legal"}
            assert legal == (set(turn.legal) if hand.seat == turn.seat else set())
            assert set(marks.values()) <= ({"legal", "barred"} if legal else {""})


def test_a_move_is_told_with_all_that_was_legal(finished: Logged) -> None:
    newest = load(finished.id)
    for event in [*finished.moves()[::7], *finished.moves("bid-made")[::5]]:
        step = page(open_replay(newest, event.version, STAFF)).step
        turn = player_view(load(finished.id, upto=event.version - 1).game, STAFF).turn
        assert turn is not None
        assert turn.legal is not None
        assert (step.kind, step.policy) == (event.actor.kind, event.actor.policy or "")
        if turn.action == "bid":
            assert step.bids == [str(bid) for bid in turn.legal]
            assert step.made == str(event.data["bid"])
        else:
            assert {card.code for card in step.cards} == set(turn.legal)
            made = [card.code for card in step.cards if card.mark == "made"]
            assert made == [event.data["card"]]


def test_the_time_line_tells_each_event_of_the_deal_once(finished: Logged) -> None:
    newest, version, told = load(finished.id), 1, list[int]()
    while version <= newest.version:
        groups = page(open_replay(newest, version, STAFF)).groups
        rows = [row for group in groups for row in group.rows]
        assert all(row.sentence for row in rows)
        told += [row.version for row in rows]
        version = told[-1] + 1
    assert told == [event.version for event in finished.events]


def test_a_trick_stays_on_the_table_until_another_is_led(finished: Logged) -> None:
    newest = load(finished.id)
    for event in finished.moves():
        if "winner" not in event.data:
            continue
        trick = page(open_replay(newest, event.version, SPECTATOR)).picture.trick
        assert trick is not None
        assert len(trick.plays) == 4
        won = [play.seat for play in trick.plays if play.card.mark == "won"]
        assert won == [event.data["winner"]]


def test_deals_that_a_rewind_took_back_are_told_apart(finished: Logged) -> None:
    newest = load(finished.id)
    deals = page(open_replay(newest, None, STAFF)).deals
    scored = [deal for deal in deals if deal.points is not None]

    assert any(not deal.stands for deal in deals)
    standing = [(deal.number, deal.attempt) for deal in scored if deal.stands]
    assert standing == [(result.number, result.attempt) for result in newest.game.results]
    assert [deal.here for deal in deals] == [True] + [False] * (len(deals) - 1)


def test_without_a_version_a_running_game_is_shown_as_it_stands(under_way: Logged) -> None:
    assert open_replay(load(under_way.id), None, SPECTATOR).version == under_way.newest.version
