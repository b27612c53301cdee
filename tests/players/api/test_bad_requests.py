"""Whatever is sent to an account operation, the answer is no fault of the service."""

from __future__ import annotations

import json
import random
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.api.body import MAX_BYTES
from players.api.pages import cursor_at
from tests.caller import BASE, Answer, Caller

pytestmark = pytest.mark.usefixtures("db")

many = settings(
    max_examples=100,
    deadline=None,
    # One transaction for all examples is right here: what they leave behind does not matter.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=40)
    | st.sampled_from(["\0", "\ud800", "ana", "x" * 129, "10" * 40]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
HEADERS = [
    *("accept", "accept-language", "authorization", "content-type", "cookie", "idempotency-key"),
    *("if-match", "if-none-match", "origin", "range", "x-forwarded-for", "x-forwarded-host"),
    *("x-http-method-override", "x-request-id"),
]
names = st.sampled_from(
    ["username", "password", "email", "locale", "label", "scopes", "expires_in", "\0", "x"]
)
paths = st.sampled_from(["/players", "/tokens"])
header_text = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60)


def is_proper(answer: Answer) -> bool:
    """An answer as the contract has it, and no fault of the service."""
    if answer.status < 300:
        return answer.media_type == "application/json" or not answer.content
    return 400 <= answer.status < 500 and bool(answer.code)


@many
@given(path=paths, body=st.dictionaries(names, anything))
def test_no_fields_break_it(path: str, body: dict[str, Any]) -> None:
    # NaN and Infinity among them, which Python writes and JSON does not have.
    raw = json.dumps(body).encode()

    assert is_proper(Caller().send("POST", path, raw))


@many
@given(path=paths, seed=st.integers(), strokes=st.integers(1, 8))
def test_no_mutilated_body_breaks_it(path: str, seed: int, strokes: int) -> None:
    chance = random.Random(seed)
    raw = bytearray(b'{"username": "ana", "password": "short", "scopes": ["read"], "n": 1e5}')
    for _ in range(strokes):
        raw[chance.randrange(len(raw))] = chance.randrange(256)

    assert is_proper(Caller().send("POST", path, bytes(raw)))


@many
@given(
    path=st.sampled_from(["/players", "/players/guest", "/tokens", "/me", "/tokens/1"]),
    method=st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"]),
    name=st.sampled_from(HEADERS),
    value=header_text,
)
def test_no_header_breaks_it(path: str, method: str, name: str, value: str) -> None:
    assert is_proper(Caller().send(method, path, headers={name: value}))


@many
@given(query=st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=60))
def test_no_query_string_breaks_it(query: str, reader: Caller) -> None:
    assert is_proper(reader.get(f"/tokens?{query.replace('#', '%23')}"))


@many
@given(
    raw=st.binary(max_size=60),
    value=st.text(max_size=60),
    side=st.sampled_from(["a", "f", "b", "u", ""]),
)
def test_no_cursor_breaks_it(raw: bytes, value: str, side: str, reader: Caller) -> None:
    for text in (urlsafe_b64encode(raw).decode(), cursor_at(f"{BASE}/tokens", side, value)):
        assert is_proper(reader.get(f"/tokens?cursor={text}"))


@many
@given(path=st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_no_path_breaks_it(path: str, reader: Caller) -> None:

    for start in ("/tokens/", "/players/", "/"):
        assert is_proper(reader.send("DELETE", start + quote(path, safe="/")))


@pytest.fixture
def reader(ana: Caller) -> Caller:
    """Has a token that may be worn out."""
    return ana


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"nonsense",
        b"null",
        b"true",
        b"1",
        b'"text"',
        b"[]",
        b'[{"username": "ana"}]',
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        '{"username": "ana"}'.encode("utf-16"),
        b'{"username": "\xff"}',
        b'{"username": "\xed\xa0\x80"}',
        b'{"username": "\\ud800"}',
        b'{"username": "\\u0000"}',
        b'{"x": "\\u0000"}',
        b'{"\\u0000": 1}',
        b'{"x": [{"y": "\\udfff"}]}',
        b'{"x": NaN}',
        b'{"x": -Infinity}',
        b'{"x": 1e999}',
        b'{"x": ' + b"9" * 5000 + b"}",
        b'{"x": 01}',
        b"{'x': 1}",
        b'{"x": 1,}',
        b'{"x": 1} {"y": 2}',
        b'{"x": "\n"}',
        b'{"x": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"x": ' + b"[" * 33 + b"]" * 33 + b"}",
        b'{"x": ' + b'{"x":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
        b" ",
    ],
    ids=lambda raw: repr(raw[:30]),
)
@pytest.mark.parametrize("path", ["/players", "/players/guest", "/tokens"])
def test_what_is_no_plain_json_object_is_refused(path: str, raw: bytes) -> None:
    answer = Caller().send("POST", path, raw)

    assert (answer.status, answer.code) == (400, "invalid-request")


@pytest.mark.parametrize(
    "raw",
    [
        b'{"x": 1, "x": {"y": []}}',
        b'{"x": ' + b"9" * 4000 + b"}",
        b'{"x": "\\ud83c\\udccf"}',
        b'{"x": ' + b"[" * 30 + b"]" * 30 + b"}",
        b'{"": 1, "__class__": 2}',
        b' \n{ "x" : 1.5e3 }\t',
    ],
)
def test_odd_json_in_fields_that_nobody_reads_does_no_harm(raw: bytes) -> None:
    assert Caller().send("POST", "/players/guest", raw).status == 201


def test_a_body_may_be_so_large_and_no_larger() -> None:
    def sized(size: int) -> Answer:
        return Caller().send("POST", "/players/guest", b'{"x": "' + b"x" * (size - 9) + b'"}')

    assert sized(MAX_BYTES).status == 201
    assert (sized(MAX_BYTES + 1).status, sized(MAX_BYTES + 1).code) == (413, "too-large")


class TestOrder:
    """When several things are wrong, the first of the contract's list is told."""

    def test_the_type_comes_before_the_size_and_the_size_before_the_shape(self) -> None:
        large = b"[" * (MAX_BYTES + 1)

        wrong_type = Caller().send("POST", "/tokens", large, content_type="text/plain")
        assert wrong_type.code == "unsupported-media-type"
        assert Caller().send("POST", "/tokens", large).code == "too-large"

    def test_the_token_comes_before_everything_but_the_method(self) -> None:
        answer = Caller().send("GET", "/tokens?limit=x", headers={"accept": "text/html"})

        assert answer.code == "not-authenticated"
        assert Caller().send("PUT", "/tokens", b"[").code == "method-not-allowed"
