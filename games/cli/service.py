"""Calls to the service: sent again when they get lost, and refusals as exceptions."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from json import JSONDecodeError
from typing import Any, Final
from uuid import uuid4

import httpx

LONGEST_WAIT: Final = 25
"""Seconds that the service holds a long poll at most."""
TRIES: Final = 6
PAUSE = 1.0
"""Seconds before a request is sent for the second time; ever more before each later one."""
LONGEST_PAUSE: Final = 60
AGAIN: Final = frozenset({429, 500, 502, 503, 504})
"""Statuses that say nothing against the request itself."""


class Refused(Exception):
    """The service has refused a request: the status, and its own words as the message."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail") or problem.get("title") or f"Status {status}"))
        self.status = status


class Unreachable(Exception):
    """No service answers there, or something answers that is not Back Alley."""


class Service:
    """The service at an address such as `http://127.0.0.1:8000`.

    `tell` is given a sentence whenever a request is sent again. A transport stands in for the
    network in tests.
    """

    def __init__(
        self,
        address: str,
        *,
        tell: Callable[[str], None],
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.address = (address if "://" in address else f"http://{address}").rstrip("/")
        self._tell = tell
        self._met = False
        try:
            self._client = httpx.Client(
                base_url=f"{self.address}/api/v1",
                headers={"Accept-Language": "en"},
                timeout=httpx.Timeout(10, read=LONGEST_WAIT + 15),
                transport=transport,
            )
        except httpx.InvalidURL as wrong:
            raise Unreachable(f"{address} is no address: {wrong}.") from None

    def close(self) -> None:
        self._client.close()

    def sign_in(self, token: str) -> None:
        """Speak as whoever has this token from now on."""
        self._client.headers["Authorization"] = f"Bearer {token}"

    def sign_out(self) -> None:
        """Speak as nobody from now on."""
        self._client.headers.pop("Authorization", None)

    def get(self, path: str, **params: Any) -> Any:
        """What is at a path. Raises Refused and Unreachable, as all calls do."""
        return _told(self._send("GET", path, params=params))

    def newer(self, path: str, version: int) -> Any | None:
        """What is at a path once it is newer than this; None if it is not after a while."""
        known = {"If-None-Match": f'"{version}"'}
        answer = self._send("GET", path, params={"wait": LONGEST_WAIT}, headers=known)
        return None if answer.status_code == 304 else _told(answer)

    def post(self, path: str, body: Any, version: int | None = None) -> Any:
        """Do something once, however often it has to be sent; with a version only at that one."""
        headers = {"Idempotency-Key": str(uuid4())}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return _told(self._send("POST", path, json=body, headers=headers))

    def put(self, path: str, body: Any) -> Any:
        """Set something, which may be done twice."""
        return _told(self._send("PUT", path, json=body))

    def _send(self, method: str, path: str, **what: Any) -> httpx.Response:
        for attempt in range(TRIES):
            pause = PAUSE * 2**attempt
            try:
                answer = self._client.request(method, path, **what)
                self._met = True
                if answer.status_code not in AGAIN:
                    return answer
                trouble = f"The service is busy or away ({answer.status_code})."
                asked = answer.headers.get("Retry-After", "")
                pause = float(asked) if asked.isdecimal() else pause
            except (httpx.TransportError, httpx.InvalidURL):
                trouble = f"The connection to {self.address} was lost."
                if not self._met:
                    raise Unreachable(f"No service answers at {self.address}.") from None
            if attempt + 1 < TRIES:
                self._tell(f"{trouble} Trying again ...")
                time.sleep(min(pause, LONGEST_PAUSE))
        raise Unreachable(trouble)


def _told(answer: httpx.Response) -> Any:
    """What an answer says. Raises Refused for a problem, Unreachable for what nobody here says."""
    try:
        told = answer.json()
    except (JSONDecodeError, UnicodeDecodeError):
        told = None
    if not isinstance(told, dict):
        raise Unreachable(f"What answers at {answer.url} is not Back Alley.")
    if not answer.is_success:
        raise Refused(answer.status_code, told)
    return told
