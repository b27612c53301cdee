"""The service proves its own log."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import ONE_VERIFICATION
from games.api.game_operation import GameOperation
from games.verification.examining import examine


class ShowVerification(GameOperation):
    """Verify a game's log

    `chain`: no event is missing, and each hash is that of the one before and of the whole event.
    `replay`: the rules let every event come where it stands. `shuffle`: the seed is the one that
    was committed to, and the first dealer and every deck come of it. `scores`: the results of every
    deal, and whatever else is shown of the game, are what was played. A part that fails names the
    first version at which it does. It is done anew at each request, of running games too, and
    tells nothing else.
    """

    scope = "read"
    answers = {200: ONE_VERIFICATION}
    tags = ("history",)

    def get(self, request: Request, game_id: str) -> Response:
        findings = examine(self.game.pk).findings
        parts = {
            part: {"ok": fault is None, "failed_at": None if fault is None else fault.version}
            for part, fault in findings._asdict().items()
        }
        return Response({"ok": findings.ok, **parts})
