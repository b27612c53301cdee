"""Ten thousand hands with a joker in them: whatever a bot does with one, it is legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.bots.choose import choose
from games.engine.cards import JOKERS, PACK
from games.engine.evolve import evolve
from games.engine.player_view import PlayerView, player_view
from games.engine.seats import SEATS, TEAM_OF
from games.engine.state import Game
from tests.bots.random_moves import random_options
from tests.bots.tables import Mover, new_game, positions
from tests.engine.table import deal_started

HANDS = 10_000
SIZES = range(1, 14)


def dealt(rng: Random, size: int) -> Game:
    """A deal of this size under random rules: both jokers in hands, or the only trump in one."""
    options = random_options(rng, [size])
    no_trump = rng.random() < 0.4
    if no_trump:
        options |= {"joker_turned_up": "keep_other", "fixed_trump": None}
    game = new_game(str(rng.random()), "gamerules", options)
    cards = [card for card in PACK if card not in JOKERS]
    rng.shuffle(cards)
    one, other = rng.sample(sorted(JOKERS), 2)
    cards.insert(rng.randrange(4 * size), one)
    cards.insert(4 * size if no_trump else rng.randrange(4 * size), other)
    dealer = rng.choice(SEATS)
    return evolve(game, deal_started(tuple(cards), size, dealer=dealer, ruleset=game.ruleset))


def reluctant(rng: Random) -> Mover:
    """Bids of every kind alike, and any card but a joker while there is another."""

    def move(view: PlayerView) -> Any:
        assert view.turn is not None
        assert view.deal is not None
        legal = list(view.turn.legal or ())
        if view.turn.action == "play":
            return rng.choice([card for card in legal if card not in JOKERS] or legal)
        kinds: list[list[Any]] = [
            [bid for bid in legal if bid == kind] for kind in ("pass", "board")
        ]
        kinds.append([bid for bid in legal if isinstance(bid, int)])
        if len(view.deal.bids) == 3 and all(made.bid == "pass" for made in view.deal.bids):
            kinds[0] = []
        return rng.choice(rng.choice([kind for kind in kinds if kind]))

    return move


def hands_with_jokers() -> Iterator[PlayerView]:
    """What the seat to act sees, deal after deal of every size, whenever it holds a joker."""
    for number in range(HANDS):
        rng = Random(number)
        for game in positions(dealt(rng, SIZES[number % 13]), reluctant(rng)):
            view = player_view(game, game.to_act or "N")
            assert view.deal is not None
            if view.deal.attempt > 1:
                break
            if not JOKERS.isdisjoint(view.deal.hand or ()):
                yield view


def setting(view: PlayerView) -> tuple[str, str, bool]:
    """The phase, what kind of contract the seat's team has, and whether there is trump."""
    assert view.deal is not None
    assert view.turn is not None
    contract = "none"
    if view.deal.contracts is not None:
        tricks, board = view.deal.contracts[TEAM_OF[view.turn.seat]]
        contract = "board" if board else "number" if tricks else "passed"
    return view.turn.action, contract, view.deal.trump is not None


@pytest.mark.slow
def test_a_bot_with_a_joker_does_what_is_legal() -> None:
    sizes, settings = Counter[int](), Counter[tuple[str, str, bool]]()
    for asked, view in enumerate(hands_with_jokers(), 1):
        assert view.turn is not None
        assert view.deal is not None
        # The autopilot of an absent player is a normal bot.
        for level in ("beginner", "normal"):
            choice = choose(view, level, str(asked))
            assert choice.action == view.turn.action
            move = choice.card if choice.action == "play" else choice.bid
            assert move in (view.turn.legal or ()), (level, view)
        sizes[view.deal.hand_size] += 1
        settings[setting(view)] += 1
        if asked == HANDS:
            break
    assert asked == HANDS
    assert set(sizes) == set(SIZES)
    kinds = {("play", kind, trump) for kind in ("passed", "number", "board") for trump in (0, 1)}
    assert set(settings) == kinds | {("bid", "none", trump) for trump in (0, 1)}
    assert min(settings.values()) > 50, settings
