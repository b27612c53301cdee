"""Tables: open one, list them, look at one."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games import clock, selectors
from games.api import live
from games.api.answers import GAMES, ONE_GAME
from games.api.game_object import game_object, game_summary
from games.api.game_operation import GameOperation
from games.api.shapes import GameQuery, GamesQuery, NewGameBody
from games.api.versions import ETAG, IF_NONE_MATCH, LOCATION, etag, unchanged
from games.services import tables
from players import limits
from players.api.operation import Operation, path_uuid
from players.api.pages import page_of


class CreateGame(Operation):
    """Open a table

    The creator sits down unless `seat` is null. With four seats filled the game starts at once;
    four bots and no person is allowed.
    """

    scope = "play"
    Body = NewGameBody
    answers = {201: ONE_GAME}
    parameters = (LOCATION, ETAG)
    tags = ("games",)

    def post(self, request: Request) -> Response:
        now = clock.now()
        act = tables.create_game(player=self.player, now=now, **self.body)
        table = selectors.table(act.row, self.player, act.stream)
        return Response(
            game_object(table, now),
            status=201,
            headers={"ETag": etag(act.stream.version), "Location": request.path + f"/{act.row.pk}"},
        )


class ListGames(Operation):
    """List games, newest first

    A row has the fields of a game but `deal` and `results`, and a turn without `legal`.
    """

    scope = "read"
    Query = GamesQuery
    answers = {200: GAMES}
    tags = ("games",)

    def get(self, request: Request) -> Response:
        query, now = self.query, clock.now()
        games = selectors.games_for(
            self.player,
            status=query.get("status"),
            mine=query.get("mine", False),
            my_turn=query.get("my_turn", False),
            name=query.get("player"),
        )
        page = page_of(request, games, by="-id", limit=query["limit"], cursor=query.get("cursor"))
        return Response(page.shown(lambda row: game_summary(row, self.player, now)))


class ShowGame(GameOperation):
    """Show a game as the caller may see it

    `hand` is there for a seated caller and `turn.legal` for the one whose turn it is. A private
    game is there for its creator, those who sit or sat in it, and who knows its `invite`. With
    `wait` and `If-None-Match` it is a long poll: 304 is held back until the game moves on.
    """

    scope = "read"
    Query = GameQuery
    answers = {200: ONE_GAME, 304: None}
    parameters = (IF_NONE_MATCH, ETAG)
    tags = ("games",)

    def find(self) -> None:
        invite = self.request.query_params.get("invite", "")
        game_id = path_uuid(self.kwargs["game_id"])
        self.game = selectors.find_game(self.player, game_id, invite=invite)

    def get(self, request: Request, game_id: str) -> Response:
        known = unchanged(request, self.game.version)
        if known is not None and request.method == "GET":
            claim = self.claim()._replace(by_invite=bool(self.query.get("invite")))
            live.wait(request._request, claim, self.game.version, self.query["wait"])
        return known or self.answer(selectors.table(self.game, self.player), self.game_now())

    def check_throttles(self, request: Request) -> None:
        # A request that waited is judged again, but it was counted when it came.
        if not limits.standings_of(request._request):
            super().check_throttles(request)
