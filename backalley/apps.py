"""The project as an app: its management commands, and the Celery application for shared tasks."""

from __future__ import annotations

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings

from backalley import metric_files


class BackalleyConfig(AppConfig):
    """Wiring only."""

    name = "backalley"

    def ready(self) -> None:
        """Share the counts of metrics before any is made, and make this project's Celery
        application the one that every task belongs to."""
        if settings.PROMETHEUS_MULTIPROC_DIR:
            metric_files.share(Path(settings.PROMETHEUS_MULTIPROC_DIR))
        from backalley.celery import app

        app.set_default()
