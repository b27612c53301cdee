"""`manage.py sweep`: moves for waiting bots and for players whose time is up.

The database alone says who is due, so nothing is forgotten whatever happens to the broker.
"""

from __future__ import annotations

import logging
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error, close_old_connections

from games import clock
from games.services import machines

logger = logging.getLogger(__name__)

SECONDS = 1.0
"""Between two looks when nothing is due."""


class Command(BaseCommand):
    """Sweeps until it is asked to end."""

    help = "Move for waiting bots and for players whose time is up, until asked to end."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep; at once again while turns are due, else after a second."""
        end = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: end.set())
        claimed = 0
        while not end.wait(0 if claimed else SECONDS):
            try:
                claimed = machines.sweep(clock=clock.now)
            except Error as error:
                claimed = 0
                logger.warning("the sweep could not reach the database, trying again: %s", error)
            finally:
                close_old_connections()
