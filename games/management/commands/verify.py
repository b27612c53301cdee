"""`manage.py verify`: the service proves its own log."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError

from games.management import rounds
from games.verification.examining import examine


class Command(BaseCommand):
    """Verifies games one after another, each by itself, while everybody plays on."""

    help = (
        "Prove that nobody has changed the log: the chain of hashes, the replay by the rules, the "
        "shuffles, the results and the read models. One line for each game that fails, with the "
        "first bad version; the exit status is 1 then."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        rounds.add_arguments(parser)

    def handle(self, *_: Any, **asked: Any) -> None:
        """Verify. Raises CommandError if a game fails, or as `rounds.go_through`."""
        if failed := rounds.go_through(asked, self.stdout, _fault):
            raise CommandError(f"Games that fail: {failed}.")
        self.stdout.write("All of it holds.")


def _fault(game_id: UUID) -> str | None:
    """What is wrong with a game, in one line; None if nothing is."""
    try:
        findings = examine(game_id).findings
    except ObjectDoesNotExist:
        return "there is no such game"
    if findings.ok:
        return None
    parts = [
        f"{part} {fault.version}: {fault.what}"
        for part, fault in findings._asdict().items()
        if fault is not None
    ]
    return f"first bad version {findings.first_bad}; {'; '.join(parts)}"
