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
from backalley.problem_kinds import KINDS
from backalley.problems import MEDIA_TYPE
from backalley.rate_limits import ALWAYS_SENT, LIMIT_HEADERS, limits_told
from games.api.webhook_document import payload_schemas, webhooks_section
from players.api.operation import Operation
from players.api.repeats import IDEMPOTENCY_KEY, REPLAYED

TITLE = spectacular_settings.TITLE
PROBLEM_SCHEMA = {
    "type": "object",
    "description": "An error, as RFC 9457 has it; clients switch on `code`.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence in the caller's language."},
        "instance": {"type": "string", "format": "uri-reference"},
        "code": {"type": "string", "enum": list(KINDS)},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "detail"],
                "properties": {
                    "field": {"type": "string"},
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                },
            },
        },
        "legal": {
            "type": "array",
            "items": {"type": ["string", "integer"]},
            "description": "The legal bids or cards, when a rule refused one.",
        },
        "version": {"type": "integer", "description": "The game's present version."},
    },
    "examples": [
        {
            "type": "/problems/must-follow-suit",
            "title": "Must follow suit",
            "status": 422,
            "detail": "You hold cards of the suit led and must play one of them: TD.",
            "instance": "/api/v1/games/01890a5d-ac96-774b-bcce-b302099a8057/plays",
            "code": "must-follow-suit",
            "legal": ["TD"],
        }
    ],
}


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tells the document of bearer tokens."""

    target_class = "players.authentication.BearerTokenAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


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

    def get_request_serializer(self) -> Any:
        return self.operation.Body

    def get_response_serializers(self) -> Any:
        answers = {
            status: answer
            if isinstance(answer, OpenApiResponse)
            else OpenApiResponse(answer, description=HTTPStatus(status).phrase)
            for status, answer in self.operation.answers.items()
        }
        return answers | {
            (status, MEDIA_TYPE): OpenApiResponse(
                {"$ref": "#/components/schemas/Problem"},
                description=", ".join(f"`{code}`" for code in codes),
            )
            for status, codes in _by_status(self._problem_codes())
        }

    def _may_be_repeated(self) -> bool:
        return self.method == "POST" and self.operation.scope is not None

    def _problem_codes(self) -> list[str]:
        operation = self.operation
        codes = ["not-acceptable", "rate-limited", "unavailable", "internal-error"]
        if operation.scope is not None:
            codes += ["not-authenticated", "insufficient-scope"]
        if _path_names(self.path):
            codes += ["not-found"]
        if operation.Query is not None:
            codes += ["invalid-request"]
        if operation.Body is not None:
            codes += ["invalid-request", "too-large", "unsupported-media-type"]
        if self._may_be_repeated():
            codes += ["invalid-request", "idempotency-key-reused"]
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
        document["components"]["schemas"] |= payload_schemas()
        document["components"]["headers"] = LIMIT_HEADERS
        document["webhooks"] = webhooks_section()
        document["info"]["description"] += "\n\n" + limits_told()
        add_links(document["paths"])
        for operation in _operations(document):
            for status, response in operation["responses"].items():
                names = LIMIT_HEADERS if status == "429" else ALWAYS_SENT
                response.setdefault("headers", {}).update(
                    {name: {"$ref": f"#/components/headers/{name}"} for name in names}
                )
        return document


class ShowDocument(Operation):
    """This document"""

    answers = {200: OpenApiTypes.OBJECT}
    tags = ("about",)

    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(_document(), content_type="application/json")


class ShowDocs(Operation):
    """This document as pages

    They load nothing from any other host.
    """

    renderer_classes = (StaticHTMLRenderer,)
    answers = {200: OpenApiTypes.STR}
    tags = ("about",)

    def get(self, request: Request) -> Response:
        return Response(render_to_string("backalley/docs.html", {"title": TITLE}))


@lru_cache(maxsize=1)
def _document() -> bytes:
    # Nothing in it changes while the service runs, and it takes a while to make.
    with translation.override("en"):
        document = Document().get_schema()  # type: ignore[no-untyped-call]
        return json.dumps(document, ensure_ascii=False).encode()


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
