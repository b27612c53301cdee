"""The golden games written to the log as they were played: the same scores, and all of it proven"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from django.db import transaction

from games import models
from games.engine.commands import (
    Command,
    CreateGame,
    LeaveSeat,
    MakeBid,
    PlayCard,
    ReturnToSeat,
    RewindGame,
    TakeSeat,
)
from games.engine.game import replay
from games.engine.seats import SEATS
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.eventstore.codec import decode
from games.eventstore.store import load, load_whole, read
from games.eventstore.stream import Stream
from games.services.acts import carry_out
from players.models import Player
from tests.caller import Caller
from tests.engine.golden_player import GoldenPlayer, play_again
from tests.engine.test_golden_games import GAMES
from tests.games.conftest import person
from tests.games.services.table import NOON
from tests.games.verification.eventful import STAFF

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("db", "woken")]


class Logged(GoldenPlayer):
    """Carries the commands of a text out in the log, as people of this service."""

    def __init__(self, game_id: str, creator: Player) -> None:
        super().__init__(game_id)
        self.creator = creator
        self.now = NOON
        self.stream = Stream(Game(id=game_id))
        self.row = models.Game(pk=UUID(game_id), creator=creator, visibility="public")

    def do(self, command: Command) -> None:
        self.now += timedelta(days=2)
        if isinstance(command, CreateGame):
            self.open_row(command)
        command, actor = self.by_whom(command)
        with transaction.atomic():
            done = carry_out(self.row, self.stream, [(command, actor)], now=self.now, wake=False)
        self.stream = done.stream
        self.game = done.stream.game
        self.events += [decode(event.kind, event.schema, event.data) for event in done.written]

    def open_row(self, command: CreateGame) -> None:
        self.row.ruleset, self.row.options = command.ruleset, dict(command.options)
        self.row.turn_seconds, self.row.sandbox = command.turn_seconds, command.sandbox
        self.row.status, self.row.created_at, self.row.updated_at = "waiting", self.now, self.now
        self.row.save()

    def by_whom(self, command: Command) -> tuple[Command, Actor]:
        """The command with the people of this game, and who gives it."""
        match command:
            case CreateGame():
                return command, self.player("ana")
            case RewindGame():
                return command, STAFF
            case TakeSeat(player_id=str(name)):
                actor = self.player(name, sat=True)
                return replace(command, player_id=actor.id), actor
            case TakeSeat():
                return command, self.player("ana")
            case MakeBid() | PlayCard():
                return self.moved_by(command)
            case LeaveSeat() | ReturnToSeat():
                return command, Actor("player", self.game.seats[command.seat].player_id)
            case _:
                raise AssertionError(command)

    def moved_by(self, command: MakeBid | PlayCard) -> tuple[Command, Actor]:
        held = self.game.seats[command.seat]
        if held.bot is not None:
            cause = "left" if held.left else "bot-seat"
            actor = Actor("bot", held.player_id, held.bot, "golden/1", cause)
            return replace(command, by="bot"), actor
        if command.by == "autopilot":
            return command, Actor("autopilot", held.player_id, "normal", "golden/1", "timed-out")
        return command, Actor("player", held.player_id)

    def player(self, name: str, *, sat: bool = False) -> Actor:
        """Somebody as the game's log knows him."""
        who = Player.objects.get_or_create(username=name)[0]
        facts = {"status": "waiting", "public": True}
        people = models.Participant.objects.filter(game=self.row)
        known = people.get_or_create(game=self.row, player=who, defaults=facts)[0]
        people.filter(pk=known.pk, sat=False).update(sat=sat)
        return Actor("player", str(known.pk))


@pytest.fixture
def ana() -> Caller:
    return person("ana")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_proven_and_has_its_scores(path: Path, ana: Caller) -> None:
    text = path.read_text(encoding="utf-8")
    first, *lines = text.splitlines()
    logged = Logged(first.removeprefix("game "), Player.objects.get(username="ana"))
    for line in lines:
        logged.read(line)

    golden, stream = play_again(text).game, load_whole(logged.game.id)
    assert stream == load(logged.game.id)
    events = [decode(event.kind, event.schema, event.data) for event in read(logged.game.id)]
    assert replay(golden.id, events) == stream.game
    # The same in everything but what its people are called.
    assert stream.game._replace(seats={}) == golden._replace(seats={})
    assert [stream.game.seats[s].bot for s in SEATS] == [golden.seats[s].bot for s in SEATS]

    shown = ana.get(f"/games/{golden.id}").json
    assert (shown["ruleset"], shown["options"]) == (golden.ruleset.name, logged.row.options)
    assert (shown["scores"], shown["winner"]) == (dict(golden.scores), golden.winner)
    assert f"end NS {shown['scores']['NS']} EW {shown['scores']['EW']}" in text
    proof = ana.get(f"/games/{golden.id}/verification").json
    holds = {"ok": True, "failed_at": None}
    assert proof == {"ok": True, **dict.fromkeys(("chain", "replay", "shuffle", "scores"), holds)}
