"""Which URLs a player may name: plain ones, of hosts on the open internet."""

from __future__ import annotations

import re
import socket
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.webhooks.addresses import Forbidden, Unknown, addresses_in_time, is_open

LONGEST: Final = 2000
"""Characters of a URL at most."""
RESOLVER_SECONDS: Final = 0.5
"""So long a name is looked up when a webhook is made; it is again, whenever one is sent."""

# What RFC 3986 lets stand in a URL, but for the fragment, which is never sent.
_CHARACTERS: Final = re.compile(r"[A-Za-z0-9._~:/?\[\]@!$&'()*+,;=%-]+")
_NAME: Final = re.compile(
    r"(?=.{1,253}\.?\Z)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*"
    r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.?"
)
_NUMBER: Final = re.compile(r"(?:[0-9]+|0[xX][0-9a-fA-F]*)")
_LOCAL_NAMES: Final = ("localhost", "local", "internal", "home.arpa", "localdomain")


class BadUrl(Exception):
    """A URL that no webhook can have; `code` and `detail` say why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def check_url(url: str) -> None:
    """Whether a webhook may have this URL. Raises BadUrl.

    A name that cannot be looked up now passes: where it leads is asked again at every sending.
    """
    host, port = _host_and_port(url)
    if ":" in host or _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
        if not is_open(_digits(host)):
            raise _private()
        return
    if not _NAME.fullmatch(host):
        raise BadUrl("host", _("Must name a host; an international name in its xn-- form."))
    if settings.WEBHOOKS_ALLOW_PRIVATE:
        return
    name = host.lower().rstrip(".")
    if any(name == local or name.endswith(f".{local}") for local in _LOCAL_NAMES):
        raise _private()
    try:
        addresses_in_time(host, port, RESOLVER_SECONDS)
    except Forbidden:
        raise _private() from None
    except Unknown:
        pass


def _host_and_port(url: str) -> tuple[str, int]:
    if not _CHARACTERS.fullmatch(url):
        raise BadUrl("characters", _("Must be a URL without spaces, fragment or other scripts."))
    parts = _split(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadUrl("scheme", _("Must begin with https:// or http:// and name a host."))
    if "@" in parts.netloc:
        raise BadUrl("credentials", _("Must be without a user or a password."))
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port is None:
        port = 443 if parts.scheme == "https" else 80
    # Below are mail, name and file servers, which would take what is sent for something else.
    if port not in (80, 443) and not 1024 <= port <= 65535:
        raise BadUrl("port", _("The port must be 80, 443, or 1024 to 65535."))
    return parts.hostname, port


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        raise BadUrl("host", _("The host’s address cannot be read.")) from None


def _digits(host: str) -> str:
    """The address that a host in digits is, whatever system of them it is written in."""
    if "%" in host:
        raise BadUrl("host", _("The host’s address cannot be read."))
    try:
        return str(IPv6Address(host) if ":" in host else IPv4Address(host))
    except AddressValueError:
        pass
    try:
        # What the C library makes of 127.1, 0x7f000001 or 017700000001; most clients ask it.
        return socket.inet_ntoa(socket.inet_aton(host.rstrip(".")))
    except OSError:
        raise BadUrl("host", _("The host’s address cannot be read.")) from None


def _private() -> BadUrl:
    return BadUrl("private-address", _("Must be on the open internet, not a private address."))
