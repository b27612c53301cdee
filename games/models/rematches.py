"""Games that are played once more, and the seats in them: fields and constraints only."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.game import Game


class Rematch(models.Model):
    """Which game is the rematch of another; a game has one."""

    former = models.OneToOneField(
        Game, on_delete=models.PROTECT, primary_key=True, related_name="rematch"
    )
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="rematch_of")

    def __str__(self) -> str:
        return f"{self.former_id} {self.game_id}"


class Hold(models.Model):
    """A rematch's seat that is kept for who sat there, until a time of the game's own.

    It is gone once he sits down. As long as it is there he may see the game, and sit down without
    an invite, be it too late for this seat.
    """

    pk = models.CompositePrimaryKey("game_id", "seat")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="holds", db_index=False)
    seat = models.CharField(max_length=1)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"
