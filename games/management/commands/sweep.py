"""`manage.py sweep`: moves for waiting bots and players whose time is up, and sends to webhooks
and by e-mail.

The database alone says who is due, so nothing is forgotten whatever happens to the broker: this is
a process of its own, not a task that a scheduler would have to send through that very broker.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import Error, close_old_connections, connections

from games import clock
from games.models import Lane
from games.services import deliveries, mailbox, mailing, sweeping
from players import idempotency

logger = logging.getLogger(__name__)

SECONDS: Final = 1.0
"""Between two looks when nothing is due."""
TIDY_SECONDS: Final = 3600.0
"""Between two times of clearing away what nobody needs any more."""
SWEEPERS: Final = {Lane.QUICK: 2, Lane.SLOW: 1}
"""So many threads make the moves of a lane: the quick wait for the database most of the time."""
MESSENGERS: Final = 2
"""So many threads send to webhooks what no worker has."""

Round = Callable[[], int]
"""One look at what is due, and doing it; how much was done."""


class Command(BaseCommand):
    """Sweeps until it is asked to end."""

    help = "Move for waiting bots and for players whose time is up, until asked to end."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep in several threads, so that nobody who is quick waits behind one who thinks.

        Raises CommandError when one of them fails: whoever supervises this starts it again.
        """
        end = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: end.set())
        move = partial(sweeping.sweep, clock=clock.now)
        send = partial(deliveries.deliver_due, clock=clock.now)
        loops = [
            *(
                _Loop(f"{lane} {number}", partial(move, lane), SECONDS, end)
                for lane, threads in SWEEPERS.items()
                for number in range(threads)
            ),
            _Loop("warnings", partial(sweeping.warn, clock=clock.now), SECONDS, end),
            *(_Loop(f"webhooks {number}", send, SECONDS, end) for number in range(MESSENGERS)),
            _Loop("notices", partial(mailing.send_due, clock=clock.now), SECONDS, end),
            _Loop("tidying", _tidy, TIDY_SECONDS, end),
        ]
        for loop in loops:
            loop.start()
        for loop in loops:
            loop.join()
        if failed := [loop.name for loop in loops if loop.failed]:
            raise CommandError(f"the sweep failed: {', '.join(failed)}")


class _Loop(threading.Thread):
    """Goes round until the end: at once again while there was something to do, else after a rest.

    A database that is away is waited for. Any other failure ends all loops.
    """

    def __init__(self, name: str, go_round: Round, rest: float, end: threading.Event) -> None:
        super().__init__(name=name)
        self.go_round = go_round
        self.rest = rest
        self.end = end
        self.failed = False

    def run(self) -> None:
        try:
            pause = 0.0
            while not self.end.wait(pause):
                pause = self._once()
        except Exception:
            logger.exception("the sweep failed: %s", self.name)
            self.failed = True
            self.end.set()
        finally:
            connections.close_all()

    def _once(self) -> float:
        """One round; how long to wait for the next."""
        try:
            return 0.0 if self.go_round() else self.rest
        except Error as error:
            logger.warning("no database for the sweep, trying again: %s: %s", self.name, error)
            return SECONDS
        finally:
            close_old_connections()


def _tidy() -> int:
    forgotten = idempotency.forget_old_keys(clock.now())
    if forgotten:
        logger.info("forgot %s old idempotency keys", forgotten)
    if cleared := deliveries.tidy(clock.now()):
        logger.info("cleared away %s old deliveries to webhooks", cleared)
    if cleared := mailbox.tidy(clock.now() - deliveries.KEPT):
        logger.info("cleared away %s old notices", cleared)
    return 0
