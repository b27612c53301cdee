"""Answers as JSON: what Django REST framework makes of them, in a quarter of its time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

# Times are for the framework's own encoder, which writes them in its own way.
_OPTIONS: Final = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
# The framework escapes these two, which end a line in JavaScript.
_LINE_ENDS: Final = ((b"\xe2\x80\xa8", rb"\u2028"), (b"\xe2\x80\xa9", rb"\u2029"))
_default: Final = JSONEncoder().default


class Renderer(JSONRenderer):
    """The framework's renderer, which also does what the quicker encoder cannot."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if data is None or self.get_indent(accepted_media_type or "", renderer_context or {}):
            return self._slowly(data, accepted_media_type, renderer_context)
        try:
            text = orjson.dumps(data, default=_default, option=_OPTIONS)
        except TypeError:
            # Whole numbers of more than 64 bits, say.
            return self._slowly(data, accepted_media_type, renderer_context)
        for letter, escaped in _LINE_ENDS:
            text = text.replace(letter, escaped)
        return text

    def _slowly(self, data: Any, *how: Any) -> bytes:
        return bytes(super().render(data, *how))
