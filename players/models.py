"""Who plays, and by which tokens their clients speak for them: fields and constraints only."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.contrib.auth.models import (
    AbstractBaseUser,
    BaseUserManager,
    PermissionsMixin,
)
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Lower
from uuid_utils.compat import uuid7

USERNAME_PATTERN = r"[A-Za-z0-9_-]{3,30}"
_NAME: Final = models.CharField(max_length=30)
PROVISIONAL = 10
"""By so many contests a rating has settled."""


class Locale(models.TextChoices):
    """The languages in which the service speaks."""

    ENGLISH = "en", "English"
    BULGARIAN = "bg", "български"
    TELUGU = "te", "తెలుగు"
    NEPALI = "ne", "नेपाली"
    JAPANESE = "ja", "日本語"


class Scope(models.TextChoices):
    """What a token may do: read games, play in them, or manage the account."""

    READ = "read"
    PLAY = "play"
    ACCOUNT = "account"


class NoticeKind(models.TextChoices):
    """Of what a player can be told by e-mail."""

    TURN = "turn"
    TURN_EXPIRING = "turn_expiring"
    GAME_OVER = "game_over"
    DISPUTE = "dispute"


def all_notices() -> list[str]:
    """What a player is told by e-mail until he wants it otherwise: everything."""
    return list(NoticeKind.values)


class Players(BaseUserManager["Player"]):
    """Finds and makes accounts for Django's own sign-in pages and commands."""

    def get_by_natural_key(self, username: str | None) -> Player:
        """The account of that name, whatever the case."""
        return self.alias(folded=Lower("username")).get(folded=(username or "").lower())

    def create_superuser(self, username: str, password: str | None = None, **extra: Any) -> Player:
        """An account that may do everything in the review pages."""
        player = self.model(username=username, is_staff=True, is_superuser=True, **extra)
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """A person's account, or a guest's: a name without a password.

    One that was deleted stays, not active and with nothing personal, for its games to point to.
    One that staff have shut out is not active either, and keeps all it has.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Unique by itself too, because Django's sign-in insists on it.
    username = models.CharField(max_length=30, unique=True)
    email = models.EmailField(blank=True, default="")
    locale = models.CharField(max_length=2, choices=Locale.choices, default=Locale.ENGLISH)
    # Of what he wants to be told by e-mail. An address is there for nothing else.
    notices = ArrayField(
        models.CharField(max_length=16, choices=NoticeKind.choices),
        default=all_notices,
        blank=True,
    )
    is_guest = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Players] = Players()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        permissions = (("deactivate_player", "Can shut players out and let them in again"),)
        indexes = (
            # By these staff find accounts.
            models.Index(
                fields=["-id"], name="players_player_staff", condition=models.Q(is_staff=True)
            ),
            models.Index(
                fields=["-id"], name="players_player_out", condition=models.Q(is_active=False)
            ),
            models.Index(Lower("email"), name="players_player_email"),
        )
        constraints = (
            models.UniqueConstraint(Lower("username"), name="players_player_username_any_case"),
            models.CheckConstraint(
                condition=models.Q(username__regex=rf"^{USERNAME_PATTERN}$"),
                name="players_player_username_characters",
            ),
        )

    def __str__(self) -> str:
        return self.username


class Token(models.Model):
    """A client's right to speak for a player; its text is known to the client alone."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    label = models.CharField(max_length=100, blank=True)
    prefix = models.CharField(max_length=16)
    hash = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.CharField(max_length=16, choices=Scope.choices))
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(scopes__len__gt=0) & models.Q(scopes__contained_by=Scope.values),
                name="players_token_scopes_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.prefix}…"


class IdempotencyKey(models.Model):
    """A client's name for one of its requests, with the answer that repeats of it get.

    `names` are those of all accounts that the answer names, by which it is found when one goes.
    Nobody ever sees one without status, headers and body: they come in the same transaction.
    """

    pk = models.CompositePrimaryKey("player_id", "key")
    # The primary key's index begins with it.
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    fingerprint = models.BinaryField(max_length=32)
    status = models.SmallIntegerField(null=True)
    headers = models.JSONField(db_default=models.Value({}, models.JSONField()))
    body = models.TextField(db_default="")
    names = ArrayField(_NAME, default=list, db_default=models.Value([], ArrayField(_NAME)))
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = (GinIndex(fields=["names"], name="players_idempotencykey_names"),)

    def __str__(self) -> str:
        return self.key


class Rating(models.Model):
    """How good a player, or a level of bots, is taken to be, by all contests that count.

    `mu` and `sigma` are the start plus all changes that were not taken back; `rating` is what
    people see of them, `contests` how many they are. `latest` is when anything last changed: it
    only ever rises, so the changes of each rating have an order. One is `retired` when its player
    has gone or is shut out; `ranked` are those that have a place in the table.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Unconstrained: a change is written with locks in hand for which an account's deletion, which
    # has locked the account, may be waiting. Accounts are never removed.
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, null=True, related_name="rating", db_constraint=False
    )
    bot = models.CharField(max_length=8, null=True, unique=True)
    mu = models.DecimalField(max_digits=12, decimal_places=6)
    sigma = models.DecimalField(max_digits=12, decimal_places=6)
    rating = models.IntegerField()
    contests = models.IntegerField(default=0)
    latest = models.DateTimeField(null=True)
    retired = models.BooleanField(default=False)
    ranked = models.GeneratedField(
        expression=models.ExpressionWrapper(
            models.Q(contests__gt=0, retired=False), output_field=models.BooleanField()
        ),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        indexes = (
            models.Index(
                fields=["-rating", "-id"],
                name="players_rating_ranked",
                condition=models.Q(ranked=True),
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) ^ models.Q(bot__isnull=True),
                name="players_rating_of_player_or_bot",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id or self.bot}: {self.rating}"

    @property
    def provisional(self) -> bool:
        """Whether so few contests are in it that it will still move a lot."""
        return self.contests < PROVISIONAL


class RatingTally(models.Model):
    """How many people, and how many levels of bots, have this rating and a place in the table.

    A trigger on the ratings keeps count, so that nobody has to count all who are better.
    """

    rating = models.IntegerField(primary_key=True)
    people = models.IntegerField()
    bots = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.rating}: {self.people} + {self.bots}"


class RatingChange(models.Model):
    """What one contest changed in one rating; taken back when the contest came to count no more."""

    pk = models.CompositePrimaryKey("contest", "rating_id")
    contest = models.UUIDField()
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    mu = models.DecimalField(max_digits=12, decimal_places=6)
    sigma = models.DecimalField(max_digits=12, decimal_places=6)
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.contest} {self.rating_id}"
