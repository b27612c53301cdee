"""The project as an app: its management commands, and the Celery application for shared tasks."""

from __future__ import annotations

from django.apps import AppConfig


class BackalleyConfig(AppConfig):
    """Wiring only."""

    name = "backalley"

    def ready(self) -> None:
        """Make this project's Celery application the one that every task belongs to."""
        from backalley.celery import app

        app.set_default()
