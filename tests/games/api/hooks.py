"""Webhooks made and looked at over the API."""

from __future__ import annotations

from typing import Any

from games import clock
from games.services import deliveries, outbox
from tests.caller import Caller

URL = "https://8.8.8.8/hook"
EVENTS = list(outbox.EVENTS)


def make_hook(caller: Caller, url: str = URL, events: list[str] | None = None) -> Any:
    """A new webhook as it is shown once."""
    answer = caller.post("/webhooks", {"url": url, "events": events or EVENTS})
    assert answer.status == 201, answer.content
    return answer.json


def deliveries_of(caller: Caller, hook: Any) -> list[Any]:
    """All deliveries as they are listed, oldest first."""
    url, found = f"/webhooks/{hook['id']}/deliveries?limit=100", []
    while url:
        page = caller.get(url).json
        found += page["results"]
        url = page["next"]
    return found[::-1]


def send_all() -> int:
    """A sweep, some seconds from now."""
    return deliveries.deliver_due(clock=lambda: clock.now() + outbox.GRACE)
