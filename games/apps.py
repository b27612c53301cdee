"""The games app."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, the log of their events, and everything around them."""

    name = "games"
