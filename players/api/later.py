"""Answers that come later, or go on for long, without a thread that waits.

An operation is carried out on one of few threads. If there is nothing to tell yet, it leaves here
what is to be done about it; the asynchronous front takes it up once the thread is free again.
"""

from __future__ import annotations

from typing import Final, Protocol

from django.http import HttpRequest

FRONT: Final = "backalley.front"
"""In a request's `META`: there, if an asynchronous front will take up what is left."""
LEFT: Final = "backalley.later"
"""In a request's `META`: what an operation has left for the front."""


class Client(Protocol):
    """Who waits for the answer, as the front lets one speak to him."""

    async def start(self) -> None:
        """Send the operation's answer as the beginning of one that goes on."""

    async def send(self, data: bytes) -> None:
        """Send a piece of the body; waits for as long as the client is too slow for it."""

    async def end(self) -> None:
        """Say that this was the whole body."""

    async def ask_again(self) -> Later | None:
        """Carry the operation out once more; what it leaves, or None if there is an answer now."""

    async def answer(self) -> None:
        """Send the operation's last answer."""


class Later(Protocol):
    """What an operation leaves to be done."""

    async def carry_on(self, client: Client) -> None:
        """Do it: answer the client."""

    def stop(self) -> None:
        """Come to an end soon: the client has gone, or the process is about to."""

    def release(self) -> None:
        """Give back what was kept for it; called once, in any case, from any thread."""


def leave(request: HttpRequest, later: Later) -> bool:
    """Leave something to the front. False if there is none: then nobody will do it."""
    if FRONT not in request.META:
        return False
    request.META[LEFT] = later
    return True
