"""GET /docs/guide: the page on writing a client"""

from __future__ import annotations

import re

import pytest

from backalley.guide import SOURCE
from backalley.problem_kinds import KINDS
from tests.caller import Caller
from tests.links import check_links, links_of
from tests.running import BASE


@pytest.fixture(scope="module")
def page() -> str:
    answer = Caller().get("/docs/guide", accept="text/html")
    assert (answer.status, answer.media_type) == (200, "text/html; charset=utf-8")
    return answer.content.decode()


def test_every_link_leads_somewhere_on_this_host(page: str) -> None:
    assert "#" in {link[0] for link in links_of(page)}
    check_links(page)


def test_it_runs_nothing_and_has_no_style_of_its_own(page: str) -> None:
    assert "<script" not in page
    assert "<style" not in page
    assert "style=" not in page


def test_every_example_is_of_a_kind_that_is_run() -> None:
    kinds = re.findall(r"^```(\w*)\n.*?^```$", SOURCE.read_text(), re.MULTILINE | re.DOTALL)

    assert set(kinds) == {"sh", "python", "json"}
    assert kinds.count("json") == 1, "the one error is shown, not run"


def test_it_says_what_to_do_about_every_status_of_an_error() -> None:
    told = re.findall(r"^\| ([\d, ]+) \|", SOURCE.read_text(), re.MULTILINE)

    assert {int(status) for cell in told for status in cell.split(", ")} == {
        kind.status for kind in KINDS.values()
    }


def test_the_pages_and_the_readme_lead_to_it() -> None:
    assert 'href="/api/v1/docs/guide"' in Caller().get("/docs", accept="text/html").content.decode()
    assert "(backalley/guide.md)" in (BASE / "README.md").read_text()
