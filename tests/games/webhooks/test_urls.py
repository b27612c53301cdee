"""Which URLs a webhook may have."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from django.conf import LazySettings

from games.webhooks.urls import BadUrl, check_url

PRIVATE = (
    "http://127.0.0.1/",
    "http://127.0.0.1:8000/",
    "https://10.1.2.3/hook",
    "http://169.254.169.254/latest/meta-data",
    "http://100.64.3.4",
    "http://192.168.0.1",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://0/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]:8080/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost:8080/",
    "http://printer.local/",
    "http://metadata.google.internal/",
)
WRONG = {
    "ftp://hooks.example/": "scheme",
    "file:///etc/passwd": "scheme",
    "hooks.example/hook": "scheme",
    "https:///hook": "scheme",
    "javascript:alert(1)": "scheme",
    "https://ana@hooks.example/": "credentials",
    "https://ana:secret@hooks.example/": "credentials",
    "https://@hooks.example/": "credentials",
    "https://hooks.example:22/": "port",
    "https://hooks.example:0/": "port",
    "https://hooks.example:65536/": "port",
    "https://hooks.example:-1/": "port",
    "https://hooks.example:x/": "port",
    "https://hooks.example:25/": "port",
    "https://hooks.example/#part": "characters",
    "https://hooks.example/a b": "characters",
    "https://hooks.example/\r\nX: y": "characters",
    "https://hooks.example\\@10.0.0.1/": "characters",
    "https://hoöks.example/": "characters",
    "http://１２７.0.0.1/": "characters",
    "http://127。0。0。1/": "characters",
    "": "characters",
    "https://[::1/": "host",
    "https://[nonsense]/": "host",
    "https://[fe80::1%25eth0]/": "host",
    "https://256.1.1.1/": "host",
    "https://1.2.3.4.5/": "host",
    "https://08.1.1.1/": "host",
    "https://-hooks.example/": "host",
    "https://hooks..example/": "host",
    "https://hooks.example%2f.evil/": "host",
    "https://hooks.exa%6dple/": "host",
    f"https://{'a' * 64}.example/": "host",
}


@pytest.fixture(autouse=True)
def resolver(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Where names lead to; the other names lead nowhere."""
    known = {"hooks.example": "8.8.8.8", "inside.example": "10.0.0.1"}

    def resolve(host: str, port: int, **_: object) -> Any:
        if host not in known:
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (known[host], port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return known


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example/backalley?key=%20value",
        "http://hooks.example:8080",
        "https://8.8.8.8/",
        "https://[2606:4700:4700::1111]:8443/hook",
        "https://not-there-yet.example/",
        "https://xn--hks-sna.example./",
        "https://hooks.example:443/",
    ],
)
def test_a_plain_url_will_do(url: str) -> None:
    check_url(url)


@pytest.mark.parametrize("url", [*PRIVATE, "https://inside.example/"])
def test_a_private_address_will_not_however_it_is_written(url: str) -> None:
    with pytest.raises(BadUrl) as refused:
        check_url(url)
    assert refused.value.code == "private-address"


@pytest.mark.parametrize("url", PRIVATE)
def test_a_setting_lets_private_addresses_through(url: str, settings: LazySettings) -> None:
    settings.WEBHOOKS_ALLOW_PRIVATE = True

    check_url(url)


@pytest.mark.parametrize(("url", "code"), WRONG.items())
def test_what_no_client_could_post_to_is_refused_with_or_without_the_setting(
    url: str, code: str, settings: LazySettings
) -> None:
    for allowed in (False, True):
        settings.WEBHOOKS_ALLOW_PRIVATE = allowed
        with pytest.raises(BadUrl) as refused:
            check_url(url)
        assert refused.value.code == code
        assert refused.value.detail
