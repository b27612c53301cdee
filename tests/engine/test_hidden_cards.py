"""Over whole random games nobody is ever shown a card that he may not know."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import PACK
from games.engine.commands import PlayCard
from games.engine.events import DealStarted, Event
from games.engine.game import decide
from games.engine.player_view import SPECTATOR, STAFF, player_view, visible_data
from games.engine.refusals import Refusal
from games.engine.seats import SEATS
from tests.engine.hidden_cards import cards_in, known_to
from tests.engine.random_games import Setting, eventful_steps, illegal_move, steps
from tests.engine.strategies import HANDS, SHORT_HANDS, games
from tests.engine.test_player_view import stored

VIEWERS = (*SEATS, SPECTATOR)
SECRETS = {"deck", "salt", "hands"}


@settings(max_examples=8)
@given(games(HANDS), st.integers(0, 4))
def test_a_view_never_contains_an_unplayed_card_of_another(setting: Setting, turn: int) -> None:
    for count, step in enumerate(eventful_steps(setting, disturbances=3)):
        viewer = VIEWERS[(count + turn) % 5]
        view, deal = player_view(step.after, viewer), step.after.deal
        known = set() if deal is None else known_to(deal, viewer)
        assert cards_in(view) <= known
        assert setting.seed not in repr(view)


@given(games(SHORT_HANDS))
def test_a_seat_sees_its_whole_hand_and_every_open_card(setting: Setting) -> None:
    for step in steps(setting):
        deal = step.after.deal
        if deal is None or step.after.version % 5:
            continue
        for seat in SEATS:
            view = player_view(step.after, seat).deal
            assert view is not None
            assert set(view.hand or ()) == deal.hands[seat]
            assert view.cards_left == {other: len(deal.hands[other]) for other in SEATS}
        assert cards_in(player_view(step.after, STAFF)) >= {
            card for hand in deal.hands.values() for card in hand
        }


def stored_once(log: list[Event], written: list[dict[str, Any]]) -> None:
    """Write down the data of the events that have joined the log."""
    written += [stored(event) for event in log[len(written) :]]


@settings(max_examples=12)
@given(games(SHORT_HANDS))
def test_events_keep_their_secrets_until_they_open(setting: Setting) -> None:
    log, written = list[Event](), list[dict[str, Any]]()
    for count, step in enumerate(eventful_steps(setting, disturbances=3)):
        log += step.events
        stored_once(log, written)
        game, viewer = step.after, VIEWERS[count % 5]
        deals = [version for version, event in enumerate(log, 1) if isinstance(event, DealStarted)]
        for version in (1, *deals[-2:]):
            whole = written[version - 1]
            shown = visible_data(type(log[version - 1]), version, whole, game, viewer)
            if game.over or (1 < version < deals[-1] and viewer in SEATS):
                assert shown == whole
            elif version == 1:
                assert shown.keys() == whole.keys() - {"seed"}
            elif viewer == SPECTATOR:
                assert not shown.keys() & SECRETS
                assert cards_in(shown) <= open_at_the_start(log[version - 1])
            else:
                assert game.deal is not None
                assert shown.keys() & SECRETS == {"hands"}
                assert cards_in(shown) <= known_to(game.deal, viewer)


def open_at_the_start(event: Event) -> set[str]:
    """The cards of a deal that lie open before the first is played."""
    assert isinstance(event, DealStarted)
    replaced = event.replaced
    return {event.turn_up} if replaced is None else {event.turn_up, replaced.joker}


@given(games(SHORT_HANDS))
def test_no_refusal_names_a_card_that_the_refused_seat_may_not_see(setting: Setting) -> None:
    random = setting.random()
    for step in steps(setting):
        game = step.after
        command = illegal_move(game, random)
        with pytest.raises(Refusal) as caught:
            decide(game, command)
        if game.deal is not None:
            said = {command.card} if isinstance(command, PlayCard) else set()
            told = cards_in([caught.value.code, caught.value.legal, caught.value.facts])
            assert told <= known_to(game.deal, command.seat) | said


@given(games(SHORT_HANDS))
def test_a_card_not_in_the_hand_is_refused_alike_wherever_it_lies(setting: Setting) -> None:
    for step in steps(setting):
        game, deal = step.after, step.after.deal
        if deal is None or deal.phase != "play" or game.to_act is None or game.version % 3:
            continue
        answers = set()
        for card in (*PACK, "ZZ"):
            if card not in deal.hands[game.to_act]:
                with pytest.raises(Refusal) as caught:
                    decide(game, PlayCard(game.to_act, card))
                facts = {**caught.value.facts, "card": caught.value.facts["card"] == card}
                answers.add((caught.value.code, caught.value.legal, repr(facts)))
        assert len(answers) == 1
        assert next(iter(answers))[0] == "card-not-in-hand"
