"""How accounts and games refuse a request: by a code of the contract, never by a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from rest_framework.exceptions import APIException


class FieldError(TypedDict):
    """What is wrong with one field of the request."""

    field: str
    code: str
    detail: str


class Problem(APIException):
    """A refusal with a code of the contract, such as `Problem("username-taken")`.

    `errors` names the fields at fault, `headers` go onto the answer, and `facts` fill the
    sentence that is made of the code (`version` and `legal` are also members of the answer).
    The status belongs to the code and is looked up where the answer is made.
    """

    def __init__(
        self,
        code: str,
        *,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        **facts: Any,
    ) -> None:
        super().__init__(detail=code, code=code)
        self.code = code
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.facts = facts


def invalid(field: str, detail: str, code: str = "invalid") -> Problem:
    """The refusal of a request for one field: `detail` says what would be right."""
    return Problem("invalid-request", errors=[{"field": field, "code": code, "detail": detail}])
