"""Games, who plays in them and who sits where: the read models of the log."""

from __future__ import annotations

from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import models
from uuid_utils.compat import uuid7


def new_game_id() -> UUID:
    """A UUID of version 7: in the order of creation."""
    return UUID(int=uuid7().int)


class Lane(models.TextChoices):
    """Who shall move when nobody has: those who are quick, or those who think for long."""

    QUICK = "quick"
    SLOW = "slow"


OPEN: Final = models.Q(status="waiting", visibility="public", sandbox=False, options={})
"""The games in which anybody may sit down, and that go by a ruleset as it stands."""


class Game(models.Model):
    """What lists, timers and permissions need to know of a game: a projection of its events.

    `deadline` is in the game's own time, which a sandbox game shifts by `clock_offset` seconds;
    the timers are in real time. From `due_at` on a machine of the lane `turn_lane` acts, if nobody
    has, and leaves the game to whoever has it until `leased_until`. At `warn_at` the player to act
    is warned; it is null once he has been. The sweep looks at the game from `look_at` on, which is
    never later than the other two: it alone is indexed, and a move that puts them off leaves it.
    """

    id = models.UUIDField(primary_key=True, default=new_game_id, editable=False)
    # The index of the list begins with it.
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    visibility = models.CharField(max_length=7)
    invite = models.CharField(max_length=32, null=True)
    sandbox = models.BooleanField()
    clock_offset = models.BigIntegerField(default=0)
    ruleset = models.CharField(max_length=16)
    options = models.JSONField()
    turn_seconds = models.IntegerField()
    status = models.CharField(max_length=8)
    version = models.IntegerField(default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    turn_seat = models.CharField(max_length=1, null=True)
    turn_action = models.CharField(max_length=4, null=True)
    deadline = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    turn_lane = models.CharField(max_length=5, null=True, choices=Lane.choices)
    leased_until = models.DateTimeField(null=True)
    warn_at = models.DateTimeField(null=True)
    look_at = models.DateTimeField(null=True)
    score_ns = models.IntegerField(default=0)
    score_ew = models.IntegerField(default=0)
    winner = models.CharField(max_length=3, null=True)

    # Whether a webhook may want to hear of the game: no column; found out when it is locked.
    listened_to = True

    class Meta:
        indexes = (
            models.Index(
                fields=["turn_lane", "look_at"],
                name="games_game_look",
                condition=models.Q(look_at__isnull=False),
            ),
            models.Index(fields=["status", "-id"], name="games_game_status"),
            # What is there for everybody, all of it and by status.
            models.Index(fields=["visibility", "-id"], name="games_game_there"),
            models.Index(fields=["visibility", "status", "-id"], name="games_game_there_status"),
            models.Index(fields=["creator", "-id"], name="games_game_creator"),
            models.Index(fields=["creator", "status", "-id"], name="games_game_creator_status"),
            # Where there is room for anybody who just wants to play, with or without a wish.
            models.Index(fields=["ruleset", "id"], name="games_game_open", condition=OPEN),
            models.Index(
                fields=["ruleset", "turn_seconds", "id"],
                name="games_game_open_in_time",
                condition=OPEN,
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__in=["waiting", "active", "finished", "void"]),
                name="games_game_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(visibility="public") | models.Q(invite__isnull=False),
                name="games_game_private_has_invite",
            ),
            models.CheckConstraint(
                condition=models.Q(due_at__isnull=True, turn_lane__isnull=True)
                | models.Q(due_at__isnull=False, turn_lane__in=Lane.values),
                name="games_game_due_has_lane",
            ),
            models.CheckConstraint(
                condition=models.Q(due_at__isnull=True, look_at__isnull=True)
                | models.Q(due_at__isnull=False, look_at__lte=models.F("due_at")),
                name="games_game_looked_at_in_time",
            ),
            models.CheckConstraint(
                condition=models.Q(warn_at__isnull=True)
                | models.Q(look_at__lte=models.F("warn_at")),
                name="games_game_warned_in_time",
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class Participant(models.Model):
    """A player as one game's log knows him: a random id that leads nowhere else.

    He `sat` if he ever had a seat. `status` and `public` are the game's, so that his games can be
    listed without a look at them.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="participants")
    # The index of the constraint begins with it.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="participations",
        db_index=False,
    )
    sat = models.BooleanField(default=False)
    status = models.CharField(max_length=8)
    public = models.BooleanField()

    class Meta:
        indexes = (
            models.Index(fields=["player", "status", "-game"], name="games_participant_status"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["player", "game"], name="games_participant_once_a_game"
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class Seat(models.Model):
    """Who holds a seat now: a participant, a bot, or nobody."""

    pk = models.CompositePrimaryKey("game_id", "seat")
    # The primary key's index begins with it.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats", db_index=False)
    seat = models.CharField(max_length=1)
    participant = models.ForeignKey(
        Participant, on_delete=models.PROTECT, null=True, related_name="seats"
    )
    bot = models.CharField(max_length=8, null=True)
    autopilot = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(participant__isnull=True) | models.Q(bot__isnull=True),
                name="games_seat_person_or_bot",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"
