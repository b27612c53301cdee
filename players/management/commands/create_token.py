"""`manage.py create_token USERNAME`: prints a new token for an account, staff accounts too."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players import selectors, services
from players.models import Scope


class Command(BaseCommand):
    """Prints nothing but the token, so that a script can take it as it is."""

    help = "Makes a token for an account and prints it; it is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="whose token, whatever the case")
        parser.add_argument(
            "--scopes", nargs="+", choices=Scope.values, default=[], help="all three if left out"
        )
        parser.add_argument("--label", default="", help="by which its owner knows it")
        parser.add_argument("--expires-in", type=int, metavar="SECONDS", help="never if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError if nobody has the name."""
        player = selectors.player_by_name(options["username"])
        if player is None or not player.is_active:
            raise CommandError(f"There is no player called {options['username']}.")
        _, text = services.create_token(
            player,
            label=options["label"][:100],
            scopes=options["scopes"],
            expires_in=options["expires_in"],
        )
        self.stdout.write(text)
