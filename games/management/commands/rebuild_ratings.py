"""`manage.py rebuild_ratings`: all ratings anew, out of the log."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services import ratings


class Command(BaseCommand):
    """Counts all games again, and says whether the ratings were what the log says."""

    help = "Makes all ratings anew out of the log: the same numbers, or it says how many differed."

    def handle(self, *_: Any, **__: Any) -> None:
        """Games that end meanwhile wait until it is done."""
        found = ratings.rebuild()
        self.stdout.write(
            f"{found.contests} rated games, {found.ratings} ratings, "
            f"{found.otherwise} of them otherwise before"
        )
