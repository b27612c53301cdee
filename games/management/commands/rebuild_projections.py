"""`manage.py rebuild_projections`: the read models anew out of the log."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.management import rounds
from games.services import ratings
from games.services.rebuilding import rebuild
from players.errors import Problem


class Command(BaseCommand):
    """Makes the rows of games what their logs say, one game after another; of all, ratings too."""

    help = (
        "Make what lists, timers and permissions know of games anew out of the log, while the "
        "service runs; one line for each game whose rows were not what they should be. A game "
        "whose log does not hold is left alone, and the exit status is 1 then."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        rounds.add_arguments(parser)

    def handle(self, *_: Any, **asked: Any) -> None:
        """Rebuild. Raises CommandError for logs that do not hold, or as `rounds.go_through`."""
        self.left_alone = 0
        told = rounds.go_through(asked, self.stdout, self._rebuild)
        self.stdout.write(f"Games put right: {told - self.left_alone}.")
        if self.left_alone:
            raise CommandError(f"Games left alone: {self.left_alone}.")
        if asked["all"]:
            self.stdout.write(f"Ratings put right: {ratings.rebuild().otherwise}.")

    def _rebuild(self, game_id: UUID) -> str | None:
        """What was put right in a game, or why nothing was; None if all was as it should be."""
        try:
            rebuilt = rebuild(game_id)
        except Problem:
            self.left_alone += 1
            return "there is no such game"
        if rebuilt.fault is not None:
            self.left_alone += 1
            return f"left alone: its log fails at version {rebuilt.fault.version}"
        changes = [f"{one}: {one.found} → {one.wanted}" for one in rebuilt.differences]
        return "; ".join(changes) or None
