"""The Celery application: settings from Django, tasks from the apps, and a sign of life."""

from __future__ import annotations

import os
import time
import warnings
from typing import Any

from celery import Celery, bootsteps, signals
from celery.platforms import SecurityWarning
from django.db import close_old_connections

from backalley.middleware import request_id

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


@signals.before_task_publish.connect
def pass_on_request_id(headers: dict[str, Any], **_: Any) -> None:
    """Send along for which request a task is, so that its log lines are found by that, too."""
    headers["request_id"] = request_id.get()


@signals.task_prerun.connect
def take_on_request_id(task: Any, **_: Any) -> None:
    """Name the lines of a task by the request that it is for."""
    request_id.set(task.request.get("request_id") or "-")


@signals.task_prerun.connect
@signals.task_postrun.connect
def keep_sound_connections(task: Any, **_: Any) -> None:
    """Close only those connections to the database that are broken, or have lasted long enough.

    Not where a task is carried out within what its caller does.
    """
    if not task.request.is_eager:
        close_old_connections()


@app.task(name="backalley.sign_of_life", ignore_result=True)
def sign_of_life(lane: str) -> None:
    """Note the time. It came by the broker, so this lane's tasks are taken and carried out."""
    from django.core.cache import cache

    from backalley.health import worker_heard

    cache.set(worker_heard(lane), time.time(), timeout=None)


def queues_of(lane: str) -> list[str]:
    """What a worker of this lane takes from, its own signs of life among it.

    The queues take turns, so the signs do not wait behind all that is to be moved.
    """
    from games.models import Lane
    from games.tasks import QUEUES

    return [*QUEUES[Lane(lane)], _signs_of(lane)]


def _signs_of(lane: str) -> str:
    return f"backalley-signs-{lane}"


class SignsOfLife(bootsteps.StartStopStep):  # type: ignore[misc]
    """Has each worker send itself a sign of life, again after every reconnection."""

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def start(self, parent: Any) -> None:
        """Send one now, and then one every few seconds, for each lane that the worker serves."""
        from games.models import Lane

        queues = parent.app.amqp.queues.consume_from
        for lane in Lane.values:
            if _signs_of(lane) in queues:
                self._send(lane)
                parent.timer.call_repeatedly(SIGN_OF_LIFE_SECONDS, self._send, (lane,))

    def _send(self, lane: str) -> None:
        # Signs that no worker took in time say nothing any more, and must not pile up.
        sign_of_life.apply_async((lane,), queue=_signs_of(lane), expires=SIGN_OF_LIFE_SECONDS * 2)


app.steps["consumer"].add(SignsOfLife)
