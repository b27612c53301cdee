"""Reads settings from the environment and refuses what it does not understand, in a sentence."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
FALSE = {"0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The variable as it is, without surrounding spaces; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or default


def needed(name: str, *, by: str) -> str:
    """The variable as it is; refused if it is not set although the one is that needs it."""
    value = text(name)
    if not value and text(by):
        raise ImproperlyConfigured(f"{name} must be set, too, where {by} is.")
    return value


def web_address(name: str, *, by: str) -> str:
    """The address of a web site, without a slash at its end. As `needed`."""
    value = needed(name, by=by).rstrip("/")
    if value and (urlsplit(value).scheme not in ("http", "https") or not urlsplit(value).netloc):
        raise ImproperlyConfigured(f"{name} must begin with https:// or http:// and name a host.")
    return value


def boolean(name: str, default: bool) -> bool:
    """1, true, yes, on or 0, false, no, off, in any case."""
    value = text(name).lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")
    return value in TRUE


def integer(name: str, default: int, *, minimum: int, maximum: int) -> int:
    """A whole number between minimum and maximum."""
    value = text(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if not minimum <= number <= maximum:
        raise ImproperlyConfigured(f"{name} must be {minimum} to {maximum}, not {number}.")
    return number


def choice(name: str, default: str, among: tuple[str, ...]) -> str:
    """One of a few words, in any case."""
    value = text(name, default).lower()
    if value not in among:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(among)}, not {value!r}.")
    return value


def words(name: str, default: list[str]) -> list[str]:
    """A list separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()] or default


def database(name: str, default: str) -> dict[str, Any]:
    """Django's form of a PostgreSQL URL, its query parameters passed on to the driver.

    `postgresql://user:password@host:5432/name?sslmode=require`, or a socket's folder as
    `postgresql://user@/name?host=/folder`.
    """
    url = text(name, default)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} is not a URL that can be read.") from None
    # The URL itself is never repeated in a refusal: it may hold a password.
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(
            f"{name} must begin with postgresql://, as no other database will do."
        )
    if not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must end with a database's name, as in …/backalley.")
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
        "PORT": str(port or options.pop("port", "")),
        "OPTIONS": options,
    }


def redis(name: str, default: str) -> str:
    """The URL of a Redis or Valkey: redis://, rediss:// or unix:///path/of/socket."""
    url = text(name, default)
    if urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured(f"{name} must begin with redis://, rediss:// or unix://.")
    return url


def email(name: str) -> dict[str, Any]:
    """Django's settings for a mail server's URL; none if there is no such variable.

    `smtp://user:password@host:25`, `smtp+tls://…:587` for STARTTLS, `smtps://…:465` for TLS from
    the beginning.
    """
    url = text(name)
    if not url:
        return {}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} is not a URL that can be read.") from None
    # The URL itself is never repeated in a refusal: it may hold a password.
    if parts.scheme not in MAIL_PORTS or not parts.hostname:
        raise ImproperlyConfigured(f"{name} must be smtp://, smtp+tls:// or smtps:// and a host.")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or MAIL_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }


def celery_broker(url: str) -> str:
    """The same server in Celery's spelling, which differs for sockets."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    number = dict(parse_qsl(parts.query)).get("db", "0")
    return f"redis+socket://{parts.path}?virtual_host={number}"
