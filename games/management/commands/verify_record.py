"""`manage.py verify_record`: a record checked by the very file that is published for strangers."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.records.verify_record import main


class Command(BaseCommand):
    """Runs the published checker."""

    help = (
        "Check the record of a game, in JSON, from nothing but the record: say for each deal what "
        "holds and what does not. The exit status is 1 if anything fails."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", type=Path)

    def handle(self, *_: Any, file: Path, **options: Any) -> None:
        """Check. Raises CommandError if something does not hold, or cannot be read."""
        if main(str(file), self.stdout.write):
            raise CommandError("It does not hold.")
