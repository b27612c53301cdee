"""POST with an Idempotency-Key: what makes two requests the same, and what a repeat is answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from players import idempotency
from players.api.body import read_ignored, storable
from players.api.rendering import Renderer
from players.errors import invalid
from players.models import Player

if TYPE_CHECKING:
    from players.api.operation import Operation

HEADER: Final = "Idempotency-Key"
MAX_CHARACTERS: Final = 255
IDEMPOTENCY_KEY: Final = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": MAX_CHARACTERS},
    OpenApiParameter.HEADER,
    description="The client's own name for this request: sent again with it, the request has one "
    "effect and gets its first answer. Kept for a day at least, if the answer was 2xx.",
)
REPLAYED: Final = OpenApiParameter(
    "Idempotency-Replayed",
    {"type": "string", "enum": ["true"]},
    OpenApiParameter.HEADER,
    description="There if this is the first answer to this Idempotency-Key again.",
    response=[200, 201, 202, 204],
)
REPEATED: Final = ("Cache-Control", "ETag", "Location")
"""Headers that belong to the answer, not to the way it is sent."""


def key_of(request: Request) -> str | None:
    """The request's key; None if it brings none.

    Raises Problem `invalid-request` for one that is empty, too long, or holds NUL.
    """
    header = request.headers.get(HEADER)
    if header is None:
        return None
    key = _decoded(header)
    if not 1 <= len(key) <= MAX_CHARACTERS or not storable(key):
        raise invalid(HEADER, _("Must have 1 to 255 characters, none of them NUL."), code="key")
    return key


def answered_once(
    operation: Operation,
    caller: Player,
    key: str,
    post: Callable[..., Response],
    request: Request,
    **path: Any,
) -> HttpResponse:
    """The operation's answer, or the first one to the same request of the caller under this key.

    Raises what `post` raises, and Problem as `read_ignored` and `idempotency.once`.
    """
    answers: list[HttpResponse] = []

    def first() -> idempotency.Kept | None:
        answer = operation.finalize_response(request, post(request, **path), **path)
        # Rendered within the transaction: an answer that cannot be told has no effect.
        answers.append(answer.render() if isinstance(answer, Response) else answer)
        return _kept(answers[-1], operation.secrets)

    # A body that the operation ignores makes another request all the same.
    body = read_ignored(request) if operation.Body is None else operation.sent
    whole = fingerprint_of(request, body)
    kept = idempotency.once(caller, key, whole, first, alone=operation.renames)
    return answers[-1] if kept is None else _again(kept)


def fingerprint_of(request: Request, body: Mapping[str, Any] | bytes) -> bytes:
    """By which a repeat of this request is known."""
    query = request.META.get("QUERY_STRING", "")
    return idempotency.fingerprint(str(request.method), request.path, query, body)


def _kept(answer: HttpResponse, secrets: tuple[str, ...]) -> idempotency.Kept | None:
    if not 200 <= answer.status_code < 300:
        return None
    body = answer.content
    if secrets and body:
        shown = json.loads(body)
        hidden = shown | {name: None for name in secrets if name in shown}
        body = Renderer().render(hidden)
    headers = {name: answer.headers[name] for name in REPEATED if name in answer.headers}
    headers["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    return idempotency.Kept(answer.status_code, headers, body.decode())


def _again(kept: idempotency.Kept) -> HttpResponse:
    headers = {**kept.headers, REPLAYED.name: "true"}
    media_type = "application/json" if kept.body else None
    answer = HttpResponse(kept.body, status=kept.status, content_type=media_type, headers=headers)
    if media_type is None:
        del answer.headers["Content-Type"]
    return answer


def _decoded(header: str) -> str:
    """Characters as the client meant them: servers hand over one for each byte."""
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return header
