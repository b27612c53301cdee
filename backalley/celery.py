"""The Celery application: settings from Django, tasks from the apps."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backalley.settings")

app = Celery("backalley")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
