"""A request that no header can break before it has reached the first view."""

from __future__ import annotations

from typing import Any

from django.core.handlers.wsgi import WSGIRequest


class Request(WSGIRequest):
    """Reads of Content-Type the media type only.

    Django looks up whatever charset a client names, and reads the query string by it, while it
    builds the request: where nothing can answer an error. Who reads a body judges the rest.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type = meta.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
        self.content_params = {}
