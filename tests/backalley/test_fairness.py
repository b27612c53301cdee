"""GET /docs/fairness and GET /docs/verify_record.py"""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from backalley.fairness import CHECKER, SOURCE
from games.engine import shuffle
from tests.caller import Caller
from tests.engine.table import GAME_ID
from tests.links import check_links, links_of
from tests.running import BASE

EXAMPLE_SEED = bytes(range(32))
ENTROPY = {"N": "my own luck", "E": "", "S": "", "W": "42"}


@pytest.fixture(scope="module")
def page() -> str:
    answer = Caller().get("/docs/fairness", accept="text/html")
    assert (answer.status, answer.media_type) == (200, "text/html; charset=utf-8")
    return answer.content.decode()


def blocks(kind: str) -> list[str]:
    """The examples of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", SOURCE.read_text(), re.MULTILINE | re.DOTALL)


def test_the_example_prints_what_the_page_says_and_what_the_service_deals() -> None:
    program = [sys.executable, "-I", "-W", "error", "-c", "\n".join(blocks("python"))]
    ran = subprocess.run(program, capture_output=True, text=True, check=True)

    assert [ran.stdout] == blocks("text")
    lines = dict(line.split(": ", 1) for line in ran.stdout.splitlines())
    assert lines["the seed is the one committed to"] == "True"
    assert lines["first dealer"] == shuffle.first_dealer(EXAMPLE_SEED, GAME_ID, ENTROPY)
    for attempt, title in ((1, "deal 1"), (2, "after four passes")):
        deck = shuffle.deck(EXAMPLE_SEED, GAME_ID, 1, attempt, ENTROPY)
        assert lines[title] == " ".join(deck[:8]) + " ..."


def test_every_example_is_of_a_kind_that_is_run() -> None:
    kinds = re.findall(r"^```(\w*)\n.*?^```$", SOURCE.read_text(), re.MULTILINE | re.DOTALL)
    assert kinds.count("sh") == 1, "the command is tested with the checker"
    assert set(kinds) == {"sh", "python", "text"}


def test_every_link_leads_somewhere_on_this_host(page: str) -> None:
    assert "#" in {link[0] for link in links_of(page)}
    check_links(page)


def test_the_checker_is_served_as_it_is() -> None:
    answer = Caller().get("/docs/verify_record.py", accept="*/*")

    assert (answer.status, answer.media_type) == (200, "text/plain; charset=utf-8")
    assert answer.content == CHECKER.read_bytes()
    assert CHECKER == BASE / "games/records/verify_record.py"


def test_the_pages_lead_to_it() -> None:
    docs = Caller().get("/docs", accept="text/html").content.decode()
    assert 'href="/api/v1/docs/fairness"' in docs
