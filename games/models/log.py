"""The log."""

from __future__ import annotations

from django.db import models

from games.models.game import Game


class Event(models.Model):
    """The log: every act of every game, append-only by a trigger that refuses all else."""

    pk = models.CompositePrimaryKey("game_id", "version")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    version = models.IntegerField()
    type = models.CharField(max_length=16)
    schema = models.SmallIntegerField()
    data = models.JSONField()
    actor_kind = models.CharField(max_length=9)
    actor_id = models.UUIDField(null=True)
    actor_why = models.JSONField(null=True)
    at = models.DateTimeField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        indexes = (
            # A stream is rebuilt from its last deal and, before that, only from these.
            models.Index(
                fields=["game", "version"],
                name="games_event_carried",
                condition=models.Q(
                    type__in=[
                        "game-created",
                        "seat-taken",
                        "seat-left",
                        "game-started",
                        "deal-scored",
                        "autopilot-on",
                        "autopilot-off",
                        "game-rewound",
                    ]
                ),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.version} {self.type}"
