"""/metrics: all counts of the service, and what the database and the broker say at the moment.

A middleware ahead of all others, so that whoever scrapes needs no Host name that the service knows.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable, Iterator
from typing import Final

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from backalley.celery import queues_of
from games import clock, selectors
from games.models import Lane
from games.tasks import MESSENGERS

PATIENCE: Final = 1.0
"""So many seconds at most the broker is waited for."""
FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
"""Headers that say of a request that it comes from further away than it seems."""


def metrics(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answers /metrics for whoever may read it, as if it were not there for all others."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info != "/metrics":
            return get_response(request)
        if not may_read(request):
            return HttpResponse("Not found.\n", status=404, content_type="text/plain")
        if request.method not in ("GET", "HEAD"):
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        headers = {"Cache-Control": "no-store"}
        return HttpResponse(exposed(), content_type=CONTENT_TYPE_LATEST, headers=headers)

    return middleware


def may_read(request: HttpRequest) -> bool:
    """Whether the request has METRICS_TOKEN, or comes from this machine and by no proxy."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if settings.METRICS_TOKEN and scheme.lower() == "bearer":
        return secrets.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode())
    # A proxy on this machine calls from here, too, for anybody.
    by_proxy = settings.TRUSTED_PROXIES or any(name in request.headers for name in FORWARDED)
    return not by_proxy and _is_loopback(str(request.META.get("REMOTE_ADDR", "")))


def exposed() -> bytes:
    """All metrics as Prometheus reads them."""
    if settings.PROMETHEUS_MULTIPROC_DIR:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, settings.PROMETHEUS_MULTIPROC_DIR)  # type: ignore[no-untyped-call]
        counts = generate_latest(registry)
    else:
        counts = generate_latest(REGISTRY)
    moment = CollectorRegistry()
    moment.register(_Moment())
    return counts + generate_latest(moment)


class _Moment(Collector):
    """What is not counted but looked up; what cannot be had is left out."""

    def collect(self) -> Iterator[Metric]:
        """Asks the database and the broker."""
        reachable = GaugeMetricFamily(
            "backalley_reachable", "Whether it answered just now.", labels=["server"]
        )
        late, depths = _oldest_overdue(), _queue_depths()
        reachable.add_metric(["database"], late is not None)
        reachable.add_metric(["broker"], depths is not None)
        yield reachable
        if late is not None:
            yield GaugeMetricFamily(
                "backalley_oldest_overdue_turn_seconds",
                "For how long the longest-waiting turn has been due; 0 if none is.",
                value=late,
            )
        if depths is not None:
            waiting = GaugeMetricFamily(
                "backalley_queue_depth", "Tasks that wait in a queue.", labels=["queue"]
            )
            for queue, depth in depths.items():
                waiting.add_metric([queue], depth)
            yield waiting


def _oldest_overdue() -> float | None:
    try:
        return selectors.oldest_overdue(clock.now())
    except Error:
        # A broken connection is not to be kept for the next request.
        connection.close()
        return None


def _queue_depths() -> dict[str, int] | None:
    queues = [*(queue for lane in Lane.values for queue in queues_of(lane)), *MESSENGERS]
    server = redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        with server, server.pipeline(transaction=False) as pipeline:
            for queue in queues:
                pipeline.llen(queue)
            return dict(zip(queues, pipeline.execute(), strict=True))
    except (RedisError, OSError):
        return None


def _is_loopback(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (address if mapped is None else mapped).is_loopback
