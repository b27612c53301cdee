"""What holds over whole random games under random rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from games.engine.bidding import BOARD
from games.engine.cards import PACK
from games.engine.commands import MakeBid, PlayCard, VoidGame
from games.engine.deal import Deal, legal_bids_now, legal_cards_now
from games.engine.dealing import deal_out
from games.engine.events import DealScored, DealStarted, Event, GameFinished, GameVoided
from games.engine.evolve import evolve
from games.engine.game import decide, replay
from games.engine.player_view import player_view
from games.engine.refusals import Refusal
from games.engine.ruleset import Ruleset
from games.engine.seats import LEFT_OF, SEATS
from games.engine.state import Game
from tests.engine.random_games import Setting, eventful_steps, illegal_move, steps
from tests.engine.strategies import SHORT_HANDS, games
from tests.engine.table import GAME_ID


def everything(deal: Deal, ruleset: Ruleset) -> list[str]:
    """All cards of a deal, wherever they lie."""
    table = deal_out(deal.deck, deal.hand_size, deal.dealer, ruleset)
    running = (deal.trick,) if deal.trick else ()
    played = [play.card for trick in (*deal.done, *running) for play in trick.plays]
    held = [card for seat in SEATS for card in deal.hands[seat]]
    return [*held, *played, deal.turn_up, *table.stock, *table.discards]


@given(games())
def test_the_54_cards_are_always_somewhere_and_nowhere_twice(setting: Setting) -> None:
    for step in steps(setting):
        if step.after.deal is not None:
            assert sorted(everything(step.after.deal, step.after.ruleset)) == sorted(PACK)


@given(games())
def test_whoever_must_act_has_a_legal_move_and_every_legal_card_is_in_the_hand(
    setting: Setting,
) -> None:
    for step in steps(setting):
        game, deal = step.after, step.after.deal
        if deal is None or game.over:
            assert game.to_act is None
            continue
        assert game.to_act in SEATS
        if deal.phase == "bid":
            assert "pass" in legal_bids_now(deal, game.ruleset)
        else:
            legal = legal_cards_now(deal, game.ruleset)
            assert legal
            assert legal <= deal.hands[game.to_act]


@given(games())
def test_everything_that_is_legal_is_accepted(setting: Setting) -> None:
    for step in steps(setting):
        game = step.after
        if game.to_act is None or step.after.version % 7:
            continue
        turn = player_view(game, game.to_act).turn
        assert turn is not None
        for choice in turn.legal or ():
            bid = MakeBid(turn.seat, choice)
            assert decide(game, bid if turn.action == "bid" else PlayCard(turn.seat, str(choice)))


@given(games())
def test_the_tricks_of_a_deal_add_up_to_its_cards_and_the_points_to_the_totals(
    setting: Setting,
) -> None:
    totals = {"NS": 0, "EW": 0}
    for step in steps(setting):
        for event in step.events:
            if isinstance(event, DealScored):
                assert sum(event.tricks.values()) == step.after.ruleset.hand_size(event.number)
                totals = {team: totals[team] + event.points[team] for team in totals}
                assert event.scores == totals
    assert step.after.scores == totals


@given(games(SHORT_HANDS))
def test_every_game_ends_with_every_deal_scored_however_many_were_passed_out(
    setting: Setting,
) -> None:
    log = [event for step in steps(setting) for event in step.events]
    finished = log[-1]
    assert isinstance(finished, GameFinished)
    numbers = [event.number for event in log if isinstance(event, DealScored)]
    game = replay(GAME_ID, log)
    deals = len(game.ruleset.hand_sizes)
    extra = deals + 1 in numbers
    assert numbers == list(range(1, deals + 1 + extra))
    if extra:
        assert game.ruleset.tie == "extra_deal"
        before = game.results[deals - 1].scores
        assert before["NS"] == before["EW"]
    assert finished.seed == setting.seed
    assert (finished.winner == "tie") == (finished.scores["NS"] == finished.scores["EW"])


@settings(max_examples=10)
@given(games(SHORT_HANDS))
def test_replaying_gives_the_same_state_as_step_by_step_at_every_version(setting: Setting) -> None:
    game, log = Game(id=GAME_ID), list[Event]()
    for step in eventful_steps(setting, disturbances=4):
        for event in step.events:
            game = evolve(game, event)
            log.append(event)
            assert replay(GAME_ID, log) == game
        assert game == step.after
        assert game.version == len(log)


@given(games(SHORT_HANDS))
def test_the_next_dealer_sits_left_unless_the_same_one_deals_again(setting: Setting) -> None:
    previous: Deal | None = None
    for step in steps(setting):
        for event in step.events:
            if isinstance(event, DealStarted) and previous is not None:
                again = previous.number == event.number
                same = again and step.after.ruleset.all_pass == "same_dealer"
                assert event.dealer == (previous.dealer if same else LEFT_OF[previous.dealer])
                assert event.attempt == (previous.attempt + 1 if again else 1)
        previous = step.after.deal


@given(games())
def test_an_illegal_move_changes_nothing_and_is_refused_with_a_code(setting: Setting) -> None:
    random = setting.random()
    log: list[Event] = []
    for step in steps(setting):
        log += step.events
        game = step.after
        command = illegal_move(game, random)
        with pytest.raises(Refusal) as caught:
            decide(game, command)
        assert caught.value.code
        if caught.value.legal is not None:
            assert game.to_act is not None
            turn = player_view(game, game.to_act).turn
            assert turn is not None
            assert caught.value.legal == turn.legal
        assert game == step.after
    assert replay(GAME_ID, log) == step.after


@given(games(SHORT_HANDS))
def test_a_game_can_be_made_void_at_any_time_and_then_nothing_moves(setting: Setting) -> None:
    for step in steps(setting):
        (event,) = decide(step.after, VoidGame("why"))
        assert event == GameVoided(setting.seed, "why")
        game = evolve(step.after, event)
        assert game.over
        assert game.to_act is None
        with pytest.raises(Refusal, match="game-over"):
            decide(game, MakeBid(step.after.to_act or "N", "pass"))


@given(games(SHORT_HANDS))
def test_levels_of_boards_count_from_1_in_the_order_of_the_bids(setting: Setting) -> None:
    for step in steps(setting):
        if step.after.deal is not None:
            boards = [bid for bid in step.after.deal.bids if bid.bid == BOARD]
            assert [board.level for board in boards] == list(range(1, len(boards) + 1))
            assert all(bid.level is None for bid in step.after.deal.bids if bid.bid != BOARD)


@pytest.mark.slow
@pytest.mark.slow
@settings(max_examples=100)
@given(games(SHORT_HANDS))
def test_many_short_eventful_games_end_and_replay_to_the_same_state(setting: Setting) -> None:
    log = [event for step in eventful_steps(setting, disturbances=8) for event in step.events]
    game = replay(GAME_ID, log)
    assert game.status == "finished"
    decks = [event.deck for event in log if isinstance(event, DealStarted)]
    assert len(set(decks)) == len(decks)
