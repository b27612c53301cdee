"""From which address a request comes, as far as no client can choose it."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings

# Whoever has one IPv6 address has all that share this many leading bits with it.
PREFIX: Final = 64
UNKNOWN: Final = "unknown"


def client_address(meta: Mapping[str, Any]) -> str:
    """The address of whoever called the outermost trusted proxy, by a request's `META`.

    Each of the `TRUSTED_PROXIES` proxies adds to X-Forwarded-For the address that called it, at
    the right; what is further left was sent by the client and is not looked at. An IPv6 address
    stands for its network, as one person has the whole of it.
    """
    direct = str(meta.get("REMOTE_ADDR", ""))
    proxies: int = settings.TRUSTED_PROXIES
    added = [part for part in str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",") if part.strip()]
    # Fewer than there are proxies: somebody came in past the outer ones, and the first saw him.
    hops = added[-proxies:] if proxies else []
    return next(filter(None, map(_network, [*hops[:1], direct])), UNKNOWN)


def _network(text: str) -> str:
    """The address in its plain form, or the IPv6 network; empty for what is no address."""
    try:
        address = ipaddress.ip_address(_without_port(text.strip()))
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), PREFIX), strict=False))


def _without_port(text: str) -> str:
    """Some proxies add the port, as in 192.0.2.1:5000 or [2001:db8::1]:5000."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
