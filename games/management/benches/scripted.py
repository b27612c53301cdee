"""Games of four guests of which every move is known before it is made, so that no one has to ask.

Whoever reads the log knows the shuffle, so a game can be played ahead of time by the rules.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from uuid import UUID

from games import clock
from games.engine.commands import MakeBid, PlayCard, VoidGame
from games.engine.deal import legal_bids_now, legal_cards_now
from games.engine.evolve import evolve
from games.engine.game import decide
from games.engine.seats import SEATS, Seat
from games.engine.state import Game
from games.eventstore.actors import SYSTEM
from games.eventstore.store import load
from games.services.acts import act
from games.services.tables import create_game, take_seat
from players.models import Player
from players.services import start_guest

TURN_SECONDS: Final = 86_400


class Scripted(NamedTuple):
    """A game right after its first deal, and its moves to come."""

    id: UUID
    players: Mapping[Seat, tuple[Player, str]]
    moves: list[MakeBid | PlayCard]

    def calls(self, first: int = 0, number: int | None = None) -> list[tuple[str, str, str]]:
        """Its moves over HTTP: a path, a token, a body."""
        chosen = self.moves[first:] if number is None else self.moves[first : first + number]
        return [self._call(move) for move in chosen]

    def _call(self, move: MakeBid | PlayCard) -> tuple[str, str, str]:
        path = f"/api/v1/games/{self.id}"
        if isinstance(move, MakeBid):
            return f"{path}/bids", self.players[move.seat][1], json.dumps({"bid": move.bid})
        return f"{path}/plays", self.players[move.seat][1], json.dumps({"card": move.card})


@contextmanager
def scripted(most: int = 0, options: Mapping[str, Any] | None = None) -> Iterator[Scripted]:
    """A game with its first `most` moves, all if not said; void at the end if not played out."""
    now = clock.now()
    players = {seat: start_guest() for seat in SEATS}
    game_id = create_game(
        player=players["N"][0], now=now, options=options, turn_seconds=TURN_SECONDS
    ).row.pk
    try:
        for seat in SEATS[1:]:
            take_seat(player=players[seat][0], game_id=game_id, seat=seat, now=now)
        yield Scripted(game_id, players, list(_moves(load(game_id).game, most)))
    finally:
        if not load(game_id).game.over:
            act(game_id, lambda _: (VoidGame("A benchmark."), SYSTEM), now=clock.now())


def _moves(game: Game, most: int) -> Iterator[MakeBid | PlayCard]:
    dice = random.Random(game.seed)
    made = 0
    while not game.over and (made < most or not most):
        move = _move(game, dice)
        for event in decide(game, move):
            game = evolve(game, event)
        yield move
        made += 1


def _move(game: Game, dice: random.Random) -> MakeBid | PlayCard:
    seat, deal = game.to_act, game.deal
    assert seat is not None
    assert deal is not None
    if deal.phase == "bid":
        return MakeBid(seat, dice.choice(legal_bids_now(deal, game.ruleset)))
    return PlayCard(seat, dice.choice(sorted(legal_cards_now(deal, game.ruleset))))
