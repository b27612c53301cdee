"""The service's own settings, but for one URL and no middleware."""

from __future__ import annotations

from backalley.settings import *  # noqa: F403 - Django's way of settings that differ a little

ROOT_URLCONF = "backalley.management.floor.append"
MIDDLEWARE = []
