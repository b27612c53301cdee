"""The one clock of the games: views, tasks and commands read it and hand the time on.

Services take the time as an argument, so a test or a sandbox game says what time it is.
"""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)
