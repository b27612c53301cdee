"""The only place where an error becomes an answer: problem+json (RFC 9457), made of a code.

Views, services and the engine refuse with a code and facts; status, title and sentence are looked
up here. Nothing of an exception's own text goes out.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.encoding import escape_uri_path
from django.utils.translation import get_language
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt
from psycopg.errors import DeadlockDetected, LockNotAvailable
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.views import set_rollback

from backalley.metrics import REFUSALS
from backalley.middleware import request_id
from backalley.problem_kinds import KINDS
from games.engine.refusals import Refusal
from players.errors import FieldError, Problem

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
BASE_PATH = "/api/v1"
# Facts that are members of the answer too, for clients to act on.
MEMBERS = ("legal", "version", "last_move")
CROWDED = (DeadlockDetected, LockNotAvailable)
# What Django and its REST framework raise by themselves, the special before the general.
FOREIGN: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.NotAuthenticated, "not-authenticated"),
    (exceptions.AuthenticationFailed, "not-authenticated"),
    (exceptions.PermissionDenied, "insufficient-scope"),
    (exceptions.NotFound, "not-found"),
    (exceptions.MethodNotAllowed, "method-not-allowed"),
    (exceptions.NotAcceptable, "not-acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported-media-type"),
    (exceptions.Throttled, "rate-limited"),
    (exceptions.ParseError, "invalid-request"),
    (exceptions.ValidationError, "invalid-request"),
    (Http404, "not-found"),
    (PermissionDenied, "insufficient-scope"),
    (RequestDataTooBig, "too-large"),
    (SuspiciousOperation, "invalid-request"),
    (UnreadablePostError, "invalid-request"),
)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The answer to whatever a view raised; None for a fault of our own, which `server_error`
    answers once Django has logged it.
    """
    problem = _as_problem(exc)
    if problem is None:
        return None
    set_rollback()
    request = context["request"]
    return _answer(request._request if isinstance(request, Request) else request, problem)


@csrf_exempt
def unknown_path(request: HttpRequest) -> HttpResponse:
    """The answer where nothing is, under the base path."""
    return _answer(request, Problem("not-found"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """The answer to a request that Django itself refuses, such as one for a foreign host."""
    return _outside_views(request, exception, _page_of("invalid-request"))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """The answer where Django itself does not let somebody in."""
    return _outside_views(request, exception, defaults.permission_denied)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """The answer where nothing is."""
    return _outside_views(request, exception, _page_of("not-found"))


def server_error(request: HttpRequest) -> HttpResponseBase:
    """The answer to a fault of our own; Django has logged it by now, with the request's id."""
    if not under_base_path(request):
        return defaults.server_error(request)
    return _respond(request, Problem("internal-error", request_id=request_id.get()))


def explain(request: HttpRequest, code: str) -> HttpResponse:
    """The page that the `type` of an error leads to."""
    if code not in KINDS:
        raise Http404
    return _page(request, code, status=200)


def under_base_path(request: HttpRequest) -> bool:
    """Whether the request is for the API."""
    return request.path == BASE_PATH or request.path.startswith(f"{BASE_PATH}/")


def _page(request: HttpRequest, code: str, *, status: int) -> HttpResponse:
    kind = KINDS[code]
    facts = {"kind": kind, "code": code, "sentence": _sentence(Problem(code))}
    shown = {**facts, "title": kind.title, "language": get_language()}
    return render(request, "backalley/problem.html", shown, status=status)


def _page_of(code: str) -> Callable[[HttpRequest, Exception], HttpResponseBase]:
    return lambda request, _: _page(request, code, status=KINDS[code].status)


def _outside_views(
    request: HttpRequest,
    exception: Exception,
    page: Callable[[HttpRequest, Exception], HttpResponseBase],
) -> HttpResponseBase:
    if not under_base_path(request):
        return page(request, exception)
    return _answer(request, _as_problem(exception) or Problem("invalid-request"))


def _as_problem(exc: Exception) -> Problem | None:
    if isinstance(exc, Problem):
        return exc
    if isinstance(exc, Refusal):
        refused = Problem(exc.code)
        refused.facts = {**exc.facts, "legal": exc.legal}
        return refused
    if isinstance(exc, OperationalError) and isinstance(exc.__cause__, CROWDED):
        # Too many want the same game at once: nothing was done, and it may be asked again.
        logger.warning("gave up waiting for a lock: %s", type(exc.__cause__).__name__)
        return Problem("rate-limited", headers={"Retry-After": "1"})
    if isinstance(exc, OperationalError | InterfaceError):
        # Lost, refused or overtaxed; what was begun is rolled back, so it may be asked again.
        logger.error("the database cannot be used: %s", exc)
        return Problem("unavailable")
    code = next((code for kind, code in FOREIGN if isinstance(exc, kind)), None)
    if code is None:
        return None
    if isinstance(exc, exceptions.ValidationError):
        return Problem(code, errors=list(_field_errors(exc.detail)))
    if isinstance(exc, exceptions.Throttled):
        wait: float = getattr(exc, "wait", None) or 0
        return Problem(code, headers={"Retry-After": str(math.ceil(wait))})
    return Problem(code)


def _field_errors(detail: Any, field: str = "") -> Iterable[FieldError]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            step = "" if name == "non_field_errors" else str(name)
            yield from _field_errors(inner, ".".join(part for part in (field, step) if part))
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        for inner in detail:
            yield from _field_errors(inner, field)
    else:
        code = str(getattr(detail, "code", "invalid")).replace("_", "-")
        yield {"field": field, "code": code, "detail": str(detail)}


def _answer(request: HttpRequest, problem: Problem) -> HttpResponse:
    response = _respond(request, problem)
    # Escaped, so that no path can look like a line of its own.
    where = escape_uri_path(request.path)[:200]
    logger.info("refused %s %s %s %s", request.method, where, response.status_code, problem.code)
    # That line is the only one: Django writes none then.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def body_of(problem: Problem, instance: str) -> dict[str, Any]:
    """What an answer tells of a problem that was met at this path."""
    kind = KINDS[problem.code]
    body: dict[str, Any] = {
        "type": f"/problems/{problem.code}",
        "title": str(kind.title),
        "status": kind.status,
        "detail": _sentence(problem),
        "instance": escape_uri_path(instance),
        "code": problem.code,
    }
    # An error of the whole request has no field, and is told by the sentence alone.
    if fields := [error for error in problem.errors if error["field"]]:
        body["errors"] = fields
    return body | {
        name: problem.facts[name] for name in MEMBERS if problem.facts.get(name) is not None
    }


def _respond(request: HttpRequest, problem: Problem) -> HttpResponse:
    kind = KINDS[problem.code]
    REFUSALS.labels(problem.code).inc()
    headers = {"Cache-Control": "no-store", **kind.headers, **problem.headers}
    body = body_of(problem, request.path)
    return JsonResponse(body, status=kind.status, content_type=MEDIA_TYPE, headers=headers)


def _sentence(problem: Problem) -> str:
    said = [f"{e['field']}: {e['detail']}" if e["field"] else e["detail"] for e in problem.errors]
    if said:
        return " ".join(said[:5])
    return str(KINDS[problem.code].detail).format_map(_Facts(problem.facts))


class _Facts(dict[str, Any]):
    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value

    def __missing__(self, name: str) -> str:
        # A sentence with a gap is better than no answer.
        return "…"
