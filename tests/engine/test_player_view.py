"""What a seat, a spectator and staff see of a game and of its events."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.cards import in_order
from games.engine.commands import PlayCard, VoidGame
from games.engine.events import CardPlayed, DealStarted, Event, GameCreated, GameRewound
from games.engine.game import decide
from games.engine.player_view import (
    SPECTATOR,
    STAFF,
    DealView,
    TurnView,
    player_view,
    visible_data,
)
from games.engine.seats import SEATS
from games.engine.state import Game
from tests.engine.hidden_cards import cards_in
from tests.engine.table import GAME_ID, SEED, Table, dealt, leading, seated

HANDS = {"E": "5C AH 3S", "S": "9C 8D KH", "W": "KC QC 4D", "N": "6C 7C BB"}


def deal_seen(table: Table, viewer: str) -> DealView:
    """The present deal as this viewer sees it."""
    view = player_view(table.game, viewer).deal
    assert view is not None
    return view


def turn_seen(table: Table, viewer: str) -> TurnView:
    """Whose turn it is, as this viewer sees it."""
    view = player_view(table.game, viewer).turn
    assert view is not None
    return view


# The state


def test_before_the_start_there_is_no_deal_and_no_turn() -> None:
    view = player_view(Game(id=GAME_ID), "N")
    assert (view.id, view.version, view.status, view.you) == (GAME_ID, 0, "waiting", "N")
    assert (view.deal, view.turn, view.winner, view.results) == (None, None, None, ())


@pytest.mark.parametrize(
    ("viewer", "you"), [("N", "N"), ("W", "W"), (SPECTATOR, None), (STAFF, None)]
)
def test_a_viewer_knows_his_own_seat(viewer: str, you: str | None) -> None:
    assert player_view(seated().game, viewer).you == you


def test_a_seat_sees_its_own_hand_in_the_order_of_the_pack_and_no_other() -> None:
    table = leading("E", HANDS)
    assert deal_seen(table, "E").hand == ("5C", "AH", "3S")
    assert deal_seen(table, "N").hand == ("6C", "7C", "BB")
    for seat in SEATS:
        assert deal_seen(table, seat).hands is None
        assert cards_in(player_view(table.game, seat)) == {"2H", *HANDS[seat].split()}


def test_a_spectator_sees_no_hand_and_staff_all_four() -> None:
    table = leading("E", HANDS)
    assert deal_seen(table, SPECTATOR).hand is None
    assert deal_seen(table, SPECTATOR).hands is None
    assert cards_in(player_view(table.game, SPECTATOR)) == {"2H"}
    assert deal_seen(table, STAFF).hand is None
    assert deal_seen(table, STAFF).hands == {
        seat: in_order(hand.split()) for seat, hand in HANDS.items()
    }


def test_everybody_sees_how_many_cards_are_left_and_the_tricks_so_far() -> None:
    table = leading("E", HANDS).play("5C 9C KC 6C QC")
    for viewer in (*SEATS, SPECTATOR):
        view = deal_seen(table, viewer)
        assert view.cards_left == {"N": 2, "E": 2, "S": 2, "W": 1}
        assert view.last_trick is not None
        assert [play.card for play in view.last_trick.plays] == ["5C", "9C", "KC", "6C"]
        assert view.last_trick.winner == "W"
        assert view.trick is not None
        assert [play.card for play in view.trick.plays] == ["QC"]
        assert view.won == {"NS": 0, "EW": 1}
        assert view.trump_broken is False


def test_in_the_first_trick_there_is_no_last_one() -> None:
    assert deal_seen(leading("E", HANDS), "N").last_trick is None


@pytest.mark.parametrize("viewer", ["N", "S", "W", SPECTATOR])
def test_what_is_legal_is_shown_to_none_but_the_seat_to_act(viewer: str) -> None:
    assert turn_seen(dealt(HANDS), viewer) == TurnView("E", "bid", None)
    assert turn_seen(leading("E", HANDS), viewer) == TurnView("E", "play", None)


@pytest.mark.parametrize("viewer", ["E", STAFF])
def test_the_seat_to_act_and_staff_see_what_is_legal(viewer: str) -> None:
    assert turn_seen(dealt(HANDS), viewer) == TurnView("E", "bid", ("pass", 1, 2, "board"))
    assert turn_seen(leading("E", HANDS), viewer) == TurnView("E", "play", ("5C", "3S"))


def test_case_5_the_others_learn_who_exchanged_but_not_what_was_drawn() -> None:
    hand = "BB 2C 3C 5C 6C 7C 8C 9C"
    table = dealt({"E": hand}, turn_up="LB", stock="4C")
    for viewer in (*SEATS, SPECTATOR, STAFF):
        view = deal_seen(table, viewer)
        assert view.replaced == ("E", "BB")
        assert view.drawn == ("4C" if viewer in ("E", STAFF) else None)
        assert ("4C" in cards_in(view)) == (viewer in ("E", STAFF))
        assert view.cards_left["E"] == 8
    assert deal_seen(table, "E").hand is not None
    assert "4C" in (deal_seen(table, "E").hand or ())


def test_without_an_exchange_nothing_is_replaced_or_drawn() -> None:
    view = deal_seen(dealt(HANDS), "E")
    assert (view.replaced, view.drawn) == (None, None)


def test_a_view_has_neither_seed_nor_deck_nor_salt() -> None:
    table = leading("E", HANDS)
    for viewer in (*SEATS, SPECTATOR, STAFF):
        shown = repr(player_view(table.game, viewer))
        assert SEED not in shown
        assert "salt" not in shown
        assert "deck" not in shown


def test_after_the_end_the_last_deal_is_done_and_nobody_is_to_act() -> None:
    table = leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}).play("AC 2C 3C 4C")
    view = player_view(table.game, "N")
    assert (view.status, view.winner, view.turn) == ("finished", "EW", None)
    assert view.deal is not None
    assert (view.deal.phase, view.deal.hand) == ("done", ())
    assert view.results == table.game.results
    assert view.scores == {"NS": 0, "EW": 5}


# Events


def stored(event: Event) -> dict[str, Any]:
    """An event's data as a log would store it."""
    data: dict[str, Any] = {name: getattr(event, name) for name in event.__match_args__}
    if isinstance(event, DealStarted) and event.replaced is not None:
        data["replaced"] = event.replaced._asdict()
    return data


def seen(table: Table, version: int, viewer: str) -> dict[str, Any]:
    """The data of one event of a table, as this viewer sees it now."""
    event = table.events[version - 1]
    return visible_data(type(event), version, stored(event), table.game, viewer)


SECRETS = {"deck", "salt", "hands"}


def test_the_seed_is_in_nobodys_event_until_the_game_is_over() -> None:
    table = seated()
    for viewer in (*SEATS, SPECTATOR, STAFF):
        data = seen(table, 1, viewer)
        assert "seed" not in data
        assert data.keys() == stored(table.events[0]).keys() - {"seed"}
    table.when(VoidGame("why"))
    for viewer in (*SEATS, SPECTATOR, STAFF):
        assert seen(table, 1, viewer)["seed"] == SEED


def test_a_seat_sees_its_own_entry_of_the_hands_of_the_present_deal() -> None:
    table = seated()
    event = table.events[-1]
    assert isinstance(event, DealStarted)
    for seat in SEATS:
        data = seen(table, table.game.version, seat)
        assert data["hands"] == {seat: event.hands[seat]}
        assert cards_in(data) == {event.turn_up, *event.hands[seat]}
        assert data.keys() == stored(event).keys() - {"deck", "salt"}


def test_a_spectator_sees_no_secret_of_the_present_deal_and_staff_all() -> None:
    table = seated()
    shown = seen(table, table.game.version, SPECTATOR)
    assert shown.keys() == stored(table.events[-1]).keys() - SECRETS
    assert cards_in(shown) == {table.deal.turn_up}
    assert seen(table, table.game.version, STAFF) == stored(table.events[-1])


def test_case_5_what_was_drawn_is_left_out_of_the_others_events() -> None:
    table = dealt({"E": "BB 3C"}, turn_up="LB", stock="4C")
    version = table.game.version
    whole = {"seat": "E", "joker": "BB", "drawn": "4C"}
    part = {"seat": "E", "joker": "BB"}
    replaced = {
        viewer: seen(table, version, viewer)["replaced"] for viewer in (*SEATS, SPECTATOR, STAFF)
    }
    assert replaced == {"E": whole, STAFF: whole} | dict.fromkeys(("N", "S", "W", SPECTATOR), part)


def test_the_stored_data_is_not_changed_by_leaving_parts_out() -> None:
    table = dealt({"E": "BB 3C"}, turn_up="LB", stock="4C")
    data = stored(table.events[-1])
    shown = visible_data(DealStarted, table.game.version, data, table.game, SPECTATOR)
    assert data == stored(table.events[-1])
    shown["number"] = 99
    assert data["number"] == 1


def test_a_deal_that_is_over_opens_to_the_seated_and_not_to_spectators() -> None:
    table = leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}, hand_sizes=[1, 13])
    version = table.deal.version
    table.play("AC 2C 3C")
    assert seen(table, version, "N").keys() & SECRETS == {"hands"}
    table.play("4C")
    for seat in SEATS:
        assert seen(table, version, seat) == stored(table.events[version - 1])
        assert seen(table, table.deal.version, seat).keys() & SECRETS == {"hands"}
    assert not seen(table, version, SPECTATOR).keys() & SECRETS


def test_right_after_its_score_a_deal_is_already_over() -> None:
    table = leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}, hand_sizes=[1, 13])
    version = table.deal.version
    table.play("AC 2C 3C")
    played, scored, _ = decide(table.game, PlayCard("N", "4C"))
    table.given(played)
    assert seen(table, version, "N").keys() & SECRETS == {"hands"}
    table.given(scored)
    assert seen(table, version, "N").keys() >= SECRETS
    assert not seen(table, version, SPECTATOR).keys() & SECRETS


def test_a_deal_that_is_to_be_dealt_anew_is_over() -> None:
    table = seated()
    version = table.deal.version
    table.given(GameRewound(3, "", 1, "N"))
    assert table.game.deal is None
    assert seen(table, version, "N").keys() >= SECRETS
    assert not seen(table, version, SPECTATOR).keys() & SECRETS


def test_everything_opens_to_everybody_once_the_game_is_over() -> None:
    table = leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}).play("AC 2C 3C 4C")
    for version, event in enumerate(table.events, start=1):
        for viewer in (*SEATS, SPECTATOR, STAFF):
            assert seen(table, version, viewer) == stored(event)


def test_other_events_have_no_secret_parts() -> None:
    table = leading("E", HANDS).play("5C")
    assert isinstance(table.events[-1], CardPlayed)
    for version, event in enumerate(table.events, start=1):
        if not isinstance(event, DealStarted | GameCreated):
            assert seen(table, version, SPECTATOR) == stored(event)
