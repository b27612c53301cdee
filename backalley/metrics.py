"""What is counted of requests, for those who run the service."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import Counter, Histogram

REQUESTS: Final = Counter(
    "backalley_http_requests",
    "Requests answered, by operation as the OpenAPI document names it, and status.",
    ["operation", "status"],
)
LATENCY: Final = Histogram(
    "backalley_http_request_seconds",
    "Time to the answer, by operation.",
    ["operation"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0),
)
REFUSALS: Final = Counter("backalley_refusals", "Requests refused, by the error's code.", ["code"])
OTHER: Final = "other"
"""The operation of all that is none: pages, static files, paths where nothing is."""


def measured(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count each request and the time that it took."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = get_response(request)
        operation = _operation(request)
        LATENCY.labels(operation).observe(time.perf_counter() - began)
        REQUESTS.labels(operation, response.status_code).inc()
        return response

    return middleware


def _operation(request: HttpRequest) -> str:
    if request.resolver_match is None:
        return OTHER
    by_method = getattr(request.resolver_match.func, "operations", {})
    method = "get" if request.method == "HEAD" else str(request.method).lower()
    return _with_hyphens(by_method[method].__name__) if method in by_method else OTHER


@lru_cache
def _with_hyphens(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
