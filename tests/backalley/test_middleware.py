"""Every request has an id."""

from __future__ import annotations

import logging

import pytest

from backalley.middleware import RequestIdFilter, request_id
from tests.caller import Caller


def test_a_request_gets_an_id_of_its_own() -> None:
    first, second = (Caller().get("/me").headers["X-Request-ID"] for _ in range(2))

    assert first != second
    assert len(first) == 32


@pytest.mark.parametrize("given", ["a", "trace.1:b_c-D", "x" * 100])
def test_a_client_may_name_its_request(given: str) -> None:
    assert Caller().get("/me", x_request_id=given).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", " ", "x" * 101, "a b", "a\tb", "é", "<b>", 'a"b', "a;b"])
def test_an_odd_or_long_name_is_not_taken(given: str) -> None:
    assert Caller().get("/me", x_request_id=given).headers["X-Request-ID"] != given


def test_log_lines_carry_the_id() -> None:
    record = logging.makeLogRecord({})
    token = request_id.set("ticket-7")
    try:
        assert RequestIdFilter().filter(record)
    finally:
        request_id.reset(token)

    assert vars(record)["request_id"] == "ticket-7"


def test_answers_name_their_language() -> None:
    answer = Caller().get("/me", accept_language="en-GB,bg;q=0.5")

    assert answer.headers["Content-Language"] == "en"
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/openapi.json", "/me", "/nothing"])
def test_head_is_like_get_without_the_body(path: str) -> None:
    name = "ticket-7"
    head = Caller().send("HEAD", path, headers={"x-request-id": name})
    get = Caller().send("GET", path, headers={"x-request-id": name})

    assert (head.status, head.content) == (get.status, b"")
    assert head.headers == get.headers
    assert head.headers["Content-Length"] == str(len(get.content))
