"""How players have fared: a read model of the log."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from games.models.game import Participant


class Performance(models.Model):
    """How a player fared in one finished game; what each number means: games/performances.py.

    There is none of a sandbox game, nor of one that was voided after its end.
    """

    participant = models.OneToOneField(
        Participant, on_delete=models.PROTECT, primary_key=True, related_name="performance"
    )
    result = models.CharField(max_length=4)
    bids = models.IntegerField()
    bids_made = models.IntegerField()
    boards_made = models.IntegerField()
    boards_missed = models.IntegerField()
    turns = models.IntegerField()
    autopilot_turns = models.IntegerField()
    deals = ArrayField(models.IntegerField())
    points = ArrayField(models.IntegerField())

    def __str__(self) -> str:
        return f"{self.participant_id} {self.result}"
