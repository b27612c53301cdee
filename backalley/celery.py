"""The Celery application: settings from Django, tasks from the apps, and a sign of life."""

from __future__ import annotations

import os
import time
import warnings
from typing import Any

from celery import Celery, bootsteps, signals
from celery.platforms import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backalley.settings")

SIGN_OF_LIFE_SECONDS = 5.0

# Celery warns of root for the sake of pickle, by which a message can run code. Ours are JSON only.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("backalley")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_django_logging(**_: Any) -> None:
    """Log as the settings say: a listener here keeps Celery from setting up its own."""


@app.task(name="backalley.sign_of_life", ignore_result=True)
def sign_of_life() -> None:
    """Note the time. It went through the queue, so tasks are being taken and carried out."""
    from django.core.cache import cache

    from backalley.health import WORKER_HEARD

    cache.set(WORKER_HEARD, time.time(), timeout=None)


class SignsOfLife(bootsteps.StartStopStep):  # type: ignore[misc]
    """Has each worker send itself a sign of life, again after every reconnection."""

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def start(self, parent: Any) -> None:
        """Send one now, and then one every few seconds."""
        self._send()
        parent.timer.call_repeatedly(SIGN_OF_LIFE_SECONDS, self._send)

    def _send(self) -> None:
        # Signs that no worker took in time say nothing any more, and must not pile up.
        sign_of_life.apply_async(expires=SIGN_OF_LIFE_SECONDS * 2)


app.steps["consumer"].add(SignsOfLife)
