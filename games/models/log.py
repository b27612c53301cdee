"""The log: three tables that a trigger keeps from all but new rows.

An event names its game and its author by short numbers, for a game has hundreds of events. The
view `games_log` tells the same in full, for those who look at the log by hand.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models.game import Game

CARRIED: Final = (
    "game-created",
    "seat-taken",
    "seat-left",
    "game-started",
    "deal-scored",
    "autopilot-on",
    "autopilot-off",
    "game-rewound",
)
"""What still counts of the time before the last deal-started: its cards do not, its score does."""


class Word(models.CharField):  # type: ignore[type-arg]
    """One of a few words, as an enumeration of the database: read like text, in four bytes.

    `enum` is its name there. A new word is a migration's `ALTER TYPE … ADD VALUE`.
    """

    def __init__(self, *args: Any, enum: str, **kwargs: Any) -> None:
        self.enum = enum
        super().__init__(*args, **kwargs)

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return self.enum

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "enum": self.enum}


class Stream(models.Model):
    """The stream of a game: the number that stands for the game in the log, and nowhere else."""

    number = models.AutoField(primary_key=True)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return str(self.game_id)


class Author(models.Model):
    """Who writes in a stream: numbered in it by his first event, and never changed again.

    `person` is the random id of a player in this game, `why` the reason of a bot or the autopilot.
    """

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(
        Stream, on_delete=models.PROTECT, related_name="authors", db_column="game", db_index=False
    )
    number = models.SmallIntegerField()
    kind = Word(enum="games_actor_kind")
    person = models.UUIDField(null=True)
    why = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.game_id}"


class Event(models.Model):
    """The log's events: every act of every game. `author` is a number of the stream's authors.

    Eight columns, none of them null, the widest first where the width matters: rows have no more
    of a head than they need and no padding. No foreign key is checked for them: that would lock
    and rewrite the stream's row with each move, and numbers are never given by a caller.
    """

    pk = models.CompositePrimaryKey("game_id", "version")
    game = models.ForeignKey(
        Stream,
        on_delete=models.PROTECT,
        related_name="events",
        db_column="game",
        db_constraint=False,
        db_index=False,
    )
    version = models.IntegerField()
    at = models.DateTimeField()
    type = Word(enum="games_event_type")
    author = models.SmallIntegerField()
    schema = models.SmallIntegerField()
    data = models.JSONField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        indexes = (
            # A stream is rebuilt from its last deal and, before that, only from these.
            models.Index(
                fields=["game", "version"],
                name="games_event_carried",
                condition=models.Q(type__in=list(CARRIED)),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.version} {self.type}"
