"""The OpenAPI 3.1 document and its pages, made of what the operations declare."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any, cast

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import EndpointEnumerator, SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import StaticHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from backalley.document_links import add_links
from backalley.document_problems import PROBLEM_SCHEMA, all_examples, examples_of
from backalley.problem_kinds import KINDS
from backalley.problems import MEDIA_TYPE
from backalley.rate_limits import ALWAYS_SENT, LIMIT_HEADERS, limits_told
from games.api.webhook_document import payload_schemas, webhooks_section
from players.api.operation import Operation
from players.api.repeats import IDEMPOTENCY_KEY, REPLAYED

TITLE = spectacular_settings.TITLE
SCOPES = {
    "read": "to look at games, players and rules",
    "play": "to write at tables: sit down, bid, play, leave",
    "account": "the account itself, its tokens and its webhooks",
}
CONVENTIONS = """
JSON in and out, UTF-8; what a client sends beyond the fields named here is ignored. Times are RFC
3339 in UTC. Texts are in the language of `Accept-Language`; codes and names of fields never change.
Strings hold no NUL and no lone surrogate, and no query parameter comes twice. Lists have `next` and
`previous`, the addresses of the pages around.
"""
GUIDE = {"description": "Writing a client", "url": "/api/v1/docs/guide"}
HEADERS: dict[str, dict[str, Any]] = {
    "X-Request-ID": {
        "description": "The request's name in the service's log: the client's own, if it sent one.",
        "schema": {"type": "string"},
        "required": True,
    },
    "Content-Language": {
        "description": "The language of the answer's texts, by `Accept-Language`.",
        "schema": {"type": "string", "examples": ["en"]},
        "required": True,
    },
    "WWW-Authenticate": {"schema": {"type": "string", "const": "Bearer"}, "required": True},
}
# What is written for those who write clients is in one language.
IN_ENGLISH = {"Content-Language": "en"}
SENT_ALWAYS = (*ALWAYS_SENT, "X-Request-ID", "Content-Language")
SENT_WITH = {"401": ["WWW-Authenticate"], "429": ["Retry-After"], "503": ["Retry-After"]}


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tells the document of bearer tokens."""

    target_class = "players.authentication.BearerTokenAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        scopes = "; ".join(f"`{name}`: {words}" for name, words in SCOPES.items())
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of `POST /players`, `POST /players/guest` or `POST /tokens`. "
            f"An operation names the scope that it takes. {scopes}. A token has all three unless "
            "it was made with fewer.",
        }


class OperationSchema(AutoSchema):
    """Describes one operation by its declarations and its docstring."""

    @property
    def operation(self) -> Operation:
        return cast(Operation, self.view)

    def get_summary(self) -> str:
        return (self.operation.__doc__ or "").strip().partition("\n")[0].rstrip(".")

    # The library's own types are those of another generator that it once was a part of.
    def get_description(self) -> str:  # type: ignore[override]
        return _paragraphs(self.operation.__doc__ or "")

    def get_operation_id(self) -> str:
        return _with_hyphens(type(self.view).__name__)

    def get_tags(self) -> list[str]:
        return list(self.operation.tags)

    def get_override_parameters(self) -> list[Any]:
        named = [
            OpenApiParameter(name, {"type": "string", "format": "uuid"}, OpenApiParameter.PATH)
            for name in _path_names(self.path)
            if name.endswith("_id")
        ]
        query = self.operation.Query
        repeats = [IDEMPOTENCY_KEY, REPLAYED] if self._may_be_repeated() else []
        return [*named, *([query] if query else []), *self.operation.parameters, *repeats]

    def get_auth(self) -> list[dict[str, list[str]]]:
        # The library's own puts the scheme into the document, but knows of no scopes.
        super().get_auth()
        scope = self.operation.scope
        return [] if scope is None else [{BearerScheme.name: [scope]}]

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation: Any = super().get_operation(*args, **kwargs)
        for status, codes in _by_status(self._problem_codes()):
            content = operation["responses"][str(status)]["content"]
            content[MEDIA_TYPE]["examples"] = examples_of(codes)
        return operation

    def get_request_serializer(self) -> Any:
        return self.operation.Body

    def get_response_serializers(self) -> Any:
        answers = {
            key: _described(answer, HTTPStatus(key if isinstance(key, int) else key[0]).phrase)
            for key, answer in self.operation.answers.items()
        }
        return answers | {
            (status, MEDIA_TYPE): OpenApiResponse(
                {"$ref": "#/components/schemas/Problem"},
                description=", ".join(f"`{code}`" for code in codes),
            )
            for status, codes in _by_status(self._problem_codes())
        }

    def _may_be_repeated(self) -> bool:
        return self.method == "POST"

    def _problem_codes(self) -> list[str]:
        operation = self.operation
        codes = ["invalid-request", "not-acceptable"]
        codes += ["rate-limited", "internal-error", "unavailable"]
        if operation.scope is not None:
            codes += ["not-authenticated", "insufficient-scope"]
        if _path_names(self.path):
            codes += ["not-found"]
        if operation.Body is not None:
            codes += ["too-large", "unsupported-media-type"]
        if self._may_be_repeated():
            # A repeat is known by its body, even by one that is ignored.
            codes += ["too-large", "idempotency-key-reused"]
        return list(dict.fromkeys([*codes, *operation.problems]))


class OperationEnumerator(EndpointEnumerator):
    """Finds the operations of a path that several share."""

    def get_allowed_methods(self, callback: Any) -> list[str]:
        return [method.upper() for method in callback.operations]

    def should_include_endpoint(self, path: str, callback: Callable[..., Any]) -> bool:
        return hasattr(callback, "operations")


class Document(SchemaGenerator):
    """Gathers all operations into one document."""

    endpoint_inspector_cls = OperationEnumerator

    def create_view(self, callback: Any, method: str, request: Request | None = None) -> Any:
        view = callback.operations[method.lower()].as_view()
        return super().create_view(view, method, request)  # type: ignore[no-untyped-call]

    def get_schema(self, request: Request | None = None, public: bool = True) -> dict[str, Any]:
        document: dict[str, Any] = super().get_schema(request, public)  # type: ignore[no-untyped-call]
        document["components"].setdefault("schemas", {})["Problem"] = PROBLEM_SCHEMA
        document["components"]["examples"] = all_examples()
        document["components"]["schemas"] |= payload_schemas()
        document["components"]["headers"] = {**LIMIT_HEADERS, **HEADERS}
        document["webhooks"] = webhooks_section()
        document["info"]["description"] += f"\n{CONVENTIONS}\n{limits_told()}"
        document["externalDocs"] = GUIDE
        add_links(document["paths"])
        for operation in _operations(document):
            for status, response in operation["responses"].items():
                names = [
                    *ALWAYS_SENT,
                    "X-Request-ID",
                    "Content-Language",
                    *SENT_WITH.get(status, ()),
                ]
                response.setdefault("headers", {}).update(
                    {name: {"$ref": f"#/components/headers/{name}"} for name in names}
                )
        return document


class ShowDocument(Operation):
    """This document"""

    answers = {200: OpenApiTypes.OBJECT}
    tags = ("about",)

    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(_document(), content_type="application/json", headers=IN_ENGLISH)


class ShowDocs(Operation):
    """This document as pages

    They load nothing from any other host.
    """

    renderer_classes = (StaticHTMLRenderer,)
    answers = {200: OpenApiTypes.STR}
    tags = ("about",)

    def get(self, request: Request) -> Response:
        page = render_to_string("backalley/docs.html", {"title": TITLE, "language": "en"})
        return Response(page, headers=IN_ENGLISH)


@lru_cache(maxsize=1)
def _document() -> bytes:
    # Nothing in it changes while the service runs, and it takes a while to make.
    with translation.override("en"):
        document = Document().get_schema()  # type: ignore[no-untyped-call]
        return json.dumps(document, ensure_ascii=False).encode()


def _described(answer: Any, words: str) -> OpenApiResponse:
    if not isinstance(answer, OpenApiResponse):
        return OpenApiResponse(answer, description=words)
    return OpenApiResponse(answer.response, answer.description or words, answer.examples)


def _by_status(codes: Sequence[str]) -> list[tuple[int, list[str]]]:
    statuses = sorted({KINDS[code].status for code in codes})
    return [(s, [code for code in codes if KINDS[code].status == s]) for s in statuses]


def _operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for item in document["paths"].values():
        yield from (
            part for part in item.values() if isinstance(part, dict) and "responses" in part
        )


def _path_names(path: str) -> list[str]:
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]


def _paragraphs(text: str) -> str:
    rest = text.strip().partition("\n")[2]
    return "\n\n".join(" ".join(part.split()) for part in rest.split("\n\n")).strip()


def _with_hyphens(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")
