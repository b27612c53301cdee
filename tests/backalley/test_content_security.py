"""What browsers may load for a page, whichever page it is"""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.conf import LazySettings
from django.contrib import admin
from django.test import Client

from backalley.content_security import HEADER, POLICY
from players.models import Player
from players.unsubscribing import signed

pytestmark = pytest.mark.django_db
DOCS = "/api/v1/docs"
PAGES = [
    *("/", "/rules", "/rules?ruleset=nobody's", DOCS, f"{DOCS}/guide", f"{DOCS}/fairness"),
    *("/problems/not-your-turn", "/nowhere", f"/notices/stop/{signed(UUID(int=7))}"),
    *("/admin/login/", f"/games/{UUID(int=7)}/replay", "/admin/replay/record/", "/admin/nowhere/"),
]
INLINE = re.compile(r"<script(?![^>]* src=)(?![^>]*json)|<style|\bstyle=|\son[a-z]+=|javascript:")


@pytest.fixture
def visitor() -> Client:
    """A browser in which a superuser has signed in."""
    client = Client()
    client.force_login(Player.objects.create_superuser("sofia"))
    return client


def check(client: Client, path: str) -> str:
    answer = client.get(path, headers={"accept": "text/html,*/*;q=0.8"}, follow=True)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers[HEADER] == POLICY
    shown = str(answer.content.decode())
    assert INLINE.findall(shown) == []
    return shown


def test_it_lets_a_page_load_the_services_own_files_and_nothing_else() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))

    assert rules.pop("img-src") == "'self' data:"
    assert rules.pop("default-src") == "'none'"
    assert set(rules.values()) == {"'self'", "'none'"}
    assert {"script-src", "style-src", "frame-ancestors", "base-uri", "form-action"} <= set(rules)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_it_and_nothing_that_it_would_block(path: str, visitor: Client) -> None:
    check(Client(), path)
    check(visitor, path)


def test_so_have_all_pages_of_the_admin(visitor: Client) -> None:
    seen, ahead = set[str](), ["/admin/"]
    while ahead:
        path = ahead.pop()
        if path not in seen:
            seen.add(path)
            shown = check(visitor, path)
            ahead += re.findall(r'href="(/admin/(?!logout|jsi18n)[^"?#]*)', shown)
    models = {f"/admin/{m._meta.app_label}/{m._meta.model_name}/" for m in admin.site._registry}
    assert models < seen
    assert any(path.endswith("/change/") for path in seen)


def test_what_is_no_page_needs_none() -> None:
    for path in ("/api/v1/rulesets", "/healthz", "/api/v1/docs/verify_record.py"):
        assert HEADER not in Client().get(path, headers={"accept": "*/*"}).headers


def test_djangos_own_pages_on_faults_are_left_as_they_are(settings: LazySettings) -> None:
    settings.DEBUG = True
    assert HEADER not in Client().get("/nowhere").headers
    assert Client().get("/").headers[HEADER] == POLICY
