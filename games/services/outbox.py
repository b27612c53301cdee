"""What players are told of an act by their webhooks and by e-mail: rows of the act's transaction.

So nothing is told that did not happen, and nothing that happened is forgotten while the broker is
away. What is told is public: no row holds a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games import models, tasks
from games.engine.absence import begins_turn
from games.engine.events import Event
from games.engine.player_view import SPECTATOR, player_view, visible_data
from games.engine.seats import Seat
from games.engine.state import Game
from games.eventstore.chain import timestamp
from games.eventstore.codec import event_class
from games.eventstore.stream import StoredEvent, Stream
from games.selectors import seat_held
from games.selectors.disputes import open_facts
from games.services import mailbox
from players.database import ask

EVENTS: Final = (
    "turn",
    "turn-expiring",
    "game-started",
    "deal-scored",
    "game-finished",
    "game-voided",
    "message",
    "dispute",
)
"""What a webhook can be told."""
GRACE: Final = timedelta(seconds=2)
"""So long the sweep leaves a new delivery to the worker that is told of it."""

# Of the events that are told, what is told beside game and version.
_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "game-started": ("first_dealer",),
    "deal-scored": ("number", "attempt", "contracts", "tricks", "points", "scores"),
    "game-finished": ("scores", "winner"),
    "game-voided": ("note",),
}
# The lock keeps an endpoint from being deleted between here and the rows that name it.
_LISTENERS: Final = """
SELECT webhook.id, webhook.events, participant.id::text
FROM games_participant participant
JOIN games_webhook webhook ON webhook.player_id = participant.player_id
WHERE participant.game_id = %(game)s
    AND webhook.disabled_at IS NULL AND webhook.events && %(types)s::varchar[]
    AND (participant.id = ANY(%(people)s::uuid[]) OR (%(all)s AND participant.sat))
ORDER BY webhook.id
FOR KEY SHARE OF webhook
"""

Data = Callable[[str], dict[str, Any]]
"""What a participant, named by his id, is told beside game and version."""


class Tidings(NamedTuple):
    """Something to tell: `to` is the one participant it concerns, None for all who sit or sat."""

    type: str
    version: int
    at: datetime
    to: str | None
    data: Data


def tidings_of(
    stream: Stream, events: Iterable[Event], written: Sequence[StoredEvent]
) -> list[Tidings]:
    """What there is to tell of an act: its events, and whose turn has begun with it."""
    game = stream.game
    tidings = [
        Tidings(event.kind, event.version, event.at, None, partial(_facts, game, event))
        for event in written
        if event.kind in _FACTS
    ]
    seat = game.to_act
    if seat is not None and any(begins_turn(game, event) for event in events):
        occupant = game.seats[seat]
        if occupant.player_id is not None and not occupant.autopilot:
            turn = partial(_turn, game, stream.deadline)
            tidings.append(
                Tidings("turn", stream.version, written[-1].at, occupant.player_id, turn)
            )
    return tidings


def expiring(version: int, at: datetime, to: str, seat: Seat, deadline: datetime) -> Tidings:
    """That somebody's time is nearly up."""
    data = {"seat": seat, "deadline": timestamp(deadline)}
    return Tidings("turn-expiring", version, at, to, lambda _: data)


def disputed(dispute: models.Dispute, row: models.Game, now: datetime) -> Tidings:
    """That a dispute was filed or ruled on."""
    held = models.Seat.objects.filter(game=row, participant__isnull=False)
    seats = {str(person): seat for person, seat in held.values_list("participant_id", "seat")}
    facts = open_facts(dispute)
    at = now + timedelta(seconds=row.clock_offset)
    return Tidings(
        "dispute", row.version, at, None, lambda person: {**facts, "you": seats.get(person)}
    )


def post(
    game_id: UUID,
    tidings: Sequence[Tidings],
    *,
    seated: Iterable[str] = (),
    listened_to: bool = True,
    now: datetime,
) -> None:
    """Write it for the webhooks and the mails that want it, and have the webhooks served once this
    is committed.

    Within the caller's transaction. `seated` are participants who sit, be it only just now. If it
    is known that no webhook is there to be told, `listened_to` spares looking for one. Each webhook
    is told once of each, however often this is called.
    """
    if not tidings:
        return
    mailbox.post(game_id, tidings, now=now)
    if not listened_to:
        return
    listeners = _listeners(game_id, tidings, seated)
    rows = [
        models.Delivery(
            webhook_id=webhook,
            game_id=game_id,
            version=one.version,
            type=one.type,
            at=one.at,
            data={"game": str(game_id), "version": one.version, **one.data(person)},
            created_at=now,
            due_at=now + GRACE,
        )
        for webhook, wanted, person in listeners
        for one in tidings
        if one.type in wanted and one.to in (None, person)
    ]
    if rows:
        models.Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        webhooks = tuple(dict.fromkeys(row.webhook_id for row in rows))
        transaction.on_commit(lambda: tasks.wake_messengers(webhooks), robust=True)


def seated(game: Game) -> list[str]:
    """The participants who sit in the game."""
    return [held.player_id for held in game.seats.values() if held.player_id is not None]


def _listeners(
    game_id: UUID, tidings: Sequence[Tidings], seated: Iterable[str]
) -> list[tuple[UUID, list[str], str]]:
    named = [one.to for one in tidings if one.to is not None]
    for_all = len(named) < len(tidings)
    parameters: dict[str, Any] = {
        "game": game_id,
        "types": [one.type for one in tidings],
        "people": [*named, *(seated if for_all else ())],
        "all": for_all,
    }
    return [(webhook, types, person) for webhook, types, person in ask(_LISTENERS, parameters)]


def _facts(game: Game, event: StoredEvent, person: str) -> dict[str, Any]:
    seen = visible_data(event_class(event.kind), event.version, event.data, game, SPECTATOR)
    return {name: seen[name] for name in _FACTS[event.kind]} | {"you": seat_held(game, person)}


def _turn(game: Game, deadline: datetime | None, _: str) -> dict[str, Any]:
    turn = player_view(game, SPECTATOR).turn
    assert turn is not None
    assert deadline is not None
    return {"seat": turn.seat, "action": turn.action, "deadline": timestamp(deadline)}
