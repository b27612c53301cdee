"""Read models made anew out of the log, while everybody plays on."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games import models
from games.projections import look_at, project_performances, project_seats
from games.services.acts import locked
from games.verification.examining import Examined, examine
from games.verification.findings import Fault
from games.verification.rows import Difference


class Rebuilt(NamedTuple):
    """What differed and was put right; or why nothing was: the log itself does not hold."""

    differences: tuple[Difference, ...] = ()
    fault: Fault | None = None


def rebuild(game_id: UUID) -> Rebuilt:
    """Make the rows of a game what its log says, and hold up only those who write in it.

    A log that does not hold is left to people, for what it says may be wrong. Raises Problem
    `not-found`.
    """
    with transaction.atomic():
        row = locked(game_id)
        examined = examine(game_id)
        if examined.log is not None:
            return Rebuilt(fault=examined.log)
        _put_right(row, examined)
    return Rebuilt(examined.differences)


def _put_right(row: models.Game, examined: Examined) -> None:
    unlike = examined.differences
    if fields := {one.key: one.wanted for one in unlike if one.of == "game"}:
        due_at, warn_at = (fields.get(name, getattr(row, name)) for name in ("due_at", "warn_at"))
        fields["look_at"] = look_at(None, due_at, warn_at)
        models.Game.objects.filter(pk=row.pk).update(**fields)
    for one in unlike:
        if one.of == "participant":
            people = models.Participant.objects.filter(pk=one.key, game=row)
            people.update(**one.wanted._asdict())
    if any(one.of == "seat" for one in unlike):
        project_seats(row, examined.stream)
    if any(one.of == "performance" for one in unlike):
        project_performances(row, examined.stream)
