"""Hints: what a bot would do."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games import hints, selectors
from games.api.answers import ONE_HINT
from games.api.game_operation import SeatedOperation
from games.api.hint_words import in_words
from games.api.versions import ETAG, IF_NONE_MATCH, etag, unchanged
from games.bots.choice import Choice


class ShowHint(SeatedOperation):
    """Show what the expert would do in the caller's seat

    It knows what the caller may see and no more, and says why in a sentence. The move is a legal
    one; at the same version the hint is the same.
    """

    scope = "read"
    answers = {200: ONE_HINT, 304: None}
    problems = ("not-a-player", "game-over", "game-not-started", "not-your-turn")
    parameters = (IF_NONE_MATCH, ETAG)
    tags = ("moves",)

    def get(self, request: Request, game_id: str) -> Response:
        row = selectors.find_game(self.player, self.game_id)
        table = selectors.table(row, self.player, people=self.people)
        hints.require_turn(table.view)
        version = table.stream.version
        return unchanged(request, version) or Response(
            _hint_object(hints.hint(table.view)), headers={"ETag": etag(version)}
        )


def _hint_object(choice: Choice) -> dict[str, Any]:
    move = {"bid": choice.bid} if choice.action == "bid" else {"card": choice.card}
    return {
        "action": choice.action,
        **move,
        "reason": in_words(choice.reason),
        "policy": choice.policy,
    }
