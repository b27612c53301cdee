"""The service for an ASGI server."""

from __future__ import annotations

import gc
from importlib import import_module

from django.conf import settings

from backalley.front import Front
from backalley.wsgi import application as wsgi_application

application = Front(wsgi_application)

# Else the first request of each process would wait until all that answers requests is read.
import_module(settings.ROOT_URLCONF)
# What is there now stays for good: the collector need not look through it again with every game
# that is read, and the processes forked from this one share it.
gc.freeze()
