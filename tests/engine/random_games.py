"""Whole games at random: what a seat may do is taken from its own view and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from games.engine.cards import PACK
from games.engine.commands import (
    Command,
    CreateGame,
    LeaveSeat,
    MakeBid,
    Mover,
    PlayCard,
    ReturnToSeat,
    RewindGame,
    TakeSeat,
)
from games.engine.events import Event
from games.engine.evolve import evolve
from games.engine.game import decide
from games.engine.player_view import player_view
from games.engine.rewind import deal_standing_at
from games.engine.seats import SEATS
from games.engine.state import Game
from tests.engine.table import GAME_ID, PEOPLE


class Setting(NamedTuple):
    """What a random game is played with; everything in it follows from these."""

    ruleset: str
    options: Mapping[str, Any]
    seed: str
    entropy: Mapping[str, str]
    choices: int
    passing: float

    def random(self) -> Random:
        """The random choices of the players."""
        return Random(self.choices)


class Step(NamedTuple):
    """One act: the game before it, the command, its events, and the game after it."""

    before: Game
    command: Command
    events: tuple[Event, ...]
    after: Game


def act(game: Game, command: Command) -> Step:
    """Carry a command out."""
    events = decide(game, command)
    after = game
    for event in events:
        after = evolve(after, event)
    return Step(game, command, events, after)


def opening(setting: Setting) -> Iterator[Step]:
    """The acts up to the first deal."""
    step = act(Game(id=GAME_ID), CreateGame(setting.seed, setting.ruleset, setting.options))
    yield step
    for seat in SEATS:
        command = TakeSeat(seat, player_id=PEOPLE[seat], entropy=setting.entropy[seat])
        step = act(step.after, command)
        yield step


def move(game: Game, random: Random, passing: float, by: Mover = "player") -> Command:
    """A legal move for the seat whose turn it is; it passes with the given probability."""
    assert game.to_act is not None
    turn = player_view(game, game.to_act).turn
    assert turn is not None
    assert turn.legal
    if turn.action == "bid":
        bid = "pass" if random.random() < passing else random.choice(turn.legal)
        return MakeBid(turn.seat, bid, by)
    return PlayCard(turn.seat, str(random.choice(turn.legal)), by)


def steps(setting: Setting) -> Iterator[Step]:
    """A whole game, act by act."""
    random = setting.random()
    game = Game(id=GAME_ID)
    for step in opening(setting):
        yield step
        game = step.after
    while not game.over:
        step = act(game, move(game, random, setting.passing))
        yield step
        game = step.after


def eventful_steps(setting: Setting, disturbances: int) -> Iterator[Step]:
    """A whole game in which players are absent, come back, leave, and staff rewinds.

    After so many disturbances it is played on undisturbed, so that it ends.
    """
    random = setting.random()
    game, log = Game(id=GAME_ID), list[Event]()
    for step in opening(setting):
        yield step
        game = step.after
        log += step.events
    while not game.over:
        command = move(game, random, setting.passing, random.choice(("player", "autopilot")))
        if disturbances and random.random() < 0.1:
            command = disturbance(game, log, random)
            disturbances -= 1
        step = act(game, command)
        yield step
        game = step.after
        log += step.events


def disturbance(game: Game, log: list[Event], random: Random) -> Command:
    """Something that is neither a bid nor a card."""
    match random.randrange(4):
        case 0:
            return ReturnToSeat(random.choice(SEATS))
        case 1:
            return LeaveSeat(random.choice(SEATS))
        case _:
            version = random.randint(1, game.version)
            return RewindGame(version, "a dispute", deal_standing_at(log, version))


def illegal_move(game: Game, random: Random) -> MakeBid | PlayCard:
    """A bid or a card that may not be made now, for whatever reason."""
    acting = game.to_act or "N"
    turn = player_view(game, acting).turn
    legal = turn.legal if turn is not None and turn.legal is not None else ()
    while True:
        seat = acting if random.random() < 0.7 else random.choice(SEATS)
        command: MakeBid | PlayCard
        if random.random() < 0.3:
            command = MakeBid(seat, random.choice(("pass", "board", "x", *range(-1, 15))))
            allowed = command.bid in legal
        else:
            command = PlayCard(seat, random.choice(PACK))
            allowed = command.card in legal
        if seat != game.to_act or not allowed:
            return command
