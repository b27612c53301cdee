"""What players say went wrong, what staff made of it, and what staff did."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from uuid_utils.compat import uuid7

from games.models.game import Game


class Dispute(models.Model):
    """A player's claim that at a version of a game something was not right, and its ruling.

    `note` is for the players, `staff_note` for staff alone; all that a ruling brings is null, or
    empty, until then. `at` and `ruled_at` are in real time.
    """

    class Status(models.TextChoices):
        """How far it has come."""

        OPEN = "open", _("open")
        UPHELD = "upheld", _("upheld")
        REJECTED = "rejected", _("rejected")

    class Remedy(models.TextChoices):
        """What a ruling does to the game."""

        NONE = "none", _("none")
        REWIND = "rewind", _("rewind")
        VOID = "void", _("void")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disputes")
    # The index of the list begins with it.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    version = models.IntegerField()
    reason = models.TextField()
    at = models.DateTimeField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    remedy = models.CharField(max_length=6, choices=Remedy.choices, null=True)
    to_version = models.IntegerField(null=True)
    note = models.TextField(blank=True, default="")
    staff_note = models.TextField(blank=True, default="")
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    ruled_at = models.DateTimeField(null=True)

    class Meta:
        permissions = (("rule_dispute", "Can rule on disputes"),)
        indexes = (
            models.Index(fields=["player", "-id"], name="games_dispute_own"),
            models.Index(fields=["status", "-id"], name="games_dispute_status"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["player", "game"],
                condition=models.Q(status="open"),
                name="games_dispute_one_open",
            ),
            models.CheckConstraint(
                condition=models.Q(status="open", remedy__isnull=True, ruled_at__isnull=True)
                | models.Q(
                    status__in=["upheld", "rejected"],
                    remedy__in=["none", "rewind", "void"],
                    ruled_at__isnull=False,
                ),
                name="games_dispute_ruled_or_open",
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class StaffAct(models.Model):
    """The audit trail: every act of staff, append-only by the same trigger as the log.

    It names an account by its id, so a deleted one's name is gone here, too.
    """

    class Kind(models.TextChoices):
        """What was done."""

        DISPUTE_RULED = "dispute-ruled", _("ruled on a dispute")
        HANDS_OPENED = "hands-opened", _("opened the hands of a running game")
        PLAYER_DEACTIVATED = "player-deactivated", _("shut a player out")
        PLAYER_ACTIVATED = "player-activated", _("let a player in again")
        RIGHTS_CHANGED = "rights-changed", _("changed what an account may do")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="staff_acts")
    dispute = models.ForeignKey(
        Dispute, on_delete=models.PROTECT, null=True, related_name="staff_acts"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    facts = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        indexes = (models.Index(fields=["-at", "-id"], name="games_staffact_listed"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.kind}"
