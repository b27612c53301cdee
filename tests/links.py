"""The links of a page: to its own sections, or to what is there on this host."""

from __future__ import annotations

import re

from django.contrib.staticfiles import finders
from django.test import Client


def links_of(page: str) -> list[str]:
    """The addresses that a page leads to or loads, but for an icon of nothing."""
    found = re.findall(r'(?:href|src)="([^"]+)"', page)
    return [link for link in found if link != "data:,"]


def check_links(page: str) -> None:
    """Whether every link leads somewhere, and none to another host."""
    inside = {link for link in links_of(page) if link.startswith("#")}
    assert inside <= {f"#{name}" for name in re.findall(r' id="([^"]+)"', page)}
    for link in set(links_of(page)) - inside:
        assert re.match(r"/(?!/)", link), link
        if link.startswith("/static/"):
            assert finders.find(link.removeprefix("/static/").partition("?")[0]), link
            continue
        answer = Client().get(link, headers={"accept": "*/*"}, follow=True)
        assert answer.status_code == 200, link
