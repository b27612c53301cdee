"""The log and the read models: fields and constraints only."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from uuid_utils.compat import uuid7


def new_game_id() -> UUID:
    """A UUID of version 7: in the order of creation."""
    return UUID(int=uuid7().int)


class Lane(models.TextChoices):
    """Who shall move when nobody has: those who are quick, or those who think for long."""

    QUICK = "quick"
    SLOW = "slow"


class Game(models.Model):
    """What lists, timers and permissions need to know of a game: a projection of its events.

    `deadline` is in the game's own time, which a sandbox game shifts by `clock_offset` seconds;
    the timers are in real time. From `due_at` on a machine of the lane `turn_lane` acts, if nobody
    has, and leaves the game to whoever has it until `leased_until`. At `warn_at` the player to act
    is warned; it is null once he has been.
    """

    id = models.UUIDField(primary_key=True, default=new_game_id, editable=False)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
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
    score_ns = models.IntegerField(default=0)
    score_ew = models.IntegerField(default=0)
    winner = models.CharField(max_length=3, null=True)

    class Meta:
        indexes = (
            models.Index(
                fields=["turn_lane", "due_at"],
                name="games_game_due",
                condition=models.Q(due_at__isnull=False),
            ),
            models.Index(
                fields=["warn_at"],
                name="games_game_warn",
                condition=models.Q(warn_at__isnull=False),
            ),
            models.Index(fields=["status", "-id"], name="games_game_status"),
            models.Index(fields=["creator", "-id"], name="games_game_creator"),
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
        )

    def __str__(self) -> str:
        return str(self.id)


class Participant(models.Model):
    """A player as one game's log knows him: a random id that leads nowhere else."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="participants")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="participations"
    )
    sat = models.BooleanField(default=False)

    class Meta:
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
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
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


class Webhook(models.Model):
    """Where a player wants to be told of his games, and how it goes there.

    Deliveries are signed, so the secret itself must be at hand; it is shown once and never again.
    Who is sending the delivery `sending` has until `leased_until`. An endpoint that fails rests
    until `rests_until`; `failures` in a row it has had since `failing_since`.
    """

    class Reason(models.TextChoices):
        """Why it was switched off."""

        GONE = "gone"
        FAILING = "failing"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    url = models.CharField(max_length=2000)
    events = ArrayField(models.CharField(max_length=16))
    secret = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True)
    disabled_reason = models.CharField(max_length=8, null=True, choices=Reason.choices)
    failing_since = models.DateTimeField(null=True)
    failures = models.IntegerField(default=0)
    rests_until = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)
    sending = models.UUIDField(null=True)

    def __str__(self) -> str:
        return str(self.id)


class Delivery(models.Model):
    """What a webhook is told, written with the act that it tells of, and each attempt to tell it.

    `at` is in the game's own time, the others are in real time. `due_at` is null when nothing more
    is to be done.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # The index of the list begins with it.
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.IntegerField()
    type = models.CharField(max_length=16)
    at = models.DateTimeField()
    data = models.JSONField()
    created_at = models.DateTimeField(db_index=True)
    due_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    tries = models.SmallIntegerField(default=0)
    attempts = models.JSONField(default=list)

    class Meta:
        indexes = (
            models.Index(fields=["webhook", "-id"], name="games_delivery_listed"),
            models.Index(
                fields=["due_at"],
                name="games_delivery_due",
                condition=models.Q(due_at__isnull=False),
            ),
        )
        constraints = (
            # Of messages a game may have several at one version.
            models.UniqueConstraint(
                fields=["webhook", "game", "version", "type"],
                condition=~models.Q(type="message"),
                name="games_delivery_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.game_id} {self.version} {self.type}"
