"""The log and the read models: fields and constraints only."""

from __future__ import annotations

from games.models.disputes import Dispute, StaffAct
from games.models.game import Game, Lane, Participant, Seat, new_game_id
from games.models.log import Author, Event, Stream
from games.models.notices import Notice
from games.models.performances import Performance
from games.models.rematches import Hold, Rematch
from games.models.talk import Message
from games.models.webhooks import Delivery, Webhook

__all__ = [
    "Author",
    "Delivery",
    "Dispute",
    "Event",
    "Game",
    "Hold",
    "Lane",
    "Message",
    "Notice",
    "Participant",
    "Performance",
    "Rematch",
    "Seat",
    "StaffAct",
    "Stream",
    "Webhook",
    "new_game_id",
]
