"""The service for an ASGI server."""

from __future__ import annotations

import gc

from backalley.front import Front
from backalley.wsgi import application as wsgi_application

application = Front(wsgi_application)

# What is there now stays for good: the collector need not look through it again with every game
# that is read, and the processes forked from this one share it.
gc.freeze()
