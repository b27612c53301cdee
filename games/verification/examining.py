"""A game at one moment, its log judged and its rows held against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games import models
from games.eventstore.raw import RawEvent, read_raw
from games.eventstore.stream import Stream
from games.verification.chain import first_broken
from games.verification.findings import GARBAGE, Fault, Findings
from games.verification.replaying import Retraced, retraced
from games.verification.rows import Difference, Kept, differences, kept
from games.verification.shuffles import first_unfair

_LOOKS: Final = 5


class Examined(NamedTuple):
    """What was found, and the game as its log makes it, as far as that can be followed.

    `log` is what is wrong with the log by itself, whatever the read models say; `differences` are
    theirs, looked for only where the log can be followed.
    """

    findings: Findings
    log: Fault | None
    stream: Stream
    differences: tuple[Difference, ...] = ()


def examine(game_id: UUID) -> Examined:
    """Judge a game's log, and its read models by it. Raises Game.DoesNotExist."""
    held, rows = _at_one_moment(game_id)
    found = retraced(str(game_id), rows)
    stream = _stream(found, rows)
    chain, shuffle = first_broken(str(game_id), rows), first_unfair(str(game_id), rows)
    unlike, unlike_fault = _compared(held, stream, found)
    findings = Findings(
        chain=chain or _cut_off(held, rows),
        replay=found.replay,
        shuffle=shuffle,
        scores=found.scores or unlike_fault,
    )
    return Examined(findings, chain or found.replay or shuffle or found.scores, stream, unlike)


def _cut_off(held: Kept, rows: Sequence[RawEvent]) -> Fault | None:
    """The first event that the game's row knows of and its log does not."""
    if held.row.version <= len(rows):
        return None
    return Fault(len(rows) + 1, "an event is missing")


def _at_one_moment(game_id: UUID) -> tuple[Kept, list[RawEvent]]:
    """The game's rows and its log, with no act between reading the one and the other."""
    for _ in range(_LOOKS):
        held, rows = kept(game_id), read_raw(game_id)
        if models.Game.objects.filter(pk=game_id, version=held.row.version).exists():
            return held, rows
    # It moves on all the time, so it has to hold still for once.
    with transaction.atomic():
        models.Game.objects.select_for_update(no_key=True).get(pk=game_id)
        return kept(game_id), read_raw(game_id)


def _compared(
    held: Kept, stream: Stream, found: Retraced
) -> tuple[tuple[Difference, ...], Fault | None]:
    """What differs in the rows, and the fault that this is."""
    if found.replay is not None:
        return (), None
    # The row counts the events that it was made of.
    version = min(held.row.version, stream.version - 1) + 1
    try:
        unlike = tuple(differences(held, stream, found.opened, found.opener, found.sat))
    except GARBAGE:
        return (), Fault(version, "no rows can be made of it")
    if not unlike:
        return (), None
    return unlike, Fault(version, f"rows differ: {', '.join(map(str, unlike))}")


def _stream(found: Retraced, rows: Sequence[RawEvent]) -> Stream:
    if not rows:
        return Stream(found.game)
    return Stream(found.game, rows[-1].hash, rows[-1].at, found.turn_began)
