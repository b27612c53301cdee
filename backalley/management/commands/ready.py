"""`manage.py ready`: what /readyz says, for containers that serve no HTTP."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backalley.health import CHECKS


class Command(BaseCommand):
    """Prints the checks as JSON, and fails if one of them fails."""

    help = "Check what the service needs, as /readyz does; fails if anything is missing."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The check's name."""
        parser.add_argument("check", nargs="?", choices=list(CHECKS), help="all if not given")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, fail."""
        names = [options["check"]] if options["check"] else list(CHECKS)
        results = {name: CHECKS[name]() for name in names}
        self.stdout.write(json.dumps(results))
        failed = [name for name, result in results.items() if not result["ok"]]
        if failed:
            raise CommandError(f"not ready: {', '.join(failed)}")
