"""A client of the API for tests: JSON in, JSON out, with or without a token."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.test import Client
from django.test.client import ClientHandler

from tests.documented import check_documented

BASE = "/api/v1"
PASSWORD = "correct horse battery"
# One for all: each would read the whole list of static files anew.
HANDLER = ClientHandler(enforce_csrf_checks=False)


class Answer:
    """A response, read as a client would read it."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers = response.headers
        self.content: bytes = response.content
        self.media_type: str = response.headers.get("Content-Type", "")

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The code of a refusal, after a look at whether it is a proper one."""
        problem = self.json
        assert self.media_type == "application/problem+json"
        assert problem["type"] == f"/problems/{problem['code']}"
        assert problem["status"] == self.status
        assert problem["title"]
        assert problem["detail"]
        assert problem["instance"].startswith("/")
        return str(problem["code"])

    @property
    def fields(self) -> list[str]:
        """The fields that a refusal names."""
        return [error["field"] for error in self.json.get("errors", [])]


class Caller:
    """Somebody who calls the API, by a token or without one."""

    def __init__(self, token: str | None = None, username: str = "") -> None:
        self.token = token
        self.username = username
        # A fault of the service is to be seen as a client sees it: as an answer.
        self.client = Client(raise_request_exception=False)
        self.client.handler = HANDLER

    def send(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send raw bytes to a path under the base path, or to an address that was answered."""
        known = {} if self.token is None else {"authorization": f"Bearer {self.token}"}
        url = path if "://" in path else BASE + path
        response = self.client.generic(
            method, url, body, content_type=content_type, headers={**known, **(headers or {})}
        )
        check_documented(method, response)
        return Answer(response)

    def get(self, path: str, **headers: str) -> Answer:
        """Headers by name: `if_none_match='"3"'`."""
        return self.send("GET", path, headers=headers)

    def delete(self, path: str, **headers: str) -> Answer:
        return self.send("DELETE", path, headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.send("POST", path, _encoded(body), headers=headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.send("PATCH", path, _encoded(body), headers=headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.send("PUT", path, _encoded(body), headers=headers)


def _encoded(body: Any) -> bytes:
    return b"" if body is None else json.dumps(body).encode()
