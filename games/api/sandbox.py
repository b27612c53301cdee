"""Sandbox games: what client developers try their programs on."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games import clock
from games.api.answers import ONE_GAME
from games.api.game_operation import GameOperation
from games.api.shapes import AdvanceBody
from games.api.versions import ETAG, IF_MATCH, versions_wanted
from games.services import sandbox
from players.errors import Problem


class AdvanceClock(GameOperation):
    """Put a sandbox game's clock forward

    The clock is real time and all advances together; the game shows it as `now`. The advance is
    no event and leaves the version alone. If it goes past the deadline of a player's turn, that
    one turn times out as it would have in real time, and the answer is the game after that. Before
    the start and after the end only `now` changes.
    """

    scope = "play"
    Body = AdvanceBody
    answers = {200: ONE_GAME}
    problems = ("not-the-creator", "stale-version", "not-a-sandbox")
    parameters = (IF_MATCH, ETAG)
    tags = ("sandbox",)

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.game.creator_id != self.player.pk:
            raise Problem("not-the-creator")

    def post(self, request: Request, game_id: str) -> Response:
        act = sandbox.advance_clock(
            player=self.player,
            game_id=self.game.pk,
            seconds=self.body["advance_seconds"],
            clock=clock.now,
            if_match=versions_wanted(request),
        )
        return self.answer_after(act)
