"""Which addresses a webhook may lead to."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import pytest
from django.conf import LazySettings

from games.webhooks import addresses
from games.webhooks.addresses import Forbidden, Unknown, addresses_in_time, addresses_of, is_open

CLOSED = (
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.1",
    "127.8.8.8",
    "169.254.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::",
    "::1",
    "::7f00:1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "3fff::1",
    "fc00::1",
    "fd00:ec2::254",
    *("fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
)
OPEN = (
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.1.1",
    "198.17.1.1",
    "223.255.255.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "2001:4860:4860::8888",
)


@pytest.mark.parametrize("address", CLOSED)
def test_what_is_not_of_the_open_internet_is_closed(address: str) -> None:
    assert not is_open(address)


@pytest.mark.parametrize("address", OPEN)
def test_the_open_internet_is_open_up_to_its_edges(address: str) -> None:
    assert is_open(address)


def test_a_setting_opens_everything(settings: LazySettings) -> None:
    settings.WEBHOOKS_ALLOW_PRIVATE = True

    assert is_open("127.0.0.1")
    assert is_open("::1")


def resolves_to(*found: str) -> Any:
    """A resolver with these answers."""
    return lambda *_, **__: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, 80)) for a in found]


def test_a_name_that_leads_outside_and_inside_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", resolves_to("8.8.8.8", "10.0.0.1"))

    with pytest.raises(Forbidden):
        addresses_of("hooks.example", 80)


def test_a_names_addresses_are_those_of_the_resolver_each_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", resolves_to("8.8.8.8", "1.1.1.1", "8.8.8.8"))

    assert addresses_of("hooks.example", 80) == ["8.8.8.8", "1.1.1.1"]


def test_a_name_without_an_address_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", resolves_to())

    with pytest.raises(Unknown):
        addresses_of("hooks.example", 80)


def test_a_slow_resolver_is_not_waited_for_and_many_slow_ones_are_not_even_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = threading.Event()
    asked = list[str]()

    def slow(host: str, *_: object, **__: object) -> Any:
        asked.append(host)
        answer.wait(20)
        return resolves_to("8.8.8.8")()

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    begun = time.monotonic()
    try:
        for _ in range(addresses.ASKING_AT_ONCE + 3):
            with pytest.raises(Unknown):
                addresses_in_time("hooks.example", 80, 0.02)
    finally:
        answer.set()
    assert time.monotonic() - begun < 5
    assert len(asked) == addresses.ASKING_AT_ONCE
    patience = time.monotonic() + 10
    while True:
        try:
            assert addresses_in_time("hooks.example", 80, 5) == ["8.8.8.8"]
            break
        except Unknown:
            assert time.monotonic() < patience
            time.sleep(0.01)
