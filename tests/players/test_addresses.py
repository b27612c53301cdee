"""From which address a request comes, whatever the client claims."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from players.addresses import client_address

DIRECT = "192.0.2.9"


def seen(settings: Any, proxies: int, forwarded: str | None, direct: str = DIRECT) -> str:
    settings.TRUSTED_PROXIES = proxies
    meta = {"REMOTE_ADDR": direct}
    if forwarded is not None:
        meta["HTTP_X_FORWARDED_FOR"] = forwarded
    return client_address(meta)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, DIRECT),
        (0, "198.51.100.1", DIRECT),
        (1, None, DIRECT),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "203.0.113.7, 198.51.100.1", "198.51.100.1"),
        (1, "203.0.113.7,198.51.100.1,", "198.51.100.1"),
        (2, "203.0.113.7, 198.51.100.1", "203.0.113.7"),
        (2, "6.6.6.6, 203.0.113.7, 198.51.100.1", "203.0.113.7"),
        (2, "198.51.100.1", "198.51.100.1"),
        (1, "198.51.100.1:4711", "198.51.100.1"),
        (1, "[2001:db8::1]:4711", "2001:db8::/64"),
        (1, "unknown", DIRECT),
        (1, "", DIRECT),
    ],
)
def test_it_is_the_one_that_the_outermost_trusted_proxy_saw(
    settings: Any, proxies: int, forwarded: str | None, address: str
) -> None:
    assert seen(settings, proxies, forwarded) == address


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(claimed=st.text(max_size=60), proxies=st.integers(0, 3))
def test_nothing_that_a_client_claims_changes_it(settings: Any, claimed: str, proxies: int) -> None:
    added = ["198.51.100.1", "198.51.100.2", "198.51.100.3"][:proxies]

    address = seen(settings, proxies, ", ".join([claimed, *added]))

    assert address == (added[0] if added else DIRECT)


@pytest.mark.parametrize(
    ("direct", "address"),
    [
        ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:bbbb::2", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", "unknown"),
        ("\u0660", "unknown"),
    ],
)
def test_one_persons_addresses_are_one(settings: Any, direct: str, address: str) -> None:
    assert seen(settings, 0, None, direct) == address
