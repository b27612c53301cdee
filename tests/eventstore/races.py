"""Writers at the same moment."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Final

from django.db import connection, transaction

from games.engine.events import AutopilotOn
from games.eventstore.actors import SYSTEM
from games.eventstore.store import Conflict, append
from games.eventstore.stream import Stream
from tests.eventstore import logs

LATER: Final = logs.BEGINNING + timedelta(seconds=1)


def race(stream: Stream, writers: int) -> list[str]:
    """Writers, each on a connection of its own, who have all seen the same version."""
    start, outcomes = threading.Barrier(writers), list[str]()

    def write(seat: str) -> None:
        try:
            start.wait(10)
            with transaction.atomic():
                append(stream, stream.version, [(AutopilotOn(seat), SYSTEM)], at=LATER)
            outcomes.append("written")
        except Conflict:
            outcomes.append("conflict")
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=("NESWN"[number],)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes
