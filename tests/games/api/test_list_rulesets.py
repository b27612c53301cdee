"""GET /rulesets"""

from __future__ import annotations

import pytest

from tests.caller import Caller
from tests.games.seated import open_game
from tests.oracle.options import PRESETS

pytestmark = pytest.mark.usefixtures("db")


def test_it_works(nobody: Caller) -> None:
    answer = nobody.get("/rulesets")

    assert answer.status == 200
    assert answer.json == {
        "results": [{"name": name, "options": options} for name, options in PRESETS.items()],
        "next": None,
        "previous": None,
    }


def test_each_is_a_ruleset_of_a_new_game(ana: Caller) -> None:
    for ruleset in ana.get("/rulesets").json["results"]:
        game = open_game(ana, ruleset=ruleset["name"], options=ruleset["options"])
        assert (game["ruleset"], game["options"]) == (ruleset["name"], {})


def test_pages_lead_to_each_once_in_both_directions(nobody: Caller) -> None:
    pages, url = [], "/rulesets?limit=3"
    while url:
        pages.append(nobody.get(url).json)
        url = pages[-1]["next"]
    names = [[ruleset["name"] for ruleset in page["results"]] for page in pages]
    assert names == [["gamerules", "pagat", "short"], ["bab"]]
    assert nobody.get(pages[1]["previous"]).json["results"] == pages[0]["results"]
    assert pages[0]["previous"] is None


def test_a_page_before_may_be_shorter(nobody: Caller) -> None:
    page = nobody.get("/rulesets?limit=3&cursor=pagat").json

    before = nobody.get(page["previous"]).json
    assert [ruleset["name"] for ruleset in before["results"]] == ["gamerules"]


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "cursor=x", "cursor="])
def test_a_wrong_parameter_is_refused_by_its_name(nobody: Caller, query: str) -> None:
    answer = nobody.get(f"/rulesets?{query}")

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == [query.partition("=")[0]]
