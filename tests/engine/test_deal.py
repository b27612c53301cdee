"""A deal from its first bid to its last trick: whose turn, which phase, what is left."""

from __future__ import annotations

import pytest

from games.engine.bidding import Bid, Contract
from games.engine.deal import back_at
from games.engine.events import BidMade, CardPlayed
from games.engine.seats import SEATS
from games.engine.trick import Trick
from tests.engine.table import dealt, leading

TWO = {"N": "2C 3C", "E": "4C AS", "S": "5C 6C", "W": "7C 2D"}


def test_case_3_the_dealers_left_bids_first_and_the_dealer_last() -> None:
    table = dealt({"N": "AS KS QS"}, dealer="S")
    bidders = []
    for _ in range(4):
        bidders.append(table.turn)
        table.bid(1)
    assert bidders == ["W", "N", "E", "S"]


def test_case_13_three_passes_and_a_1_begin_the_play() -> None:
    table = dealt({"N": "AS KS QS"}).bid("pass", "pass", "pass", 1)
    assert table.deal.phase == "play"
    assert table.turn == "N"
    assert table.deal.trick == Trick(1, "N")
    assert table.deal.contracts == {"NS": Contract(1, 0), "EW": Contract(0, 0)}


def test_during_the_bidding_there_is_no_contract_and_no_trick() -> None:
    table = dealt({"N": "AS KS QS"}).bid("pass", "board")
    assert table.deal.phase == "bid"
    assert table.deal.bids == (Bid("E", "pass"), Bid("S", "board", 1))
    assert table.deal.contracts is None
    assert table.deal.trick is None


def test_the_play_goes_clockwise_and_the_winner_leads_next() -> None:
    table = leading("E", TWO)
    order = []
    for card in ("4C", "5C", "7C", "2C"):
        order.append(table.turn)
        table.play(card)
    assert order == ["E", "S", "W", "N"]
    assert table.turn == "W"
    assert table.deal.trick == Trick(2, "W")
    assert table.deal.won == {"NS": 0, "EW": 1}
    plays = zip(order, ("4C", "5C", "7C", "2C"), (None, None, None, "W"), strict=True)
    assert table.deal.done == (Trick(1, "E", tuple(CardPlayed(*play) for play in plays)),)
    assert table.deal.done[0].winner == "W"


def test_a_card_leaves_the_hand_when_it_is_played_and_what_was_dealt_is_remembered() -> None:
    table = leading("E", TWO).play("4C")
    assert table.deal.hands["E"] == {"AS"}
    assert set(table.deal.dealt["E"]) == {"4C", "AS"}
    assert [len(table.deal.hands[seat]) for seat in SEATS] == [2, 1, 2, 2]


def test_trump_is_broken_by_the_end_of_the_trick_not_by_the_card() -> None:
    table = leading("E", {"E": "4C AS", "S": "9H 8H", "W": "7C 2D", "N": "2C 3C"})
    table.play("4C 9H 7C")
    assert not table.deal.trump_broken
    table.play("2C")
    assert table.deal.trump_broken


def test_after_the_last_card_nobody_is_to_act() -> None:
    table = leading("E", TWO).play("4C 5C 7C 2C 2D 3C AS")
    assert not table.deal.played_out
    table.given(CardPlayed("S", "6C", winner="W"))
    assert table.deal.played_out
    assert table.game.to_act is None
    assert table.deal.trick is None
    assert table.deal.won == {"NS": 0, "EW": 2}


@pytest.mark.parametrize("moves", range(9))
def test_a_deal_can_be_taken_back_to_each_of_its_moves(moves: int) -> None:
    table = leading("E", {"N": "2C 3C 9D", "E": "4C AS 8D", "S": "5C 6C 7D", "W": "7C 2D 6D"})
    start = table.deal.version
    played = ("4C", "5C", "7C", "2C", "2D", "9D", "8D", "7D")
    states = [table.deal, *(table.play(card).deal for card in played)]
    back = back_at(table.deal, start + 4 + moves, table.game.ruleset)
    assert back == states[moves]


def test_a_deal_taken_back_to_its_start_has_no_bids() -> None:
    table = dealt(TWO)
    fresh = table.deal
    table.bid("pass", "pass")
    assert back_at(table.deal, fresh.version, table.game.ruleset) == fresh
    one = back_at(table.deal, fresh.version + 1, table.game.ruleset)
    assert one.bids == (Bid("E", "pass"),)
    assert one.to_act == "S"


def test_four_passes_leave_a_deal_passed_out_with_nobody_to_act() -> None:
    table = dealt(TWO).bid("pass", "pass", "pass")
    assert not table.deal.passed_out
    table.given(BidMade("N", "pass"))
    assert table.deal.passed_out
    assert table.game.to_act is None
