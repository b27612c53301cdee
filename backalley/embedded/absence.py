"""Tells a missing database or broker from a fault, and says what to do about it."""

from __future__ import annotations


def missing_service(failure: Exception) -> str | None:
    """A sentence for the one who typed the command, or None when the failure is something else."""
    from django.conf import settings
    from django.db.utils import OperationalError
    from kombu.exceptions import OperationalError as BrokerError
    from redis.exceptions import ConnectionError as CacheError

    if isinstance(failure, OperationalError):
        what, variable = "database", "DATABASE_URL"
    elif isinstance(failure, (BrokerError, CacheError)):
        what, variable = "broker", "REDIS_URL"
    else:
        return None
    if settings.EMBEDDED[variable] and not settings.HOME.is_running():
        return (
            f"The {what} of {settings.HOME.path} is not running: start it with `manage.py up` "
            f"in another terminal, or set {variable} to use one of your own."
        )
    if not settings.EMBEDDED[variable] and _refused_connection(failure):
        return f"The {what} that {variable} names cannot be reached: {str(failure).strip()}"
    return None


def _refused_connection(failure: Exception) -> bool:
    """Whether the server was never reached: a statement that it refused carries a SQLSTATE."""
    return getattr(failure.__cause__, "sqlstate", None) is None
