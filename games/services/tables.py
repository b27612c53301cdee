"""Tables before the first card: open one, sit down, seat a bot, leave."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games import models
from games.bounds import bounds_of
from games.engine.commands import CreateGame, LeaveSeat, TakeSeat
from games.engine.ruleset import InvalidOption, resolve
from games.engine.seats import SEATS, Seat
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.eventstore.stream import Stream
from games.projections import project_seats
from games.selectors import seat_held
from games.services import holds
from games.services.acts import Act, Order, act, carry_out, locked
from players import presence
from players.errors import Problem, invalid
from players.models import Player


def create_game(
    *,
    player: Player,
    now: datetime,
    ruleset: str = "gamerules",
    options: Mapping[str, Any] | None = None,
    visibility: str = "public",
    seat: Seat | None = "N",
    bots: Mapping[Seat, str] | None = None,
    turn_seconds: int = 86400,
    entropy: str = "",
    sandbox: bool = False,
) -> Act:
    """Open a table, sit its creator down at `seat` (None: he only watches) and seat the bots.

    With four seats filled the game starts at once. Raises Problem `invalid-request` for an option
    that cannot be, `not-authenticated` if the account was deleted meanwhile.
    """
    try:
        rules = resolve(ruleset, options or {})
    except InvalidOption as fault:
        raise invalid(f"options.{fault.field}", bounds_of(fault.field)) from None
    command = CreateGame(
        seed=secrets.token_hex(32),
        ruleset=ruleset,
        options=options or {},
        visibility=visibility,
        turn_seconds=turn_seconds,
        sandbox=sandbox,
    )
    with transaction.atomic():
        presence.require(player)
        row = models.Game.objects.create(
            creator=player,
            visibility=visibility,
            invite=secrets.token_urlsafe(12) if visibility == "private" else None,
            sandbox=sandbox,
            ruleset=ruleset,
            options=rules.departures(),
            turn_seconds=turn_seconds,
            status="waiting",
            created_at=now,
            updated_at=now,
        )
        person = models.Participant.objects.create(
            game=row,
            player=player,
            sat=seat is not None,
            status=row.status,
            public=visibility == "public",
        )
        actor = Actor("player", str(person.pk))
        orders: list[Order] = [(command, actor)]
        if seat is not None:
            orders.append((TakeSeat(seat, player_id=str(person.pk), entropy=entropy), actor))
        wanted = bots or {}
        orders += [(TakeSeat(each, bot=wanted[each]), actor) for each in SEATS if each in wanted]
        done = carry_out(row, Stream(Game(id=str(row.pk))), orders, now=now)
        project_seats(row, done.stream)
    return done


def take_seat(
    *,
    player: Player,
    game_id: UUID,
    seat: Seat,
    now: datetime,
    entropy: str = "",
    if_match: Collection[int] | None = None,
) -> Act:
    """Sit a player down; on his own seat nothing happens.

    Raises Refusal `seat-taken`, `already-seated`, `game-over`; Problem `stale-version`, and
    `not-authenticated` if the account was deleted meanwhile.
    """
    with transaction.atomic():
        presence.require(player)
        # The lock comes first, so that of two clicks of one player the second finds the first.
        row = locked(game_id)
        person = participant_of(row, player)

        def propose(game: Game) -> Order:
            if not game.over and seat_held(game, str(person.pk)) is None:
                holds.require_free(row, seat, now=now, player=player)
            command = TakeSeat(seat, player_id=str(person.pk), entropy=entropy)
            return command, Actor("player", str(person.pk))

        done = act(game_id, propose, now=now, if_match=if_match)
        if not person.sat:
            person.sat = True
            person.save(update_fields=["sat"])
            holds.end(row, player)
    return done


def seat_bot(
    *,
    player: Player,
    game_id: UUID,
    seat: Seat,
    level: str,
    now: datetime,
    if_match: Collection[int] | None = None,
) -> Act:
    """Fill a seat with a bot: the creator's right.

    Raises Problem `not-the-creator`, `stale-version`; Refusal `seat-taken`, `game-over`.
    """
    person = _creator(player, game_id)

    def propose(game: Game) -> Order:
        if not game.over:
            holds.require_free(row, seat, now=now)
        return TakeSeat(seat, bot=level), Actor("player", str(person.pk))

    with transaction.atomic():
        row = locked(game_id)
        return act(game_id, propose, now=now, if_match=if_match)


def leave_seat(
    *,
    player: Player,
    game_id: UUID,
    seat: Seat,
    now: datetime,
    if_match: Collection[int] | None = None,
) -> Act:
    """Get up. Before the start the creator may clear any seat; after it a bot takes over for good.

    Raises Problem `not-the-creator` for another's seat before the start, `not-a-player` after it,
    `stale-version`; Refusal `game-over`.
    """
    person = models.Participant.objects.filter(game_id=game_id, player=player).first()

    def propose(game: Game) -> Order:
        own = person is not None and game.seats[seat].player_id == str(person.pk)
        if not own:
            creator = models.Game.objects.filter(pk=game_id, creator=player).exists()
            require_right_to_clear(game.status, creator=creator)
        assert person is not None
        return LeaveSeat(seat), Actor("player", str(person.pk))

    return act(game_id, propose, now=now, if_match=if_match)


def participant_of(row: models.Game, player: Player) -> models.Participant:
    """The player as the log of this game knows him, or will from now on."""
    facts = {"status": row.status, "public": row.visibility == "public"}
    return models.Participant.objects.get_or_create(game=row, player=player, defaults=facts)[0]


def require_right_to_clear(status: str, *, creator: bool) -> None:
    """Whether somebody else's seat may be cleared: by the creator, before the start.

    Raises Problem `not-the-creator` before it, `not-a-player` after it.
    """
    if status != "waiting":
        raise Problem("not-a-player")
    if not creator:
        raise Problem("not-the-creator")


def _creator(player: Player, game_id: UUID) -> models.Participant:
    person = (
        models.Participant.objects.filter(game_id=game_id, player=player, game__creator=player)
    ).first()
    if person is None:
        raise Problem("not-the-creator")
    return person
