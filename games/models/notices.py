"""Notices by e-mail: what a player is to be told, and whether he has been."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from uuid_utils.compat import uuid7

from games.models.game import Game
from players.models import NoticeKind


class Notice(models.Model):
    """What a player is told by e-mail, written with the act that it tells of.

    `due_at` is null when nothing more is to be done: it is being sent, was sent, or never will be.
    `deadline` is that of the turn that it tells of, by which a turn is known; of a turn he is told
    once. `data` is what the text needs beside the game.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Unconstrained: an act that writes one holds its game, for which an account's deletion may be
    # waiting, which holds the account.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=16, choices=NoticeKind.choices)
    deadline = models.DateTimeField(null=True)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)
    due_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    tries = models.SmallIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(
                fields=["due_at"],
                name="games_notice_due",
                condition=models.Q(due_at__isnull=False),
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["player", "game", "deadline"],
                condition=models.Q(deadline__isnull=False),
                name="games_notice_once_a_turn",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} {self.game_id} {self.kind}"
