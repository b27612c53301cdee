"""A game to take away: its portable record, and what proves that its cards were dealt fairly."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api.answers import ONE_FAIRNESS, ONE_RECORD
from games.api.game_object import seat_object
from games.api.game_operation import GameOperation
from games.engine.seats import SEATS
from games.engine.state import Game
from games.replay import deal_records

FORMAT = "backalley-record"
FORMAT_VERSION = 1


class ShowRecord(GameOperation):
    """Show a game's portable record

    While the game runs: the finished deals only, and for spectators those without `deck`, `hands`
    and what was drawn. An attempt that was passed out is an entry too.
    """

    scope = "read"
    answers = {200: ONE_RECORD}
    tags = ("history",)

    def get(self, request: Request, game_id: str) -> Response:
        table = selectors.table(self.game, self.player)
        view, game = table.view, table.stream.game
        return Response(
            {
                "format": FORMAT,
                "format_version": FORMAT_VERSION,
                "game": view.id,
                "ruleset": view.ruleset.name,
                "options": view.ruleset.options(),
                "seats": {seat: seat_object(view.seats[seat], table.names) for seat in SEATS},
                "deals": deal_records(selectors.events_after(table, 0), over=game.over),
                "scores": dict(view.scores),
                "winner": view.winner,
                "fairness": _fairness(game),
            }
        )


class ShowFairness(GameOperation):
    """Show what the shuffles were, or will have been, made of

    `commitment` is the SHA-256 of the seed, which is there once the game is over.
    """

    scope = "read"
    answers = {200: ONE_FAIRNESS}
    tags = ("history",)

    def get(self, request: Request, game_id: str) -> Response:
        return Response(_fairness(selectors.table(self.game, self.player).stream.game))


def _fairness(game: Game) -> dict[str, Any]:
    fairness = selectors.fairness(game)
    shown = {"commitment": fairness.commitment, "entropy": dict(fairness.entropy)}
    return shown if fairness.seed is None else {**shown, "seed": fairness.seed}
