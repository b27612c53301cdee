"""The deals of a record, told from the events of games in which anything may have happened."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.deal import Deal
from games.engine.evolve import evolve
from games.engine.state import Game
from games.replay import deal_records
from tests.engine.random_games import Setting, Step, eventful_steps
from tests.engine.strategies import SHORT_HANDS, games
from tests.engine.table import GAME_ID
from tests.games.records.played import stored


def last_of_each_deal(steps: list[Step]) -> list[tuple[Deal, Any]]:
    """Every deal as it stood last before another was dealt, with its points if it was scored."""
    game, deals = Game(id=GAME_ID), dict[int, tuple[Deal, Any]]()
    for step in steps:
        for event in step.events:
            game = evolve(game, event)
            if game.deal is not None:
                same = game.results[-1:] if game.deal.phase == "done" else ()
                scored = [r for r in same if r.number == game.deal.number]
                points = dict(scored[0].points) if scored and not game.deal.passed_out else None
                deals[game.deal.version] = game.deal, points
    return [deals[version] for version in sorted(deals)]


@settings(deadline=None, max_examples=40)
@given(games(SHORT_HANDS), st.integers(0, 4))
def test_the_deals_are_what_was_played_whatever_was_rewound(
    setting: Setting, disturbances: int
) -> None:
    steps = list(eventful_steps(setting, disturbances))
    told = deal_records(stored(steps), over=True)

    for entry, (deal, points) in zip(told, last_of_each_deal(steps), strict=True):
        assert (entry["number"], entry["attempt"]) == (deal.number, deal.attempt)
        assert (entry["deck"], entry["dealer"]) == (list(deal.deck), deal.dealer)
        assert entry["hands"] == {seat: list(hand) for seat, hand in deal.dealt.items()}
        assert [(bid["seat"], bid["bid"], bid.get("level")) for bid in entry["bids"]] == [
            *deal.bids
        ]
        tricks = [*deal.done, *([deal.trick] if deal.trick else [])]
        assert entry["plays"] == [play.card for trick in tricks for play in trick.plays]
        assert entry["points"] == points
        assert (entry["contracts"] is None) == (entry["tricks"] is None) == (points is None)


@settings(deadline=None, max_examples=20)
@given(games(SHORT_HANDS), st.floats(0, 1, allow_nan=False))
def test_while_the_game_runs_only_deals_that_have_ended_are_told(
    setting: Setting, part: float
) -> None:
    steps = list(eventful_steps(setting, 2))
    steps = steps[: 6 + int(part * (len(steps) - 7))]
    told, whole = (deal_records(stored(steps), over=over) for over in (False, True))

    assert whole[: len(told)] == told
    assert len(whole) - len(told) == (steps[-1].after.deal is not None)
