"""`manage.py partition_log --parts N`: the log's events in N partitions, or in one table again."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from psycopg.errors import LockNotAvailable
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.eventstore import partitions

MOST: Final = 64
_COLUMNS: Final = (TextColumn("streams"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


class Command(BaseCommand):
    """Writes the log's table anew in one transaction, while nobody reads or writes it."""

    help = (
        "Lay the events of the log into partitions by game, or into one table again. The table is "
        "written anew and every row compared, in one transaction: until it ends the service waits, "
        "so stop it for a large log, and have as much room again on the disk."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Into how many parts."""
        parser.add_argument(
            "--parts", type=int, required=True, help="partitions; 1 for one table as at first"
        )

    def handle(self, *_: Any, parts: int, **__: Any) -> None:
        """Rewrite the log. Raises CommandError if it lies so already, or cannot be rewritten."""
        if not 1 <= parts <= MOST:
            raise CommandError(f"--parts must be from 1 to {MOST}.")
        if partitions.parts() == parts:
            raise CommandError(f"The log already lies in {_named(parts)}.")
        begun = time.monotonic()
        console = Console(file=self.stdout._out)  # type: ignore[arg-type]
        bar = Progress(*_COLUMNS, console=console, disable=not console.is_terminal)
        task = bar.add_task("streams", total=None)
        try:
            with bar:
                events = partitions.rewrite(
                    parts, lambda done, of: bar.update(task, completed=done, total=of)
                )
        except partitions.NotTheSame:
            raise CommandError("The copy is not what the log was; all is as before.") from None
        except OperationalError as error:
            if isinstance(error.__cause__, LockNotAvailable):
                raise CommandError("The log is in use; stop the service, or try again.") from None
            raise
        took = time.monotonic() - begun
        self.stdout.write(f"{events} events now lie in {_named(parts)}, after {took:.1f} s.")


def _named(parts: int) -> str:
    return "one table" if parts == 1 else f"{parts} partitions"
