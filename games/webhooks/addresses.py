"""To which addresses a player may have the service connect: those of the open internet alone."""

from __future__ import annotations

import socket
from concurrent.futures import Future
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import BoundedSemaphore, Thread
from typing import Final

from django.conf import settings

# Python's own `is_global` differs between its releases, so the registries' ranges stand here.
_CLOSED_V4: Final = tuple(
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        # One cloud's host agent answers here, on an address that looks like any other.
        "168.63.129.16/32",
    )
)
# Mapped, translated, local and link-local ones all lie outside of this.
_OPEN_V6: Final = ip_network("2000::/3")
# Of these the tunnels (Teredo, 6to4) lead to IPv4 addresses that nobody has looked at.
_CLOSED_V6: Final = tuple(
    ip_network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
ASKING_AT_ONCE: Final = 8
"""So many names are looked up at once at most; a slow name server holds up nobody else."""

_asking: Final = BoundedSemaphore(ASKING_AT_ONCE)


class Forbidden(Exception):
    """The address is not of the open internet."""


class Unknown(Exception):
    """Nobody says which address the name has, or not in time."""


def is_open(address: str) -> bool:
    """Whether an address, in digits, is one that a player may name.

    All are, with the setting WEBHOOKS_ALLOW_PRIVATE.
    """
    if settings.WEBHOOKS_ALLOW_PRIVATE:
        return True
    number = ip_address(address.partition("%")[0])
    if isinstance(number, IPv4Address):
        return not any(number in closed for closed in _CLOSED_V4)
    return _is_open_v6(number)


def _is_open_v6(number: IPv6Address) -> bool:
    return number in _OPEN_V6 and not any(number in closed for closed in _CLOSED_V6)


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host, in digits, all of them open.

    Raises Forbidden if one of them is not, Unknown if there are none.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unknown(host) from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses:
        raise Unknown(host)
    # A name that leads here and there alike was made to find its way in.
    if not all(is_open(address) for address in addresses):
        raise Forbidden(host)
    return addresses


def addresses_in_time(host: str, port: int, seconds: float) -> list[str]:
    """As `addresses_of`, but Unknown when it takes longer, or when too many are asking already."""
    if not _asking.acquire(blocking=False):
        raise Unknown(host)
    answer: Future[list[str]] = Future()

    def ask() -> None:
        try:
            answer.set_result(addresses_of(host, port))
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is awaited
            answer.set_exception(error)
        finally:
            _asking.release()

    # The system's resolver cannot be interrupted; a thread of its own may wait for it to end.
    Thread(target=ask, name="resolver", daemon=True).start()
    try:
        return answer.result(seconds)
    except TimeoutError:
        raise Unknown(host) from None
