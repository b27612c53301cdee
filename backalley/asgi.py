"""The service for an ASGI server."""

from __future__ import annotations

from backalley.front import Front
from backalley.wsgi import application as wsgi_application

application = Front(wsgi_application)
