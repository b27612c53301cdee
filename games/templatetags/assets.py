"""Addresses of static files that change with what is in them."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

register: Final = template.Library()


@register.simple_tag
@lru_cache(maxsize=32)
def asset(name: str) -> str:
    """The address of a static file, with a mark of its content.

    So a browser that has kept an older one asks for the new one with the new page.
    """
    found = finders.find(name)
    if found is None:
        raise FileNotFoundError(name)
    mark = hashlib.sha256(Path(found).read_bytes()).hexdigest()[:12]
    return f"{static(name)}?v={mark}"
