"""Requests as a server hands them over, so odd that a test client would not send them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from backalley.gateway import LONGEST_BODY, BrokenOff
from backalley.wsgi import application
from tests.caller import Answer

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture(autouse=True)
def kept_connection() -> Iterator[None]:
    """Keeps the connection with the test's transaction over the end of a request."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


class Handed:
    """What the application handed back to its server."""

    def __init__(self, environ: dict[str, Any]) -> None:
        setup_testing_defaults(environ)
        self.content = b"".join(application(environ, self._start))

    def _start(self, status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
        self.status_code = int(status.split()[0])
        self.headers = dict(headers)


def post(path: str, body: bytes = b"{}", **environ: Any) -> Answer:
    usual = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": f"/api/v1{path}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "localhost",
        "wsgi.input": io.BytesIO(body),
    }
    return Answer(Handed({**usual, **environ}))


def post_in_chunks(path: str, body: bytes) -> Answer:
    marks: dict[str, Any] = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
    return post(path, body, CONTENT_LENGTH="", **marks)


def test_it_works() -> None:
    assert post("/players/guest").status == 201


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; x*=nope'x'%ff",
        "application/json; charset=hex",
        "application/json; charset=undefined",
        "application/json; charset=utf-16",
        "application/json; charset=\xff",
        'application/json; charset="',
        "application/xml",
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        ";",
        "",
        "\xe9",
        "j" * 70_000,
    ],
)
@pytest.mark.parametrize("query", ["", "a=%20"])
def test_an_odd_content_type_is_an_error_of_the_client(content_type: str, query: str) -> None:
    answer = post("/tokens", QUERY_STRING=query, CONTENT_TYPE=content_type)

    if content_type.startswith("application/json; x"):
        assert answer.code == "invalid-request"
    else:
        assert (answer.status, answer.code) == (415, "unsupported-media-type")


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "APPLICATION/JSON;Charset=UTF-8", 'application/json; charset="utf-8"'],
)
def test_json_in_utf_8_may_say_so(content_type: str) -> None:
    assert post("/players/guest", CONTENT_TYPE=content_type).status == 201


def test_a_thousand_parameters_are_an_error_of_the_client() -> None:
    answer = post(
        "/tokens", QUERY_STRING="a&" * 2000, CONTENT_TYPE="application/json; charset=utf-8"
    )

    assert (answer.status, answer.code) == (400, "invalid-request")


def test_a_body_in_chunks_is_read() -> None:
    answer = post_in_chunks("/tokens", b'{"username": 1}')

    assert set(answer.fields) == {"username", "password"}


def test_a_body_in_chunks_may_not_be_too_large_either() -> None:
    answer = post_in_chunks("/tokens", b" " * 70_000)

    assert (answer.status, answer.code) == (413, "too-large")


def test_a_body_that_is_said_to_be_large_is_not_waited_for() -> None:
    answer = post("/tokens", CONTENT_LENGTH=str(10**12))

    assert (answer.status, answer.code) == (413, "too-large")


@pytest.mark.parametrize("length", ["-5", "x", "1e3", "²"])
def test_a_rubbish_length_counts_as_no_body(length: str) -> None:
    assert post("/tokens", CONTENT_LENGTH=length).code == "invalid-request"


def test_a_body_that_ends_early_is_an_error_of_the_client() -> None:
    assert post("/tokens", b'{"user', CONTENT_LENGTH="500").code == "invalid-request"


@pytest.mark.parametrize(
    ("length", "read"), [("500", BrokenOff()), (str(LONGEST_BODY + 1), io.BytesIO())]
)
def test_of_a_body_that_was_not_read_whole_the_budgets_are_told_too(
    length: str, read: io.IOBase
) -> None:
    brought: dict[str, Any] = {"wsgi.input": read}
    answer = post("/tokens", CONTENT_LENGTH=length, **brought)

    assert answer.status in (400, 413)
    assert '"arrivals";r=' in answer.headers["RateLimit"]
    assert '"arrivals";q=' in answer.headers["RateLimit-Policy"]


def test_a_foreign_host_is_refused_as_a_problem() -> None:
    answer = post("/players/guest", HTTP_HOST="evil.example")

    assert (answer.status, answer.code) == (400, "invalid-request")


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere/\xff\xfe",
        "/\x00",
        "/a\nb",
        "/players/",
        "/players//guest",
        "/…".encode().decode("latin-1"),
    ],
)
def test_an_odd_path_is_not_found(path: str) -> None:
    assert post(path).code == "not-found"
