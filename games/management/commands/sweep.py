"""`manage.py sweep`: moves for waiting bots and for players whose time is up.

The database alone says who is due, so nothing is forgotten whatever happens to the broker.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error, close_old_connections

from games import clock
from games.services import machines
from players import idempotency

logger = logging.getLogger(__name__)

SECONDS = 1.0
"""Between two looks when nothing is due."""
TIDY_SECONDS = 3600.0
"""Between two times of clearing away what nobody needs any more."""


class Command(BaseCommand):
    """Sweeps until it is asked to end."""

    help = "Move for waiting bots and for players whose time is up, until asked to end."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep; at once again while turns are due, else after a second."""
        end = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: end.set())
        claimed, tidy_from = 0, 0.0
        while not end.wait(0 if claimed else SECONDS):
            try:
                claimed = machines.sweep(clock=clock.now)
                if time.monotonic() >= tidy_from:
                    tidy_from = time.monotonic() + TIDY_SECONDS
                    _tidy()
            except Error as error:
                claimed = 0
                logger.warning("the sweep could not reach the database, trying again: %s", error)
            finally:
                close_old_connections()


def _tidy() -> None:
    forgotten = idempotency.forget_old_keys(clock.now())
    if forgotten:
        logger.info("forgot %s old idempotency keys", forgotten)
