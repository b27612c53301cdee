"""Texts come in the caller's language; codes, names of fields and cards never change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, path
from django.utils import translation
from rest_framework.request import Request
from rest_framework.response import Response

from backalley.document_problems import example
from backalley.problem_kinds import KINDS
from backalley.problems import _field_errors
from players import services
from players.api.operation import Operation, operations
from tests.backalley.test_texts import operations as operations_of
from tests.caller import Answer, Caller

LANGUAGES = ("bg", "te", "ne", "ja")
SCRIPTS = {"bg": "Ѐ-ӿ", "te": "ఀ-౿", "ne": "ऀ-ॿ", "ja": "぀-ヿ一-鿿"}
every_language = pytest.mark.parametrize("language", LANGUAGES)


class Refuse(Operation):
    """Refuses whatever is asked, for the reason that the path names."""

    def get(self, request: Request, code: str) -> Response:
        raise example(code)


urlpatterns = [path("api/v1/refusals/<str:code>", operations(get=Refuse))]


def refused(code: str, language: str) -> Answer:
    """By a client that does not look the operation up in the document, where it is not."""
    client = Client(raise_request_exception=False)
    headers = {"accept-language": language}
    return Answer(client.get(f"/api/v1/refusals/{code}", headers=headers))


def told_in(answer: Answer) -> set[str]:
    """The languages, by script, of all that a refusal tells; none of it may be English alone."""
    problem = answer.json
    details = [error["detail"] for error in problem.get("errors", [])]
    found = set()
    for text in [problem["title"], problem["detail"], *details]:
        scripts = {name for name, letters in SCRIPTS.items() if re.search(f"[{letters}]", text)}
        found |= scripts or {"en"}
    return found


def without_texts(answer: Answer) -> Any:
    problem = answer.json
    errors = [{**error, "detail": ""} for error in problem.get("errors", [])]
    return {**problem, "title": "", "detail": "", "errors": errors}


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("code", KINDS)
def test_every_problem_speaks_every_language(code: str) -> None:
    english = refused(code, "en")
    facts = set(re.findall(r"\b\w*\d\w*\b", english.json["detail"]))

    for language in LANGUAGES:
        answer = refused(code, language)
        assert (answer.code, answer.status) == (code, KINDS[code].status)
        assert answer.headers["Content-Language"] == language
        assert without_texts(answer) == without_texts(english)
        # Its example of a field error is part of the document, which is in English.
        if code != "invalid-request":
            assert told_in(answer) == {language}
            assert all(fact in answer.json["detail"] for fact in facts)


@every_language
def test_a_problem_has_its_page_in_every_language(language: str) -> None:
    response = Caller().client.get(
        "/problems/game-over", headers={"accept-language": f"{language}, en;q=0.5"}
    )

    assert f'<html lang="{language}">' in response.text
    assert re.search(f"<h1>[{SCRIPTS[language]}]", response.text)


@pytest.mark.parametrize(
    ("method", "at", "raw"),
    [
        ("POST", "/players", b"{}"),
        ("POST", "/players", b'{"username": null, "password": "short", "email": "x"}'),
        ("POST", "/players", b'{"username": "", "password": "x", "locale": "fr"}'),
        ("POST", "/players", b'{"username": 1, "password": []}'),
        ("POST", "/players", b"[]"),
        ("POST", "/players", b"{"),
        ("POST", "/players", b"\xff"),
        ("POST", "/players", b'{"username": "\\u0000"}'),
        ("GET", "/rulesets?limit=0", b""),
        ("GET", "/rulesets?limit=101", b""),
        ("GET", "/rulesets?limit=x", b""),
        ("GET", "/rulesets?cursor=x", b""),
        ("GET", "/rulesets?limit=1&limit=2", b""),
        ("GET", "/rulesets?x=%ff", b""),
        ("GET", "/rulesets?x=%00", b""),
        ("GET", "/nothing", b""),
        ("DELETE", "/rules", b""),
        ("GET", "/me", b""),
    ],
)
def test_whatever_is_wrong_is_told_in_every_language(
    method: str, at: str, raw: bytes, db: None
) -> None:
    english = Caller().send(method, at, raw)
    assert told_in(english) == {"en"}

    for language in LANGUAGES:
        asked = {"accept-language": f"fr, {language};q=0.3"}
        answer = Caller().send(method, at, raw, headers=asked)
        assert answer.status == english.status >= 400
        assert told_in(answer) == {language}
        assert without_texts(answer) == without_texts(english)
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]


WRONG: tuple[Any, ...] = (
    *(None, True, 5, -1, 2.5, 10**12, "", "x", "ana\n", "\0", "\ud800", "\x07", "x" * 3000),
    *([], [1], ["x"], ["x"] * 200, {}, {"N": "x"}, {"X": "normal"}, {"turn": 1}, {"x": {}}),
)


def shapes() -> list[tuple[type[Any], tuple[Any, ...]]]:
    """The shapes of all that is asked, and wrong values for their fields."""
    found = {
        (shape, text)
        for operation in operations_of(get_resolver().url_patterns)
        for shape, text in ((operation.Query, True), (operation.Body, False))
        if shape is not None
    }
    in_a_query = tuple(value for value in WRONG if isinstance(value, str))
    return [(shape, in_a_query if text else WRONG) for shape, text in found]


def refusals(shape: type[Any], values: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    """Each field with all that is said of it when it is left out or wrong."""
    for data in [{}, *({name: value} for name in shape().fields for value in values)]:
        asked = shape(data=data)
        if not asked.is_valid():
            for error in _field_errors(asked.errors):
                yield error["field"], error["detail"]


def test_whatever_is_wrong_with_any_field_is_told_in_every_language() -> None:
    """By the shapes themselves: that no operation says it in English is not left to examples."""
    for shape, values in shapes():
        told = dict.fromkeys(LANGUAGES, 0)
        for language in LANGUAGES:
            with translation.override(language):
                for field, detail in refusals(shape, values):
                    assert re.search(f"[{SCRIPTS[language]}]", detail), (shape, field, detail)
                    assert not re.search("[A-Za-z]{2,} [A-Za-z]{2,}", detail), (field, detail)
                    told[language] += 1
        assert len(set(told.values())) == 1
        assert told["bg"] >= len(shape().fields)


class TestPages:
    """What a browser is shown where there is nothing to show."""

    @every_language
    @pytest.mark.parametrize("path", ["/nothing", "/rules?ruleset=x", "/problems/x", "/games/x"])
    def test_a_page_that_is_not_there_says_so(self, path: str, language: str) -> None:
        response = Client().get(path, headers={"accept-language": language})

        assert response.status_code == 404
        self.check(response, language)

    @every_language
    def test_a_host_that_is_another_one_is_refused(self, language: str) -> None:
        headers = {"accept-language": language, "host": "evil.example"}
        response = Client().get("/rules", headers=headers)

        assert response.status_code == 400
        self.check(response, language)

    def check(self, response: Any, language: str) -> None:
        """No word of it is in another language, but for the code."""
        text = re.sub("<code>.*?</code>|<[^>]*>|HTTP", " ", response.text.partition("<title>")[2])
        assert f'<html lang="{language}">' in response.text
        assert response.headers["Content-Language"] == language
        assert re.search(f"[{SCRIPTS[language]}]", text)
        assert not re.search("[A-Za-z]", text)


class TestLocale:
    """The language of an account."""

    @pytest.fixture
    def bulgarian(self, db: None) -> Caller:
        return Caller(services.sign_up(username="boyan", password="x" * 10, locale="bg")[1])

    def test_it_counts_without_the_header(self, bulgarian: Caller) -> None:
        assert told_in(bulgarian.get("/tokens?limit=0")) == {"bg"}
        assert bulgarian.get("/me").headers["Content-Language"] == "bg"
        assert told_in(bulgarian.get("/tokens?limit=0", accept_language="*")) == {"bg"}

    def test_it_counts_where_nobody_needs_a_token(self, bulgarian: Caller) -> None:
        for header, language in ((None, "bg"), ("*", "bg"), ("ja", "ja"), ("fr", "en")):
            headers = {} if header is None else {"accept_language": header}
            answer = bulgarian.get("/rules", **headers)
            assert (answer.status, answer.json["language"]) == (200, language)
            assert answer.headers["Content-Language"] == language
        assert told_in(bulgarian.get("/rules?ruleset=x")) == {"bg"}
        assert Caller("ba_x").get("/rules").json["language"] == "en"

    def test_the_header_beats_it(self, bulgarian: Caller) -> None:
        for header, language in (("ja", "ja"), ("en", "en"), ("fr", "en")):
            answer = bulgarian.get("/tokens?limit=0", accept_language=header)
            assert told_in(answer) == {language}
            assert answer.headers["Content-Language"] == language

    def test_it_is_gone_with_the_request(self, bulgarian: Caller) -> None:
        bulgarian.get("/me")

        assert told_in(Caller("ba_x").get("/me")) == {"en"}

    @pytest.mark.parametrize("locale", ["en", *LANGUAGES])
    def test_whoever_signs_up_may_choose_it(self, locale: str, db: None) -> None:
        body = {"username": "ana", "password": "correct horse battery", "locale": locale}
        token = Caller().post("/players", body).json["token"]

        me = Caller(token).get("/me")
        assert (me.json["locale"], me.headers["Content-Language"]) == (locale, locale)


def test_what_is_answered_again_keeps_its_language(db: None) -> None:
    ana = Caller(services.start_guest()[1])
    first, again = (
        ana.post("/games", {}, accept_language=language, idempotency_key="k")
        for language in ("ja", "te")
    )

    assert first.headers["Content-Language"] == again.headers["Content-Language"] == "ja"
    assert first.content == again.content
    assert "Idempotency-Replayed" in again.headers


@pytest.mark.parametrize("page", ["/openapi.json", "/docs", "/docs/guide"])
def test_what_is_for_programmers_is_in_english_and_says_so(page: str) -> None:
    answer = Caller().get(page, accept="*/*", accept_language="te")

    assert answer.headers["Content-Language"] == "en"
    assert not re.search("[ఀ-౿]", answer.content.decode())
