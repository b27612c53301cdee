"""Going back: inside the present deal, before it, twice, and to what was undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.commands import MakeBid, RewindGame
from games.engine.deal import Deal
from games.engine.events import AutopilotOn, DealStarted, Event, GameRewound
from games.engine.evolve import evolve
from games.engine.game import decide, replay
from games.engine.rewind import away_at, deal_standing_at
from games.engine.state import Game
from tests.engine.random_games import Setting, eventful_steps
from tests.engine.strategies import SHORT_HANDS, games
from tests.engine.table import GAME_ID, Table, leading, seated


def rewind(table: Table, version: int, note: str = "") -> tuple[Event, ...]:
    """Go back, with what is known of the deal that stood then."""
    standing = deal_standing_at(table.events, version)
    return table.when(RewindGame(version, note, standing))


def position(deal: Deal | None) -> Deal | None:
    """A deal apart from its memory of what was undone."""
    return None if deal is None else deal._replace(undone=None)


def states(table: Table) -> list[Game]:
    """The game at every version, from 0."""
    return [replay(GAME_ID, table.events[:version]) for version in range(len(table.events) + 1)]


def play_deal(table: Table) -> Table:
    """Play the present deal out: each seat its lowest card, the first bidder having bid 1."""
    number = table.deal.number
    table.bid("board", "pass", "pass", "pass")
    while not table.game.over and table.deal.number == number:
        table.play(min(table.legal))
    return table


def after_three_deals() -> Table:
    """A game of five deals of two cards at the start of the fourth."""
    table = seated(options={"hand_sizes": [2, 2, 2, 2, 2]})
    for _ in range(3):
        play_deal(table)
    return table


def test_inside_the_present_deal_the_later_moves_are_undone() -> None:
    table = leading("E", {"E": "4C AS", "S": "5C 6C", "W": "7C 2D", "N": "2C 3C"})
    table.play("4C 5C")
    before = table.game
    table.play("7C 2C 2D")
    assert rewind(table, before.version, "a slip") == (GameRewound(before.version, "a slip"),)
    assert position(table.deal) == before.deal
    assert table.game.scores == before.scores
    assert table.turn == "W"
    table.play("7C 3C")
    assert table.turn == "W"


def test_going_back_does_not_change_who_sits_where() -> None:
    table = seated().bid("pass", "pass")
    version = table.game.version
    table.when(MakeBid(table.turn, 3, by="autopilot"))
    rewind(table, version)
    absent = [seat for seat, occupant in table.game.seats.items() if occupant.autopilot]
    assert absent == [table.turn]


def test_to_the_very_deal_started_the_same_cards_are_bid_again() -> None:
    table = seated().bid("pass", 3, 4)
    fresh = table.deal
    rewind(table, fresh.version)
    assert table.deal.bids == ()
    assert table.deal.hands == fresh.hands
    assert (table.deal.attempt, table.deal.deck) == (1, fresh.deck)


def test_to_the_present_version_nothing_changes_but_the_version() -> None:
    table = seated().bid("pass", 3)
    before = table.game
    rewind(table, before.version)
    assert position(table.deal) == before.deal
    assert table.game.version == before.version + 1


def test_what_a_rewind_undid_can_be_rewound_to() -> None:
    table = seated().bid("pass", 3, 4)
    undone = table.game
    rewind(table, undone.version - 2)
    table.bid("board")
    redone = table.game
    rewind(table, undone.version)
    assert position(table.deal) == undone.deal
    rewind(table, redone.version)
    assert position(table.deal) == position(redone.deal)
    rewind(table, undone.version + 1)
    assert [made.bid for made in table.deal.bids] == ["pass"]


def test_every_version_of_a_deal_with_rewinds_in_it_can_be_rewound_to() -> None:
    table = seated().bid("pass", 3, 4, "pass")
    start = table.deal.version
    table.play(min(table.legal))
    rewind(table, start + 2)
    table.bid("pass", 5).play(min(table.legal))
    rewind(table, start + 5)
    table.play(max(table.legal))
    past = states(table)
    for version in range(start, len(past)):
        game = table.game
        rewind(table, version)
        assert position(table.deal) == position(past[version].deal)
        assert table.game.results == game.results


def test_before_the_present_deal_the_one_that_stood_then_is_dealt_anew() -> None:
    table = after_three_deals()
    second = next(e for e in table.events if isinstance(e, DealStarted) and e.number == 2)
    version = table.events.index(second) + 4
    rewound, dealt = rewind(table, version, "wrong hand shown")
    assert rewound == GameRewound(version, "wrong hand shown", 2, second.dealer)
    assert isinstance(dealt, DealStarted)
    assert (dealt.number, dealt.attempt, dealt.dealer) == (2, 2, second.dealer)
    assert dealt.deck != second.deck
    assert [result.number for result in table.game.results] == [1]
    assert table.game.scores == table.game.results[0].scores


def test_between_two_deals_it_is_the_one_just_played_that_stood() -> None:
    table = after_three_deals()
    _, dealt = rewind(table, table.deal.version - 1)
    assert isinstance(dealt, DealStarted)
    assert (dealt.number, dealt.attempt) == (3, 2)


@pytest.mark.parametrize("version", [1, 2, 5, 6, 7])
def test_before_the_first_deal_the_first_one_is_dealt_anew(version: int) -> None:
    table = after_three_deals()
    _, dealt = rewind(table, version)
    assert isinstance(dealt, DealStarted)
    assert (dealt.number, dealt.attempt, dealt.dealer) == (1, 2, table.game.first_dealer)
    assert (table.game.results, table.game.scores) == ((), {"NS": 0, "EW": 0})
    assert table.game.status == "active"


def test_attempts_are_never_used_twice() -> None:
    table = after_three_deals()
    for _ in range(3):
        rewind(table, 7)
        while table.deal.number < 4:
            table.bid("pass", "pass", "pass", "pass")
            play_deal(table)
    deals = [event for event in table.events if isinstance(event, DealStarted)]
    assert len({(event.number, event.attempt) for event in deals}) == len(deals)
    assert len({event.deck for event in deals}) == len(deals)
    attempts = [event.attempt for event in deals if event.number == 1]
    assert attempts == list(range(1, 8))


def test_a_passed_out_attempt_that_stood_is_dealt_anew_by_its_own_dealer() -> None:
    table = seated()
    dealer, version = table.deal.dealer, table.deal.version
    table.bid("pass", "pass", "pass", "pass")
    _, dealt = rewind(table, version + 2)
    assert isinstance(dealt, DealStarted)
    assert (dealt.number, dealt.attempt, dealt.dealer) == (1, 3, dealer)


def test_a_rewind_to_what_an_earlier_one_undid_has_the_results_of_that_time() -> None:
    table = after_three_deals()
    then = table.game
    rewind(table, 7)
    assert table.deal.number == 1
    _, dealt = rewind(table, then.version)
    assert isinstance(dealt, DealStarted)
    assert (dealt.number, dealt.attempt) == (4, 2)
    assert table.game.results == then.results
    assert table.game.scores == then.scores
    while not table.game.over:
        play_deal(table)
    assert [result.number for result in table.game.results] == [1, 2, 3, 4, 5]


def test_right_after_a_rewind_stands_the_deal_that_is_to_be_dealt_anew() -> None:
    table = after_three_deals()
    rewind(table, 7)
    version = table.game.version - 1
    assert isinstance(table.events[version - 1], GameRewound)
    play_deal(table)
    _, dealt = rewind(table, version)
    assert isinstance(dealt, DealStarted)
    assert (dealt.number, dealt.attempt) == (1, 3)
    assert table.game.results == ()


def test_right_after_a_rewind_the_results_are_those_that_it_brought_back() -> None:
    table = after_three_deals()
    then = table.game
    rewind(table, 7)
    rewind(table, then.version)
    version = table.game.version - 1
    rewind(table, 7)
    assert table.game.results == ()
    rewind(table, version)
    assert (table.deal.number, table.deal.attempt) == (4, 3)
    assert table.game.results == then.results


def test_the_game_can_be_finished_after_any_rewind() -> None:
    table = after_three_deals()
    rewind(table, 20)
    while not table.game.over:
        play_deal(table)
    assert [result.number for result in table.game.results] == [1, 2, 3, 4, 5]
    assert replay(GAME_ID, table.events) == table.game


@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_a_version_that_never_was_is_refused(offset: int) -> None:
    table = seated()
    version = table.game.version + 1 if offset > 0 else offset
    refusal = table.refuses(RewindGame(version, ""))
    assert (refusal.code, refusal.facts) == ("invalid-request", {"version": table.game.version})


def test_a_version_that_never_was_is_refused_before_the_games_state_is_looked_at() -> None:
    assert Table().code(RewindGame(1, "")) == "invalid-request"
    table = leading("E", {"E": "AC", "S": "2C", "W": "3C", "N": "4C"}).play("AC 2C 3C 4C")
    assert table.game.over
    assert table.code(RewindGame(table.game.version + 1, "")) == "invalid-request"
    assert table.code(RewindGame(table.game.version, "")) == "game-over"


def test_without_a_standing_deal_it_is_the_first() -> None:
    table = after_three_deals()
    rewound, _ = decide(table.game, RewindGame(3, "", None))
    assert rewound == GameRewound(3, "", 1, table.game.first_dealer)


def test_which_deal_stood_at_each_version() -> None:
    table = after_three_deals()
    starts = {
        version: (event.number, event.dealer)
        for version, event in enumerate(table.events, start=1)
        if isinstance(event, DealStarted)
    }
    standing = None
    for version in range(len(table.events) + 1):
        standing = starts.get(version, standing)
        assert deal_standing_at(table.events, version) == standing
    assert deal_standing_at(iter(table.events), 10**6) == standing
    assert deal_standing_at([], 1) is None


def test_a_rewind_inside_a_deal_leaves_it_standing() -> None:
    table = after_three_deals().bid("pass")
    rewind(table, table.game.version - 1)
    assert deal_standing_at(table.events, table.game.version) == (4, table.deal.dealer)


@given(games(SHORT_HANDS), st.integers(0, 12))
def test_who_was_away_at_each_version(setting: Setting, disturbances: int) -> None:
    log = [event for step in eventful_steps(setting, disturbances) for event in step.events]

    game = Game(id=GAME_ID)
    for version, event in enumerate(log, start=1):
        before = {seat for seat, held in game.seats.items() if held.autopilot}
        game = evolve(game, event)
        after = {seat for seat, held in game.seats.items() if held.autopilot}
        # The move for which somebody is put there has yet to come.
        assert away_at(log, version) == (before if isinstance(event, AutopilotOn) else after)
    assert away_at(log, 0) == frozenset()
