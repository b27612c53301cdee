"""The engine in lock-step with a second, naive reading of the rules, at every move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings

from games.engine.cards import JOKERS
from games.engine.commands import MakeBid, PlayCard
from games.engine.events import (
    BidMade,
    CardPlayed,
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    GameFinished,
)
from games.engine.game import decide
from games.engine.player_view import player_view
from games.engine.refusals import Refusal
from games.engine.ruleset import PRESETS
from games.engine.seats import SEATS
from games.engine.state import Game
from tests.engine.random_games import Setting, illegal_move, steps
from tests.engine.strategies import HANDS, SHORT_HANDS, games
from tests.engine.table import GAME_ID
from tests.oracle import shuffle
from tests.oracle.differences import differences
from tests.oracle.options import Options
from tests.oracle.refusals import bid_refusal, card_refusal
from tests.oracle.rules import Happening, NaiveGame

KINDS: dict[type[Event], str] = {
    BidMade: "bid-made",
    CardPlayed: "card-played",
    DealPassedOut: "deal-passed-out",
    DealScored: "deal-scored",
    DealStarted: "deal-started",
    GameFinished: "game-finished",
}


def plain(value: Any) -> Any:
    """Tuples as lists and named tuples as mappings, as the second reading has them."""
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    return value


def as_happening(event: Event) -> Happening:
    """An event as the second reading reports it; what is None is not mentioned."""
    data: dict[str, Any] = {name: plain(getattr(event, name)) for name in event.__match_args__}
    if isinstance(event, BidMade | CardPlayed):
        data = {name: value for name, value in data.items() if value is not None}
    return KINDS[type(event)], data


def compare(events: tuple[Event, ...], told: list[Happening]) -> None:
    """The same events, with the same data in every field that the second reading has."""
    mine = [as_happening(event) for event in events]
    assert [kind for kind, _ in mine] == [kind for kind, _ in told]
    for (kind, found), (_, wanted) in zip(mine, told, strict=True):
        assert differences(wanted, found, kind) == []
        if kind in ("bid-made", "card-played"):
            assert found.keys() == wanted.keys()


def naive(setting: Setting, game: Game) -> NaiveGame:
    """The second reading of a game that has just started."""
    seed = bytes.fromhex(setting.seed)
    options: Options = game.ruleset.options()  # type: ignore[assignment]
    return NaiveGame(
        options,
        shuffle.first_dealer(seed, GAME_ID, setting.entropy),
        lambda number, attempt: shuffle.deck(seed, GAME_ID, number, attempt, setting.entropy),
    )


def in_lock_step(setting: Setting) -> None:
    """Play a game through both readings; try one illegal move before each legal one."""
    second: NaiveGame | None = None
    random = setting.random()
    for step in steps(setting):
        match step.command:
            case MakeBid(seat, bid):
                assert second is not None
                compare(step.events, second.bid(seat, bid))
            case PlayCard(seat, card):
                assert second is not None
                compare(step.events, second.play(seat, card))
            case _ if step.after.deal is not None:
                second = naive(setting, step.after)
                compare(step.events[-1:], [("deal-started", second.start)])
        compare_state(step.after, second)
        compare_refusal(step.after, second, illegal_move(step.after, random))
    assert second is not None
    assert step.after.winner == second.winner


def compare_state(game: Game, second: NaiveGame | None) -> None:
    """Whose turn it is, what is legal, what is known of the deal."""
    if second is None or game.deal is None:
        return
    turn = None if game.over else second.turn()
    assert game.to_act == turn
    assert dict(game.scores) == second.scores()
    assert plain(game.deal.won) == second.deal.tricks_taken()
    assert game.deal.trump_broken == second.deal.trump_broken
    if game.deal.contracts is not None:
        assert plain(game.deal.contracts) == second.deal.contracts()
    for seat in SEATS:
        assert sorted(game.deal.hands[seat]) == sorted(second.deal.hands[seat])
    if turn is not None:
        seen = player_view(game, turn).turn
        assert seen is not None
        assert sorted(map(str, seen.legal or ())) == sorted(map(str, second.legal()))


def compare_refusal(game: Game, second: NaiveGame | None, command: MakeBid | PlayCard) -> None:
    """Both refuse an illegal move with the same code, the first that applies."""
    with pytest.raises(Refusal) as caught:
        decide(game, command)
    if isinstance(command, MakeBid):
        assert caught.value.code == bid_refusal(second, command.seat, command.bid)
    else:
        assert caught.value.code == card_refusal(second, command.seat, command.card)


@given(games(HANDS))
def test_a_game_under_random_rules_is_the_same_in_both_readings(setting: Setting) -> None:
    in_lock_step(setting)


@settings(max_examples=25)
@given(games(SHORT_HANDS))
def test_a_game_of_short_hands_is_the_same_in_both_readings(setting: Setting) -> None:
    in_lock_step(setting)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_whole_game_by_a_preset_is_the_same_in_both_readings(preset: str) -> None:
    entropy = {"N": "ana", "E": "", "S": "a|b", "W": "é"}
    in_lock_step(Setting(preset, {}, preset.encode().hex().ljust(64, "7"), entropy, 11, 0.4))


def with_a_joker_turned_up(setting: Setting) -> Setting:
    """The same game with another seed, by which the first deal turns up a joker."""
    random, options = setting.random(), {**PRESETS[setting.ruleset].options(), **setting.options}
    while True:
        seed = random.randbytes(32)
        deck = shuffle.deck(seed, GAME_ID, 1, 1, setting.entropy)
        if deck[4 * options["hand_sizes"][0]] in JOKERS:
            return setting._replace(seed=seed.hex())


@settings(max_examples=25)
@given(games(HANDS))
def test_a_game_that_begins_with_a_joker_turned_up_is_the_same_in_both_readings(
    setting: Setting,
) -> None:
    in_lock_step(with_a_joker_turned_up(setting))


@pytest.mark.slow
@settings(max_examples=60)
@given(games(HANDS))
def test_many_games_under_random_rules_are_the_same_in_both_readings(setting: Setting) -> None:
    in_lock_step(setting)


@pytest.mark.slow
@pytest.mark.parametrize("preset", list(PRESETS))
def test_many_whole_games_by_a_preset_are_the_same_in_both_readings(preset: str) -> None:
    for game in range(2):
        seed = (preset.encode().hex() + f"{game:02x}").ljust(64, "7")
        in_lock_step(Setting(preset, {}, seed, dict.fromkeys(SEATS, ""), game, game / 5))
