"""The only readers of games: what exists for a caller, and what he may see of it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Min, QuerySet

from games import models, replay
from games.engine.player_view import SPECTATOR, PlayerView, Viewer, player_view, visible_data
from games.engine.seats import Seat
from games.engine.state import Game
from games.eventstore.codec import event_class
from games.eventstore.store import StreamNotFound, load, read
from games.eventstore.stream import StoredEvent, Stream
from games.selectors.people import Person, names_of, people_of
from games.selectors.rows import row_of
from players.errors import Problem
from players.models import Player

MOVES: Final = ("bid-made", "card-played")
OVERDUE_AT_MOST: Final = 1000
"""Among so many turns of each lane the longest-waiting is looked for."""
RECENT: Final = 20
"""Among so many events before a version its last move is looked for."""


class Table(NamedTuple):
    """A game as one caller may see it at a version, with the names that the log does not hold."""

    row: models.Game
    stream: Stream
    view: PlayerView
    viewer: Viewer
    names: Mapping[str, str]
    creator: str
    is_creator: bool


def find_game(player: Player, game_id: UUID, *, invite: str = "") -> models.Game:
    """The game, if it is there for this caller.

    A private one is there for its creator, for those who sit or sat in it or for whom it keeps a
    seat, for staff, and for who knows its invite. Raises Problem `not-found` otherwise, alike for
    what does not exist.
    """
    row = row_of(game_id)
    if row is None or not _visible(row, player, invite):
        raise Problem("not-found")
    return row


def _visible(row: models.Game, player: Player, invite: str) -> bool:
    if row.visibility == "public" or player.is_staff or row.creator_id == player.pk:
        return True
    if row.invite and secrets.compare_digest(row.invite.encode(), invite.encode()):
        return True
    if models.Participant.objects.filter(game=row, player=player, sat=True).exists():
        return True
    return models.Hold.objects.filter(game=row, player=player).exists()


def has_seat(player: Player, game_id: UUID, seat: Seat | None = None) -> bool:
    """Whether the player sits in the game now, at this seat if one is named."""
    own = models.Seat.objects.filter(game_id=game_id, participant__player=player)
    return (own if seat is None else own.filter(seat=seat)).exists()


def table(
    row: models.Game,
    player: Player,
    stream: Stream | None = None,
    people: Sequence[Person] | None = None,
) -> Table:
    """The game as this caller may see it now, or right after an act whose `stream` is given.

    `people` saves reading them, if no one has sat down since: then they are read again.
    """
    return _table(row, player, load(row.pk) if stream is None else stream, people)


def table_at(row: models.Game, player: Player, version: int) -> Table:
    """The game as this caller was, or would have been, served it at a version.

    Raises Problem `not-found` for a version that is not there.
    """
    if version < 1:
        raise Problem("not-found")
    try:
        stream = load(row.pk, upto=version)
    except StreamNotFound:
        raise Problem("not-found") from None
    if stream.version != version:
        raise Problem("not-found")
    return _table(row, player, stream)


def _table(
    row: models.Game, player: Player, stream: Stream, people: Sequence[Person] | None = None
) -> Table:
    if people is None or not _seated(stream.game) <= {str(person.id) for person in people}:
        people = people_of(row.pk)
    own = next((person.id for person in people if person.player == player.pk), None)
    viewer = viewer_of(stream.game, own)
    return Table(
        row=row,
        stream=stream,
        view=player_view(stream.game, viewer),
        viewer=viewer,
        names=names_of(people),
        creator=_creator(row, people),
        is_creator=row.creator_id == player.pk,
    )


def _creator(row: models.Game, people: Iterable[Person]) -> str:
    # He is among them from the first, whether he sat down or not.
    found = (person.name for person in people if person.player == row.creator_id)
    return next(found, None) or row.creator.username


def _seated(game: Game) -> set[str]:
    return {held.player_id for held in game.seats.values() if held.player_id is not None}


def viewer_of(game: Game, participant: UUID | None) -> Viewer:
    """The seat that this participant holds in this state, or a spectator's place."""
    if participant is None:
        return SPECTATOR
    return seat_held(game, str(participant)) or SPECTATOR


def seat_held(game: Game, participant: str) -> Seat | None:
    """The seat of a participant."""
    for seat, occupant in game.seats.items():
        if occupant.player_id == participant:
            return seat
    return None


def events_after(table: Table, version: int, limit: int | None = None) -> list[StoredEvent]:
    """At most `limit` events with greater versions, ascending, up to the one the table stands at.

    Their data is without what the caller may not see as the table stands.
    """
    stored = read(table.row.pk, after=version, upto=table.stream.version, limit=limit)
    return [as_shown(event, table.stream.game, table.viewer) for event in stored]


def as_shown(event: StoredEvent, game: Game, viewer: Viewer) -> StoredEvent:
    """An event without what this viewer may not see as the game stands."""
    kind = event_class(event.kind)
    return event._replace(data=visible_data(kind, event.version, event.data, game, viewer))


class Watched(NamedTuple):
    """A game as it stands, and how each of several players sees it; who may not is not there."""

    stream: Stream
    viewers: Mapping[UUID, Viewer]
    names: Mapping[str, str]


def watched(game_id: UUID, player_ids: Collection[UUID]) -> Watched:
    """The game for all of these players at once. Raises StreamNotFound."""
    stream = load(game_id)
    people = people_of(game_id)
    hidden = hidden_from([(game_id, player) for player in player_ids])
    own = {person.player: person.id for person in people}
    return Watched(
        stream=stream,
        viewers={
            player: viewer_of(stream.game, own.get(player))
            for player in player_ids
            if (game_id, player) not in hidden
        },
        names=names_of(people),
    )


def hidden_from(pairs: Collection[tuple[UUID, UUID]]) -> set[tuple[UUID, UUID]]:
    """Of pairs of a game and a player those where the game is private and not there for him."""
    games = models.Game.objects.filter(pk__in={game for game, _ in pairs}, visibility="private")
    creators = dict(games.values_list("pk", "creator_id"))
    closed = {(game, player) for game, player in pairs if creators.get(game, player) != player}
    if not closed:
        return set()
    sat = models.Participant.objects.filter(game__in=creators, sat=True)
    staff = Player.objects.filter(pk__in={player for _, player in closed}, is_staff=True)
    everywhere = set(staff.values_list("pk", flat=True))
    kept = models.Hold.objects.filter(game__in=creators)
    allowed = {pair for rows in (sat, kept) for pair in rows.values_list("game_id", "player_id")}
    return {pair for pair in closed - allowed if pair[1] not in everywhere}


def versions_of(game_ids: Collection[UUID]) -> dict[UUID, int]:
    """At which version each of these games is."""
    return dict(models.Game.objects.filter(pk__in=game_ids).values_list("pk", "version"))


def record(table: Table) -> dict[str, Any]:
    """The game's portable record, without what the caller may not see."""
    return replay.game_record(table.stream.game, table.names, events_after(table, 0))


def fairness(table: Table) -> dict[str, Any]:
    """How the game's cards were, or will have been, shuffled."""
    return replay.fairness(table.stream.game)


def oldest_overdue(now: datetime) -> float:
    """For how many seconds the longest-waiting turn has been due; 0 if none is.

    However many are: it is looked for among those that were to be looked at first.
    """
    first = [due for lane in models.Lane if (due := _first_due(lane, now)) is not None]
    return (now - min(first)).total_seconds() if first else 0.0


def _first_due(lane: models.Lane, now: datetime) -> datetime | None:
    overdue = models.Game.objects.filter(turn_lane=lane, look_at__lte=now, due_at__lte=now)
    soonest = overdue.order_by("look_at")[:OVERDUE_AT_MOST]
    first: datetime | None = soonest.aggregate(first=Min("due_at"))["first"]
    return first


def last_move(game_id: UUID, version: int) -> StoredEvent | None:
    """The last bid or card up to a version; None if it was long ago."""
    recent = read(game_id, after=max(version - RECENT, 0), upto=version)
    return next((event for event in reversed(recent) if event.kind in MOVES), None)


def messages_in(game: models.Game, *, after: UUID | None = None) -> QuerySet[models.Message]:
    """What was said in a game, with the writers' names at hand; only what came after a message."""
    said = models.Message.objects.filter(game=game).select_related("participant__player")
    return said if after is None else said.filter(pk__gt=after)


def webhooks_of(player: Player) -> QuerySet[models.Webhook]:
    """The player's webhooks."""
    return models.Webhook.objects.filter(player=player)


def webhook_of(player: Player, webhook_id: UUID) -> models.Webhook:
    """One of the player's webhooks. Raises Problem `not-found` if there is none such."""
    found = webhooks_of(player).filter(pk=webhook_id).first()
    if found is None:
        raise Problem("not-found")
    return found


def deliveries_of(webhook: models.Webhook) -> QuerySet[models.Delivery]:
    """What this webhook was told, and is to be."""
    return models.Delivery.objects.filter(webhook=webhook)


def public_game(game_id: UUID) -> models.Game:
    """The game, if it is there for everybody. Raises Problem `not-found` otherwise."""
    found = models.Game.objects.select_related("creator").filter(pk=game_id, visibility="public")
    row = found.first()
    if row is None:
        raise Problem("not-found")
    return row


def names_in(game_id: UUID) -> dict[str, str]:
    """The names of the people whom the game's log knows by their ids."""
    return names_of(people_of(game_id))
