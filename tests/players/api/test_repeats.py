"""POST with an Idempotency-Key, whatever the operation: here, one that notes a word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import URLResolver, get_resolver
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players import idempotency
from players.api.body import MAX_BYTES
from players.api.operation import Operation
from players.api.repeats import answered_once
from players.errors import Problem
from players.idempotency import Kept, fingerprint
from players.models import IdempotencyKey, Player, Token
from tests.caller import Answer, Caller

LONGEST = 255


class WordBody(serializers.Serializer[Any]):
    word = serializers.CharField()


class NoteWord(Operation):
    """Changes the label of the caller's token."""

    scope = "play"
    Body = WordBody
    secrets = ("token", "secret")

    def post(self, request: Request, **path: str) -> HttpResponse:
        word = self.body["word"]
        Token.objects.filter(player=self.player).update(label=word)
        transaction.on_commit(lambda: ANNOUNCED.append(word), robust=True)
        if word == "refused":
            raise Problem("wrong-phase", phase="bidding")
        if word == "answered":
            return Response({"refused": True}, status=409)
        if word == "empty":
            return Response(status=204)
        CARRIED_OUT.append(word)
        shown = {
            "word": word,
            "count": len(CARRIED_OUT),
            "token": "ba_x",
            "nested": {"a": "é\u2028"},
        }
        return Response(shown, status=201, headers={"ETag": '"7"', "Location": "/there"})


CARRIED_OUT: list[str] = []
ANNOUNCED: list[str] = []


@pytest.fixture(autouse=True)
def _nothing_done_yet() -> None:
    CARRIED_OUT.clear()
    ANNOUNCED.clear()


def note(
    caller: Caller,
    body: Any = None,
    path: str = "/api/v1/words",
    key: str | None = "k",
    **headers: str,
) -> Answer:
    raw = body if isinstance(body, bytes) else json.dumps(body or {"word": "hello"}).encode()
    sent = {"authorization": f"Bearer {caller.token}", **headers}
    if key is not None:
        sent["idempotency-key"] = key
    request = RequestFactory().generic(
        "POST", path, raw, content_type="application/json", headers=sent
    )
    response = NoteWord.as_view()(request)
    return Answer(response.render() if isinstance(response, Response) else response)


class PressBell(Operation):
    """Takes no body: whatever is sent is ignored."""

    scope = "play"

    def post(self, request: Request) -> Response:
        CARRIED_OUT.append("rung")
        return Response({"count": len(CARRIED_OUT)}, status=201)


def ring(
    caller: Caller, raw: bytes, media_type: str = "application/json", **headers: str
) -> Answer:
    sent = {"authorization": f"Bearer {caller.token}", "idempotency-key": "k"}
    request = RequestFactory().generic(
        "POST", "/api/v1/bell", raw, content_type=media_type, headers={**sent, **headers}
    )
    response = PressBell.as_view()(request)
    return Answer(response.render() if isinstance(response, Response) else response)


def label(caller: Caller) -> str:
    return Token.objects.get(player__username=caller.username).label


def test_a_repeat_gets_the_first_answer_and_has_no_effect(ana: Caller) -> None:
    first, second, third = note(ana), note(ana), note(ana)

    assert CARRIED_OUT == ["hello"]
    assert first.status == second.status == 201
    assert first.json["count"] == second.json["count"] == 1
    assert second.content == third.content
    assert {"ETag": '"7"', "Location": "/there"}.items() <= dict(second.headers).items()
    assert (second.media_type, second.headers["Idempotency-Replayed"]) == (first.media_type, "true")
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Cache-Control"] == first.headers["Cache-Control"]


def test_secrets_are_shown_once_and_never_stored(ana: Caller) -> None:
    first, second = note(ana), note(ana)

    assert first.json["token"] == "ba_x"
    assert second.json == {**first.json, "token": None}
    assert second.content == first.content.replace(b'"ba_x"', b"null")
    assert "ba_x" not in IdempotencyKey.objects.get().body


def test_an_empty_answer_is_empty_again(ana: Caller) -> None:
    first, second = note(ana, {"word": "empty"}), note(ana, {"word": "empty"})

    assert (first.status, second.status) == (204, 204)
    assert second.content == first.content == b""
    assert second.headers["Idempotency-Replayed"] == "true"
    assert "Content-Type" not in second.headers


@pytest.mark.parametrize("word", ["refused", "answered"])
def test_a_refusal_undoes_everything_and_leaves_the_key_unused(
    ana: Caller, word: str, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert note(ana, {"word": word}).status == 409
    assert label(ana) == ""
    assert ANNOUNCED == []
    assert not IdempotencyKey.objects.exists()

    with django_capture_on_commit_callbacks(execute=True):
        assert note(ana, {"word": "now"}).status == 201
    assert label(ana) == "now"
    assert ANNOUNCED == ["now"]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"word": "other"}, "/api/v1/words"),
        ({"word": "hello", "unknown": 1}, "/api/v1/words"),
        ({"word": "hello"}, "/api/v1/words?x=1"),
        ({"word": "hello"}, "/api/v1/other"),
    ],
)
def test_another_request_under_the_key_is_refused(ana: Caller, body: Any, path: str) -> None:
    note(ana)

    answer = note(ana, body, path)

    assert (answer.status, answer.code) == (422, "idempotency-key-reused")
    assert CARRIED_OUT == ["hello"]
    assert note(ana).json["count"] == 1


IGNORED = [
    b"{}",
    b'{"a": 1}',
    b'{"a": 2}',
    b"[]",
    b"[1]",
    b'"7b7d"',
    b"NaN",
    b"no json",
    b"no  json",
    b"\xff\xfe",
    b"{" * 40,
    b'{"a":' * 40 + b"1" + b"}" * 40,
    b'{"a": "\\ud800"}',
    b"\0",
]


@pytest.mark.parametrize("first", IGNORED)
def test_a_body_that_is_ignored_makes_another_request_too(ana: Caller, first: bytes) -> None:
    assert ring(ana, first).status == 201

    answers = [ring(ana, raw) for raw in IGNORED if raw != first]

    assert {(answer.status, answer.code) for answer in answers} == {(422, "idempotency-key-reused")}
    assert ring(ana, first, "image/png").headers["Idempotency-Replayed"] == "true"
    assert CARRIED_OUT == ["rung"]


@pytest.mark.parametrize(
    ("first", "again"),
    [(b"", b"{}"), (b"{}", b" { } "), (b'{"a": 1, "b": [2]}', b'{"b":[2],"a":1}')],
)
def test_a_body_that_is_ignored_may_be_written_otherwise(
    ana: Caller, first: bytes, again: bytes
) -> None:
    assert ring(ana, first).json == ring(ana, again).json == {"count": 1}


def test_a_body_that_is_ignored_may_not_be_too_long_to_be_known_again(ana: Caller) -> None:
    assert ring(ana, b"x" * MAX_BYTES).status == 201
    assert ring(ana, b"x" * (MAX_BYTES + 1)).code == "too-large"


def repeatable() -> list[type[Operation]]:
    """The operations of the service whose requests may have an Idempotency-Key."""
    found: list[type[Operation]] = []
    groups = [get_resolver().url_patterns]
    while groups:
        for pattern in groups.pop():
            groups += [pattern.url_patterns] if isinstance(pattern, URLResolver) else []
            operation = getattr(pattern.callback, "operations", {}).get("post")
            if operation is not None:
                found.append(operation)
    return found


@pytest.mark.parametrize("kind", repeatable())
def test_of_every_operation_another_body_is_another_request(
    kind: type[Operation], monkeypatch: pytest.MonkeyPatch
) -> None:
    prints: list[bytes] = []

    def once(player: Player, key: str, print_: bytes, first: Any, **how: Any) -> Kept:
        prints.append(print_)
        return Kept(204, {}, "")

    monkeypatch.setattr(idempotency, "once", once)
    for raw in (b'{"a": 1}', b'{"a": 2}', b"{}"):
        operation = kind()
        sent = RequestFactory().generic("POST", "/", raw, content_type="application/json")
        operation.request = Request(sent)
        answered_once(operation, Player(), "k", lambda _: Response(), operation.request)

    assert len(set(prints)) == 3


@pytest.mark.parametrize(
    "raw",
    [
        b'{"z":1,"word":"hello"}',
        b' {\n"word" : "hell\\u006f", "z" :1 }',
        b'{"z":1,"z":1,"word":"hello"}',
    ],
)
def test_the_order_of_keys_and_spaces_do_not_make_another_request(ana: Caller, raw: bytes) -> None:
    note(ana, b'{"word": "hello", "z": 1}')

    assert note(ana, raw).headers["Idempotency-Replayed"] == "true"


def test_a_key_belongs_to_its_player_whatever_his_token(ana: Caller, boris: Caller) -> None:
    from players import services

    note(ana)
    other = Caller(services.create_token(Player.objects.get(username="ana"))[1], "ana")

    assert note(boris).json["count"] == 2
    assert note(other).json["count"] == 1


def test_without_a_key_every_request_is_carried_out(ana: Caller) -> None:
    note(ana, key=None)
    note(ana, key=None)

    assert len(CARRIED_OUT) == 2


@pytest.mark.parametrize("key", ["", "x" * (LONGEST + 1), "a\0b"])
def test_a_key_that_cannot_be_is_refused_by_name(ana: Caller, key: str) -> None:
    answer = note(ana, key=key)

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == ["Idempotency-Key"]
    assert CARRIED_OUT == []


@pytest.mark.parametrize("key", ["x", "x" * LONGEST, "a b", "é", '"quoted"'])
def test_any_other_key_will_do(ana: Caller, key: str) -> None:
    assert note(ana, key=key).status == 201
    assert note(ana, key=key).headers["Idempotency-Replayed"] == "true"


def test_characters_count_and_not_bytes(ana: Caller) -> None:
    sent = ("🂡" * LONGEST).encode().decode("latin-1")

    assert note(ana, key=sent).status == 201
    assert IdempotencyKey.objects.get().key == "🂡" * LONGEST


class TestOrder:
    """A repeat is judged as any request is up to its body, and no further."""

    def test_who_may_not_ask_gets_no_answer_again(self, ana: Caller) -> None:
        note(ana)
        Token.objects.update(scopes=["read"])

        assert note(ana).code == "insufficient-scope"

    def test_a_body_that_is_wrong_comes_before_the_key(self, ana: Caller) -> None:
        note(ana)

        assert note(ana, {"word": 1, "x": "\ud800"}).code == "invalid-request"
        assert note(ana, {"unknown": 1}, key="").fields == ["word"]


def test_operations_without_a_token_ignore_the_header(nobody: Caller, db: None) -> None:
    names = {nobody.post("/players/guest", {}, idempotency_key="k").json["username"] for _ in "ab"}

    assert len(names) == 2
    assert not IdempotencyKey.objects.exists()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(st.text(max_size=5), json_values, max_size=5)
bodies = objects | st.binary(max_size=20)


def shuffled(value: Any) -> Any:
    """The same JSON with the keys of every object in the opposite order."""
    if isinstance(value, dict):
        return {name: shuffled(value[name]) for name in reversed(value)}
    return [shuffled(inner) for inner in value] if isinstance(value, list) else value


@given(objects, st.sampled_from([None, 3]))
def test_however_it_is_written_a_request_has_one_fingerprint(body: Any, indent: int | None) -> None:
    written = json.dumps(shuffled(body), indent=indent)

    assert fingerprint("POST", "/p", "", json.loads(written)) == fingerprint("POST", "/p", "", body)


requests = st.tuples(st.sampled_from(["POST", "PUT"]), st.text(), st.text(), bodies)


@given(requests, requests)
def test_different_requests_have_different_fingerprints(one: Any, other: Any) -> None:
    def plain(request: Any) -> str:
        return json.dumps(request, sort_keys=True, default=repr)

    assert (fingerprint(*one) == fingerprint(*other)) == (plain(one) == plain(other))


@given(st.text(), st.text(min_size=1), st.text())
def test_no_part_of_a_request_passes_for_another(path: str, moved: str, query: str) -> None:
    assert fingerprint("POST", path + moved, query, {}) != fingerprint(
        "POST", path, moved + query, {}
    )
