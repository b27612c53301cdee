"""The service for a WSGI server."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from backalley.requests import Request

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backalley.settings")
application = get_wsgi_application()
application.request_class = Request
