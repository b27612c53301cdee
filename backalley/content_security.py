"""What a browser may load for a page: the service's own files, and nothing from another host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER: Final = "Content-Security-Policy"
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def content_security(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Send the policy with every page, whoever made it: even what slips into one cannot run."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        media_type = response.headers.get("Content-Type", "").partition(";")[0]
        # Django's own pages on faults, in debug mode, have their script and style in them.
        if media_type == "text/html" and not (settings.DEBUG and response.status_code >= 400):
            response.headers.setdefault(HEADER, POLICY)
        return response

    return middleware
