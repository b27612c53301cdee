"""Moves: bid, play a card, come back from the autopilot."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games import clock
from games.api.answers import ONE_GAME
from games.api.game_operation import SeatedOperation
from games.api.shapes import BidBody, NothingBody, PlayBody
from games.api.versions import ETAG, IF_MATCH, versions_wanted
from games.services import moves

NOT_NOW = ("game-over", "game-not-started", "wrong-phase", "not-your-turn")


class MakeBid(SeatedOperation):
    """Bid

    The answer is the game right after the bid and what follows of itself.
    """

    scope = "play"
    budgets = ("moves",)
    Body = BidBody
    answers = {201: ONE_GAME}
    problems = ("not-a-player", "stale-version", *NOT_NOW, "illegal-bid")
    parameters = (IF_MATCH, ETAG)
    tags = ("moves",)

    def post(self, request: Request, game_id: str) -> Response:
        act = moves.bid(
            player=self.player,
            game_id=self.game_id,
            participant=self.participant,
            bid=self.body["bid"],
            now=clock.now(),
            if_match=versions_wanted(request),
        )
        return self.answer_after(act, 201)


class PlayCard(SeatedOperation):
    """Play a card

    The answer is the game right after the card and what follows of itself: the score, the next
    deal, the end.
    """

    scope = "play"
    budgets = ("moves",)
    Body = PlayBody
    answers = {201: ONE_GAME}
    problems = (
        "not-a-player",
        "stale-version",
        *NOT_NOW,
        "card-not-in-hand",
        "must-follow-suit",
        "trump-not-broken",
        "must-play-highest-trump",
        "must-play-lowest-trump",
    )
    parameters = (IF_MATCH, ETAG)
    tags = ("moves",)

    def post(self, request: Request, game_id: str) -> Response:
        act = moves.play(
            player=self.player,
            game_id=self.game_id,
            participant=self.participant,
            card=self.body["card"],
            now=clock.now(),
            if_match=versions_wanted(request),
        )
        return self.answer_after(act, 201)


class ReturnToSeat(SeatedOperation):
    """Take the seat back from the autopilot

    Nothing happens if it was not on autopilot.
    """

    scope = "play"
    budgets = ("moves",)
    Body = NothingBody
    answers = {200: ONE_GAME}
    problems = ("not-a-player", "stale-version", "game-over", "game-not-started")
    parameters = (IF_MATCH, ETAG)
    tags = ("moves",)

    def post(self, request: Request, game_id: str) -> Response:
        act = moves.return_to_seat(
            player=self.player,
            game_id=self.game_id,
            participant=self.participant,
            now=clock.now(),
            if_match=versions_wanted(request),
        )
        return self.answer_after(act)
