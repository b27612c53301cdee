"""The games app."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, the log of their events, and everything around them."""

    name = "games"

    def ready(self) -> None:
        """Tie the games to the accounts."""
        from games import holdings

        holdings.tie()
