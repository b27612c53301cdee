"""A player's own moves: bid, play a card, come back from the autopilot."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from uuid import UUID

from games import models
from games.engine.bidding import BidValue
from games.engine.cards import Card
from games.engine.commands import Command, MakeBid, PlayCard, ReturnToSeat
from games.engine.seats import Seat
from games.engine.state import Game
from games.eventstore.actors import Actor
from games.services.acts import Act, Order, act
from players.errors import Problem
from players.models import Player


def bid(
    *,
    player: Player,
    game_id: UUID,
    bid: BidValue,
    now: datetime,
    if_match: Collection[int] | None = None,
    participant: UUID | None = None,
) -> Act:
    """Bid in the player's seat. `participant`, his id in this game, saves looking it up.

    Raises Refusal, and Problem `not-a-player`, `stale-version`.
    """
    return _move(player, game_id, lambda seat: MakeBid(seat, bid), now, if_match, participant)


def play(
    *,
    player: Player,
    game_id: UUID,
    card: Card,
    now: datetime,
    if_match: Collection[int] | None = None,
    participant: UUID | None = None,
) -> Act:
    """Play a card from the player's hand. Takes and raises what `bid` does."""
    return _move(player, game_id, lambda seat: PlayCard(seat, card), now, if_match, participant)


def return_to_seat(
    *,
    player: Player,
    game_id: UUID,
    now: datetime,
    if_match: Collection[int] | None = None,
    participant: UUID | None = None,
) -> Act:
    """Take the seat back from the autopilot; nothing happens if it was off. As `bid`."""
    return _move(player, game_id, ReturnToSeat, now, if_match, participant)


def _move(
    player: Player,
    game_id: UUID,
    command: Callable[[Seat], Command],
    now: datetime,
    if_match: Collection[int] | None,
    participant: UUID | None,
) -> Act:
    if participant is None:
        people = models.Participant.objects.filter(game_id=game_id, player=player)
        participant = people.values_list("pk", flat=True).first()
    if participant is None:
        raise Problem("not-a-player")
    person_id = str(participant)

    def propose(game: Game) -> Order:
        for seat, occupant in game.seats.items():
            if occupant.player_id == person_id:
                return command(seat), Actor("player", person_id)
        raise Problem("not-a-player")

    return act(game_id, propose, now=now, if_match=if_match)
