"""Tables: open one, list them, look at one."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games import clock, selectors
from games.api import live
from games.api.answers import GAMES, ONE_GAME
from games.api.game_object import game_object, game_summary
from games.api.game_operation import GameOperation, SeatedOperation, own_time
from games.api.shapes import GameQuery, GamesQuery, NewGameBody, QuickBody, RematchBody
from games.api.versions import (
    ETAG,
    IF_MATCH,
    IF_NONE_MATCH,
    LOCATION,
    etag,
    unchanged,
    versions_wanted,
)
from games.selectors import lobby
from games.services import tables
from games.services.acts import Act
from games.services.quick import quick_game
from games.services.rematches import rematch
from players import limits
from players.api.operation import Operation, path_uuid
from players.api.pages import page_of
from players.models import Player


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
        return _found(self.player, act, now, opened=True)


class QuickGame(Operation):
    """Sit down wherever there is room

    In the oldest public game that waits, goes by this ruleset without departures, has this time
    for a turn if one is named, and where the caller does not sit yet: 200. If there is none, a new
    one is opened in which the others may sit down: 201.
    """

    scope = "play"
    Body = QuickBody
    answers = {200: ONE_GAME, 201: ONE_GAME}
    parameters = (LOCATION, ETAG)
    tags = ("games",)

    def post(self, request: Request) -> Response:
        now = clock.now()
        act, opened = quick_game(player=self.player, now=now, **self.body)
        return _found(self.player, act, now, opened=opened)


class Rematch(SeatedOperation):
    """Play once more with the same people

    Of a game that is over: a new one of the same kind, private if that was. The caller and the
    bots sit where they sat; the other seats are kept for who sat there, for 24 hours by the game's
    clock, and then open: 201. Of each game there is one rematch. Whoever asks for it later gets
    the same game, 200, and sits down in the seat kept for him with PUT; he needs no invite.
    """

    scope = "play"
    Body = RematchBody
    answers = {200: ONE_GAME, 201: ONE_GAME}
    problems = ("not-a-player", "stale-version", "game-not-over")
    parameters = (IF_MATCH, LOCATION, ETAG)
    tags = ("games",)

    def post(self, request: Request, game_id: str) -> Response:
        now = clock.now()
        act, opened = rematch(
            player=self.player,
            game_id=self.game_id,
            now=now,
            if_match=versions_wanted(request),
            **self.body,
        )
        return _found(self.player, act, now, opened=opened)


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
        wish = lobby.Wish(
            status=query.get("status"),
            mine=query.get("mine", False),
            my_turn=query.get("my_turn", False),
            name=query.get("player"),
        )
        games = lobby.games_for(self.player, wish)
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
        return known or self.answer(selectors.table(self.game, self.player), own_time(self.game))

    def check_throttles(self, request: Request) -> None:
        # A request that waited is judged again, but it was counted when it came.
        if not limits.standings_of(request._request):
            super().check_throttles(request)


def _found(player: Player, act: Act, now: datetime, *, opened: bool) -> Response:
    """A game that the caller did not name, with its address if it is a new one."""
    headers = {"ETag": etag(act.stream.version)}
    if opened:
        headers["Location"] = reverse("game", args=[act.row.pk])
    table = selectors.table(act.row, player, act.stream)
    game_now = now + timedelta(seconds=act.row.clock_offset)
    return Response(game_object(table, game_now), status=201 if opened else 200, headers=headers)
