"""What follows of itself: the start, redeals, the score, the next deal, the end."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import shuffle
from games.engine.bidding import Contract
from games.engine.commands import MakeBid, PlayCard
from games.engine.events import (
    BidMade,
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    GameFinished,
)
from games.engine.following import following
from games.engine.seats import LEFT_OF, SEATS
from games.engine.state import Game
from tests.engine.table import GAME_ID, SEED, Table, dealt, leading, seated

ONE = {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}


def pass_out(table: Table) -> tuple[Event, ...]:
    """All four pass."""
    return table.bid("pass", "pass", "pass").when(MakeBid(table.turn, "pass"))


def last(event: Event) -> DealStarted:
    """The deal that an act ended with."""
    assert isinstance(event, DealStarted)
    return event


def test_nothing_follows_while_a_seat_is_to_act_or_the_table_waits_or_all_is_over() -> None:
    assert following(Game(id=GAME_ID)) is None
    assert following(seated().game) is None
    assert following(leading("E", ONE).game) is None
    assert following(leading("E", ONE).play("AC 2C 3C 4C").game) is None


def test_the_first_dealer_and_the_first_deck_follow_from_the_seed() -> None:
    table = seated(N="a", W="b")
    entropy = {"N": "a", "E": "", "S": "", "W": "b"}
    seed = bytes.fromhex(SEED)
    assert table.game.first_dealer == shuffle.first_dealer(seed, GAME_ID, entropy)
    deal = last(table.events[-1])
    assert (deal.number, deal.attempt, deal.hand_size) == (1, 1, 13)
    assert deal.dealer == table.game.first_dealer
    assert deal.deck == shuffle.deck(seed, GAME_ID, 1, 1, entropy)
    assert deal.salt == shuffle.salt(seed, GAME_ID, 1, 1)


def test_case_12_four_passes_are_dealt_again_by_the_next_dealer() -> None:
    table = dealt({"N": "AS KS QS JS TS 9S 8S 7S 6S"}, dealer="N", hand_sizes=[9, 5])
    bid, passed_out, redeal = pass_out(table)
    assert bid == BidMade("N", "pass")
    assert passed_out == DealPassedOut(1, 1)
    again = last(redeal)
    assert (again.number, again.attempt, again.hand_size, again.dealer) == (1, 2, 9, "E")
    assert table.game.scores == {"NS": 0, "EW": 0}
    assert table.game.results == ()
    assert table.turn == "S"


def test_case_12_every_redeal_has_a_deck_of_its_own_as_often_as_it_takes() -> None:
    table = dealt({"N": "AS"}, dealer="N")
    decks = {table.deal.deck}
    for attempt in range(2, 300):
        again = last(pass_out(table)[-1])
        assert (again.number, again.attempt, again.hand_size) == (1, attempt, 1)
        assert again.dealer == SEATS[(attempt - 1) % 4]
        decks.add(again.deck)
    assert len(decks) == 299


def test_the_same_dealer_may_deal_again_after_four_passes() -> None:
    table = dealt({"N": "AS KS"}, dealer="W", all_pass="same_dealer")
    again = last(pass_out(table)[-1])
    assert (again.number, again.attempt, again.dealer) == (1, 2, "W")


def test_case_13_a_1_after_three_passes_deals_nothing_again() -> None:
    table = dealt({"N": "AS KS QS"}).bid("pass", "pass", "pass")
    assert table.when(MakeBid("N", 1)) == (BidMade("N", 1),)


def test_case_3_dealers_go_clockwise_deal_by_deal() -> None:
    table = seated(options={"hand_sizes": [1, 1, 1, 1, 1, 1]})
    dealers = []
    while not table.game.over:
        if table.deal.phase == "bid" and not table.deal.bids:
            dealers.append(table.deal.dealer)
        if table.deal.phase == "bid":
            table.bid("board")
        else:
            table.play(min(table.legal))
    first = SEATS.index(dealers[0])
    assert dealers == [SEATS[(first + deal) % 4] for deal in range(6)]
    assert dealers[0] == table.game.first_dealer


def test_a_dealer_who_dealt_again_is_followed_by_his_left() -> None:
    table = dealt({"N": "AS"}, dealer="N", hand_sizes=[1, 2])
    pass_out(table)
    assert table.deal.dealer == "E"
    table.bid("board", "pass", "pass", "pass")
    for _ in range(4):
        table.play(min(table.legal))
    assert (table.deal.number, table.deal.attempt, table.deal.dealer) == (2, 1, "S")


def test_a_deal_played_out_is_scored_with_its_contracts_and_the_totals() -> None:
    table = leading("E", ONE, hand_sizes=[1, 3]).play("AC 2C 3C")
    _, scored, started = table.when(PlayCard("N", "4C"))
    assert scored == DealScored(
        number=1,
        attempt=1,
        contracts={"NS": Contract(0, 0), "EW": Contract(1, 0)},
        tricks={"NS": 0, "EW": 1},
        points={"NS": 0, "EW": 5},
        scores={"NS": 0, "EW": 5},
    )
    assert (last(started).number, last(started).hand_size) == (2, 3)


def test_points_are_added_to_the_totals_so_far() -> None:
    table = leading("E", ONE)
    table.game = table.game._replace(scores={"NS": 40, "EW": -17})
    table.play("AC 2C 3C 4C")
    assert table.game.results[-1].points == {"NS": 0, "EW": 5}
    assert table.game.scores == {"NS": 40, "EW": -12}


def test_case_29_a_board_missed_and_a_number_made_in_one_deal() -> None:
    hands = {"E": "AC KC QC 2D", "S": "AD 2C 3C 4C", "W": "5C 6C 7C 3D", "N": "8C 9C TC 4D"}
    table = dealt(hands, dealer="N", turn_up="7H").bid("board", 1, "pass", "pass")
    table.play("AC 2C 5C 8C KC 3C 6C 9C QC 4C 7C TC 2D AD 3D 4D")
    assert table.game.scores == {"EW": -40, "NS": 5}


def test_case_14_partners_with_8_of_5_tricks_lose_40_whatever_they_take() -> None:
    hand = "AC KC QC JC TC"
    table = dealt({"E": hand, "S": "2C 3C 4C 5C 6C"}, dealer="N").bid(4, "pass", 4, "pass")
    while not table.game.over:
        table.play(hand.split()[len(table.deal.done)] if table.turn == "E" else min(table.legal))
    assert table.game.results[0].tricks["EW"] == 5
    assert table.game.scores["EW"] == -40


def test_after_the_last_deal_the_game_ends_and_the_seed_is_published() -> None:
    table = leading("E", ONE).play("AC 2C 3C")
    finished = table.when(PlayCard("N", "4C"))[-1]
    assert finished == GameFinished({"NS": 0, "EW": 5}, "EW", SEED)
    assert (table.game.status, table.game.winner, table.game.to_act) == ("finished", "EW", None)


@pytest.mark.parametrize(
    ("before", "winner"),
    [((-15, -25), "NS"), ((-20, -20), "EW"), ((5, 0), "tie"), ((0, -5), "tie")],
)
def test_case_30_the_higher_total_wins_and_equal_totals_tie(
    before: tuple[int, int], winner: str
) -> None:
    table = leading("E", ONE)
    table.game = table.game._replace(scores=dict(zip(("NS", "EW"), before, strict=True)))
    table.play("AC 2C 3C 4C")
    assert table.game.winner == winner


def tied(**options: Any) -> Table:
    """A game of one deal that has ended in a tie."""
    table = leading("E", ONE, **options)
    table.game = table.game._replace(scores={"NS": 5, "EW": 0})
    return table.play("AC 2C 3C 4C")


def test_a_tie_may_be_played_off_in_one_more_deal_of_13() -> None:
    table = tied(tie="extra_deal")
    assert table.game.status == "active"
    assert (table.deal.number, table.deal.hand_size, table.deal.attempt) == (2, 13, 1)
    assert table.deal.dealer == "E"


def test_no_extra_deal_without_a_tie() -> None:
    table = leading("E", ONE, tie="extra_deal").play("AC 2C 3C 4C")
    assert table.game.status == "finished"


def play_off(table: Table, *, level: bool) -> Table:
    """Play the extra deal out; the totals are made `level` again just before its end."""
    table.bid("pass", "pass", "pass", "pass")
    table.bid(1, "pass", "pass", "pass")
    while table.deal.number == 2 and not table.game.over:
        last_card = sum(map(len, table.deal.hands.values())) == 1
        if last_card and level:
            ends = table.game
            table.play(min(table.legal))
            points = table.game.results[-1].points
            table.game = ends._replace(scores={"NS": points["EW"], "EW": points["NS"]})
        table.play(min(table.legal))
    return table


def test_the_extra_deal_is_dealt_again_when_passed_out_and_ends_the_game() -> None:
    table = play_off(tied(tie="extra_deal"), level=False)
    assert table.game.status == "finished"
    assert [(result.number, result.attempt) for result in table.game.results] == [(1, 1), (2, 2)]
    assert table.game.winner == (
        "NS" if table.game.scores["NS"] > table.game.scores["EW"] else "EW"
    )


def test_there_is_one_extra_deal_and_no_more() -> None:
    table = play_off(tied(tie="extra_deal"), level=True)
    assert (table.game.status, table.game.winner) == ("finished", "tie")


def test_a_default_tie_stays_a_tie() -> None:
    assert (tied().game.status, tied().game.winner) == ("finished", "tie")


def test_the_dealer_of_an_extra_deal_sits_left_of_the_last_one() -> None:
    table = tied(tie="extra_deal")
    assert table.deal.dealer == LEFT_OF["N"]
