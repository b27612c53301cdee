"""Reads the body of a request as the contract has it: a JSON object, small, strict, UTF-8."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NoReturn

from django.http import HttpRequest, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework.request import Request

from players.errors import Problem, invalid

if TYPE_CHECKING:
    from _typeshed import SupportsRead

MAX_BYTES = 64 * 1024
MAX_DEPTH = 32
MEDIA_TYPE = "application/json"
_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")


def read_object(request: Request) -> dict[str, Any]:
    """The JSON object that the request brings; no body at all counts as an empty one.

    Raises Problem `unsupported-media-type`, `too-large` or `invalid-request`, in that order.
    """
    raw = _read(request._request, _check_media_type)
    return parse_object(raw) if raw else {}


def read_ignored(request: Request) -> dict[str, Any] | bytes:
    """What was sent to an operation that takes no body: as a JSON object if it is one, like
    `read_object`, and else as it came.

    Raises Problem `too-large`, and `invalid-request` for one that ended early.
    """
    raw = _read(request._request, check=lambda _: None)
    try:
        return parse_object(raw) if raw else {}
    except Problem:
        return raw


def parse_object(raw: bytes) -> dict[str, Any]:
    """The JSON object in these bytes.

    Raises Problem `invalid-request` for anything else, and for strings that no database holds.
    """
    try:
        value = json.loads(
            raw.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_finite
        )
    except UnicodeDecodeError:
        raise _unreadable(_("The body must be UTF-8.")) from None
    except (ValueError, RecursionError):
        raise _unreadable(_("The body must be JSON.")) from None
    if not isinstance(value, dict):
        raise _unreadable(_("The body must be a JSON object."))
    _check_contents(value)
    return value


def storable(text: str) -> bool:
    """Whether a string is free of NUL and of lone surrogates."""
    return _UNSTORABLE.search(text) is None


def _read(sent: HttpRequest, check: Callable[[HttpRequest], None]) -> bytes:
    """The body's bytes, when there are any and `check` has passed the request's head."""
    length = _declared_length(sent)
    if length == 0:
        return b""
    if length is not None and length > MAX_BYTES:
        # Said before it is read: a client that sends a gigabyte is told so at once.
        check(sent)
        raise Problem("too-large", max_bytes=MAX_BYTES)
    try:
        raw = _stream(sent, length).read(MAX_BYTES + 1)
    except UnreadablePostError:
        raise _unreadable(_("The body ended early.")) from None
    if raw:
        check(sent)
    if len(raw) > MAX_BYTES:
        raise Problem("too-large", max_bytes=MAX_BYTES)
    return raw


def _declared_length(sent: HttpRequest) -> int | None:
    """The body's bytes by its header; None if they come in chunks."""
    if "HTTP_TRANSFER_ENCODING" in sent.META:
        return None
    try:
        return int(sent.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _stream(sent: HttpRequest, length: int | None) -> SupportsRead[bytes]:
    # Django reads nothing of a chunked body, though a server that marks its end lets us.
    if length is None and sent.META.get("wsgi.input_terminated"):
        stream: SupportsRead[bytes] = sent.META["wsgi.input"]
        return stream
    return sent


def _check_media_type(sent: HttpRequest) -> None:
    header = sent.META.get("CONTENT_TYPE", "")
    media_type, *parameters = (part.strip().lower() for part in header.split(";"))
    charsets = [p.partition("=")[2].strip('" ') for p in parameters if p.startswith("charset")]
    if media_type != MEDIA_TYPE or any(charset != "utf-8" for charset in charsets):
        raise Problem("unsupported-media-type", media_type=MEDIA_TYPE)


def _check_contents(value: dict[str, Any]) -> None:
    level: list[Any] = [value]
    for _depth in range(MAX_DEPTH):
        for text in level:
            if isinstance(text, str) and not storable(text):
                raise _unreadable(_("Strings must be free of NUL and of lone surrogates."))
        level = [inner for outer in level for inner in _contents(outer)]
        if not level:
            return
    raise _unreadable(_("The body is nested too deeply."))


def _contents(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list) else []


def _refuse_constant(name: str) -> NoReturn:
    # Python reads NaN and Infinity; they are not JSON.
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _unreadable(detail: str) -> Problem:
    return invalid("", detail, code="unreadable")
