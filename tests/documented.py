"""Holds every answer that a test gets against the OpenAPI document: it must stand there."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from backalley import openapi

CODE = re.compile(r"`([a-z-]+)`")


@cache
def operations() -> dict[str, Any]:
    """The operations of the document by their names."""
    document = json.loads(openapi._document())
    return {
        operation["operationId"]: operation
        for item in document["paths"].values()
        for operation in item.values()
    }


def codes_of(operation: Any, status: int | str) -> set[str]:
    """The codes of errors that the document gives an operation for a status."""
    return set(CODE.findall(operation["responses"].get(str(status), {}).get("description", "")))


def check_documented(method: str, response: Any) -> None:
    """Whether the document foresees this answer: its status, its type, and an error's code."""
    match = response.resolver_match
    by_method = getattr(match.func, "operations", {}) if match is not None else {}
    view = by_method.get("get" if method == "HEAD" else method.lower())
    if view is None:
        # Nothing is here, or not by this method; the document tells of neither.
        return
    name = openapi._with_hyphens(view.__name__)
    foreseen = operations()[name]["responses"]
    status, media_type = str(response.status_code), response.headers.get("Content-Type", "")
    assert status in foreseen, f"{name} answers {status}, which the document does not foresee"
    if not response.content:
        return
    types = foreseen[status].get("content", {})
    assert media_type.partition(";")[0] in types, f"{name} answers {status} as {media_type}"
    if status >= "400":
        code = json.loads(response.content)["code"]
        assert code in codes_of(operations()[name], status), f"{name} answers {status} {code}"
