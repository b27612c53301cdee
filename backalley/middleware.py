"""What holds for every request: an id, by which it is found again, and a language."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from players.languages import HEADER as ACCEPT_LANGUAGE
from players.languages import asked_for

HEADER = "X-Request-ID"
SHAPE = re.compile(r"[A-Za-z0-9._:-]{1,100}")

request_id: ContextVar[str] = ContextVar("request_id", default="-")


def request_ids(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Take the client's X-Request-ID if it is short and plain, else make one, and send it back."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get(HEADER, "")
        name = given if SHAPE.fullmatch(given) else uuid4().hex
        token = request_id.set(name)
        try:
            response = get_response(request)
        finally:
            request_id.reset(token)
        response.headers[HEADER] = name
        return response

    return middleware


def heads_without_bodies(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer HEAD with the headers of GET, Content-Length too, and nothing else."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.content = b""
        return response

    return middleware


def languages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer in the language that is asked for, and say which it is.

    Where the request asks for none, an operation may speak its player's (`players.languages`).
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        asked = asked_for(request.headers.get(ACCEPT_LANGUAGE))
        with translation.override(asked or settings.LANGUAGE_CODE):
            response = get_response(request)
            # An answer that is given again has the language that it had.
            response.headers.setdefault("Content-Language", translation.get_language())
        patch_vary_headers(response, (ACCEPT_LANGUAGE,))
        return response

    return middleware


class RequestIdFilter(logging.Filter):
    """Puts the id of the request being answered into log records, as `request_id`."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True
