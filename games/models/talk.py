"""Table talk: fields and constraints only."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from uuid_utils.compat import uuid7

from games.models.game import Game, Participant


class Message(models.Model):
    """Something said at a table, from a seat; `at` is in the game's own time."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # The index of the list begins with it.
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="messages", db_index=False
    )
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="messages")
    # Who that is; the index of all he ever said begins with it.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    seat = models.CharField(max_length=1)
    text = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=["game", "-id"], name="games_message_listed"),
            models.Index(fields=["player", "-id"], name="games_message_own"),
        )

    def __str__(self) -> str:
        return str(self.id)
