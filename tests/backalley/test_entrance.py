"""GET / and GET /rules: the pages for whoever comes by with a browser"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.api.rules_shapes import NAMES
from games.api.rules_text import title_of
from games.engine.ruleset import PRESETS
from tests.links import check_links, links_of

CLIENT = Client()
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def opened(path: str, language: str = "en") -> Any:
    answer = CLIENT.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    return answer


def page(path: str, language: str = "en") -> str:
    return str(opened(path, language).content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules", "/rules?ruleset=bab"])
def test_every_link_leads_somewhere_on_this_host(path: str) -> None:
    check_links(page(path))


def test_it_leads_to_the_rules_the_documents_and_the_review() -> None:
    doors = {link for link in links_of(page("/")) if link.startswith("/") and "static" not in link}

    docs = "/api/v1/docs"
    assert doors == {"/rules", docs, f"{docs}/guide", f"{docs}/fairness", "/admin/"}


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_it_speaks_the_visitors_language(path: str) -> None:
    shown = {language: page(path, language) for language in LANGUAGES}

    assert len(set(shown.values())) == len(LANGUAGES)
    for language, text in shown.items():
        assert f'<html lang="{language}">' in text
        answer = opened(path, language)
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_each_ruleset_have_sections_to_go_to(name: str, language: str) -> None:
    shown = page(f"/rules?ruleset={name}", language)

    sections = re.findall(r'<h2 id="([^"]+)">', shown)
    assert len(sections) == len(set(sections)) >= 5
    assert [link for link in links_of(shown) if link.startswith("#")] == [f"#{s}" for s in sections]
    assert name in shown


def test_without_a_name_the_rules_are_those_of_the_default() -> None:
    assert title_of(PRESETS[NAMES[0]]) in page("/rules")


def test_a_ruleset_that_is_none_is_not_found() -> None:
    for name in ("", "x", "GAMERULES", "\0", "<script>"):
        answer = CLIENT.get("/rules", {"ruleset": name})
        assert answer.status_code == 404
        assert b"<script>" not in answer.content


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_it_is_only_read(path: str) -> None:
    assert CLIENT.head(path).status_code == 200
    for method in (CLIENT.post, CLIENT.put, CLIENT.delete):
        assert method(path).status_code == 405
