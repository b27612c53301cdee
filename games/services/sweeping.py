"""What is due by the database alone: overdue turns, games nobody came to, warnings.

Any number of sweepers may run: each claims one game at a time and skips what another holds, and a
lease that nobody used runs out, so a turn is found again if its claimant dies.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import Error, connection, transaction

from games import models
from games.engine.commands import VoidGame
from games.eventstore.actors import SYSTEM
from games.models import Lane
from games.services import machines, notices
from games.services.acts import act
from games.services.machines import LEASE, MOVES_A_TASK, Clock, free
from players.errors import Problem

logger = logging.getLogger(__name__)

CLAIMS_A_SWEEP: Final = {Lane.QUICK: 50, Lane.SLOW: 5}
"""After so many, some seconds' work, the sweep comes up for air: it may have been asked to end."""
WARNINGS_A_SWEEP: Final = 50
"""The same for warnings."""
GIVEN_UP: Final = "Nothing happened for seven days."
"""Why a game that waited for players counts for nothing."""


_PUT_OFF: Final = """
UPDATE games_game SET look_at = least(due_at, warn_at)
WHERE id IN (
    SELECT id FROM games_game
    WHERE turn_lane = %(lane)s AND look_at <= %(now)s AND least(due_at, warn_at) > %(now)s
    ORDER BY look_at LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED
)
"""


class _Due(NamedTuple):
    game_id: UUID
    version: int
    status: str


def sweep(lane: Lane, *, clock: Clock) -> int:
    """Claim what is due in this lane, one after another, and do it; how many.

    A game for which that fails waits for the end of its lease, and the others do not wait for it.
    Raises Error when the database is away.
    """
    _put_off(lane, clock())
    most = CLAIMS_A_SWEEP[lane]
    for claimed in range(most):
        # What follows is for the workers, of whom there are more, as long as they can be told.
        if not _do_next(lane, clock, moves=1):
            return claimed
    return most


def move_or_help(game_id: UUID, version: int, *, clock: Clock) -> None:
    """Move for the bots whose turn it is at this version, as `machines.play_on`; where nobody's is
    any more, do what has been due longest in the quick lane.

    When turns come sooner than they can be made, the sweep is ahead of the tasks. Workers who then
    gave up one task after the other would leave all moves to it.
    """
    if not machines.play_on(game_id, version, clock=clock):
        _do_next(Lane.QUICK, clock, moves=MOVES_A_TASK)


def warn(*, clock: Clock) -> int:
    """Warn the players whose time is nearly up, once a turn; how many. Raises as `sweep`."""
    for warned in range(WARNINGS_A_SWEEP):
        if not any(_warn_one(lane, clock()) for lane in Lane):
            return warned
    return WARNINGS_A_SWEEP


def _put_off(lane: Lane, now: datetime) -> None:
    """Look later at the games for which nothing is due yet, because somebody has moved."""
    with connection.cursor() as cursor:
        cursor.execute(_PUT_OFF, {"now": now, "lane": lane})


def _claim(lane: Lane, now: datetime) -> _Due | None:
    with transaction.atomic():
        due = (
            models.Game.objects.select_for_update(skip_locked=True, no_key=True)
            .filter(free(now), turn_lane=lane, look_at__lte=now, due_at__lte=now)
            .order_by("look_at")
            .values_list("id", "version", "status")
            .first()
        )
        if due is None:
            return None
        models.Game.objects.filter(pk=due[0]).update(leased_until=now + LEASE)
    return _Due(*due)


def _do_next(lane: Lane, clock: Clock, *, moves: int) -> bool:
    """Claim what has been due longest, and do it; whether there was anything. Raises as `sweep`."""
    due = _claim(lane, clock())
    if due is None:
        return False
    try:
        if due.status == "waiting":
            _give_up(due, clock())
        else:
            machines.play_on(due.game_id, due.version, clock=clock, most=moves, claimed=True)
    except Exception as error:
        if _database_is_away(error):
            raise
        logger.exception("not moved game=%s version=%s", due.game_id, due.version)
    return True


def _give_up(due: _Due, now: datetime) -> None:
    try:
        act(
            due.game_id,
            lambda _: (VoidGame(GIVEN_UP), SYSTEM),
            now=now,
            if_match=(due.version,),
        )
    except Problem as problem:
        # Somebody came after all.
        if problem.code != "stale-version":
            raise


def _warn_one(lane: Lane, now: datetime) -> bool:
    with transaction.atomic():
        turn = (
            models.Game.objects.select_for_update(skip_locked=True, no_key=True)
            .filter(turn_lane=lane, look_at__lte=now, warn_at__lte=now)
            .order_by("look_at")
            .values_list("id", "version", "turn_seat", "deadline")
            .first()
        )
        if turn is None:
            return False
        game_id, version, seat, deadline = turn
        models.Game.objects.filter(pk=game_id).update(warn_at=None)
        assert seat is not None
        assert deadline is not None
        try:
            with transaction.atomic():
                notices.turn_expiring(game_id, version, seat, deadline, now=now)
        except Exception as error:
            if _database_is_away(error):
                raise
            logger.exception("not warned game=%s version=%s", game_id, version)
    return True


def _database_is_away(error: Exception) -> bool:
    return isinstance(error, Error) and not connection.is_usable()
