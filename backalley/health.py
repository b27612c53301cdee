"""Whether the service lives, and whether it is fit to serve: /healthz and /readyz.

A middleware ahead of all others, so that a probe needs no Host name that the service knows.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games import clock, selectors
from games.models import Lane

# A worker is heard of every 5 s; so long a silence means that it has stopped taking tasks.
SILENCE = 30.0
# So late a turn has been overlooked by worker and sweep alike.
LATE = 60.0


class HealthMiddleware:
    """Answers the two probes, and passes everything else on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """200 or 503 for a probe, in JSON."""
        answer = {"/healthz": alive, "/readyz": ready}.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        response = answer()
        response["Cache-Control"] = "no-store"
        # Not being ready is an answer; Django would log each one as an error.
        response._has_been_logged = True  # type: ignore[attr-defined]
        return response


def alive() -> JsonResponse:
    """The process answers; nothing else is looked at."""
    return JsonResponse({"status": "alive"})


def ready() -> JsonResponse:
    """Database, broker, a worker heard of lately, and no turn overlooked."""
    checks = {name: check() for name, check in CHECKS.items()}
    fit = all(check["ok"] for check in checks.values())
    return JsonResponse(
        {"status": "ready" if fit else "not-ready", "checks": checks}, status=200 if fit else 503
    )


def worker_heard(lane: str) -> str:
    """Under which key it is kept when a worker of this lane was last heard of."""
    return f"worker-heard-{lane}"


def _database() -> dict[str, Any]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        # A broken connection is not to be kept for the next probe.
        connection.close()
        return {"ok": False}
    return {"ok": True}


def _broker() -> dict[str, Any]:
    from backalley.celery import app

    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except (OperationalError, OSError, RedisError):
        return {"ok": False}
    return {"ok": True}


def _worker() -> dict[str, Any]:
    """Of the workers' lanes the one that has been silent for longest."""
    keys = [worker_heard(lane) for lane in Lane.values]
    try:
        heard = cache.get_many(keys)
    except RedisError:
        heard = {}
    if len(heard) < len(keys):
        return {"ok": False, "heard_seconds_ago": None}
    silence = max(0.0, time.time() - min(heard.values()))
    return {"ok": silence <= SILENCE, "heard_seconds_ago": round(silence, 1)}


def _turns() -> dict[str, Any]:
    try:
        late = selectors.oldest_overdue(clock.now())
    except Error:
        connection.close()
        return {"ok": False, "oldest_overdue_seconds": None}
    return {"ok": late <= LATE, "oldest_overdue_seconds": round(late, 1)}


CHECKS: dict[str, Callable[[], dict[str, Any]]] = {
    "database": _database,
    "broker": _broker,
    "worker": _worker,
    "turns": _turns,
}
