"""A person who plays over real HTTP, one connection each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import requests


class HttpPlayer:
    """A guest of the service at this address."""

    def __init__(self, address: str) -> None:
        self.session = requests.Session()
        # No look at the environment for proxies at every request.
        self.session.trust_env = False
        self.base = f"{address}/api/v1"
        guest = self.send("POST", "/players/guest", {}).json()
        self.username = guest["username"]
        self.session.headers["Authorization"] = f"Bearer {guest['token']}"

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        raw: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> requests.Response:
        """Send JSON, or raw bytes; every refusal is looked at."""
        data = raw if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **(headers or {})}
        url = path if path.startswith("http") else self.base + path
        answer = self.session.request(method, url, data=data, headers=headers, timeout=30)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert answer.json()["status"] == answer.status_code
        return answer

    def get(self, path: str) -> Any:
        """What is at a path."""
        answer = self.send("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()
