"""The accounts as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Nothing beyond its name."""

    name = "players"
    verbose_name = "Players"
