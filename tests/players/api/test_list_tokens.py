"""GET /tokens"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from players import services
from players.models import Player, Token
from tests.caller import Caller

pytestmark = pytest.mark.usefixtures("db")


def make(count: int) -> None:
    player = Player.objects.get(username="ana")
    for number in range(count):
        services.create_token(player, label=str(number))


def test_it_works(ana: Caller) -> None:
    make(1)

    answer = ana.get("/tokens")

    assert answer.status == 200
    assert answer.json["next"] is answer.json["previous"] is None
    newest, first = answer.json["results"]
    assert set(newest) == {
        "id",
        "label",
        "prefix",
        "scopes",
        "created_at",
        "last_used_at",
        "expires_at",
    }
    assert newest["label"] == "0"
    assert newest["last_used_at"] is None
    assert first["last_used_at"].endswith("Z")


def test_it_never_shows_a_token(ana: Caller) -> None:
    assert ana.token is not None
    assert ana.token.encode() not in ana.get("/tokens").content


def test_others_tokens_are_not_in_it(ana: Caller, boris: Caller) -> None:
    assert len(boris.get("/tokens").json["results"]) == 1


def test_tokens_that_have_ended_are_not_in_it(ana: Caller) -> None:
    make(3)
    Token.objects.filter(label="0").update(revoked_at=timezone.now())
    Token.objects.filter(label="1").update(expires_at=timezone.now() - timedelta(seconds=1))

    assert [token["label"] for token in ana.get("/tokens").json["results"]] == ["2", ""]


def test_paging_shows_every_token_once_in_both_directions(ana: Caller) -> None:
    make(9)
    pages, url = [], "/tokens?limit=4"
    while url:
        pages.append(ana.get(url).json)
        url = pages[-1]["next"]

    ids = [[token["id"] for token in page["results"]] for page in pages]
    assert [len(page) for page in ids] == [4, 4, 2]
    seen = [token_id for page in ids for token_id in page]
    assert seen == sorted(seen, reverse=True)
    assert pages[0]["previous"] is None

    back = ana.get(pages[2]["previous"]).json
    assert [token["id"] for token in back["results"]] == ids[1]
    assert [token["id"] for token in ana.get(back["previous"]).json["results"]] == ids[0]
    assert [token["id"] for token in ana.get(back["next"]).json["results"]] == ids[2]


def test_what_is_added_meanwhile_neither_repeats_nor_hides_a_token(ana: Caller) -> None:
    make(5)
    first = ana.get("/tokens?limit=3").json
    make(2)

    rest = ana.get(first["next"]).json
    seen = [token["id"] for token in first["results"] + rest["results"]]
    assert len(seen) == len(set(seen)) == 6

    newer = ana.get(rest["previous"]).json
    assert newer["results"] == first["results"]
    assert len(ana.get(newer["previous"]).json["results"]) == 2


def test_a_page_that_has_emptied_meanwhile_still_leads_back(ana: Caller) -> None:
    make(5)
    first = ana.get("/tokens?limit=3").json
    kept = [token["id"] for token in first["results"]]
    Token.objects.exclude(pk__in=kept).exclude(label="").update(revoked_at=timezone.now())
    Token.objects.filter(label="").update(player=Player.objects.create(username="eve"))
    Token.objects.filter(pk=kept[0]).update(label="present")

    services.create_token(Player.objects.get(username="ana"), label="another")
    holder = Caller(services.create_token(Player.objects.get(username="ana"))[1])
    empty = holder.get(first["next"]).json
    assert (empty["results"], empty["next"]) == ([], None)
    back = holder.get(empty["previous"]).json
    assert [token["id"] for token in back["results"]][-1] == kept[-1]


@pytest.mark.parametrize(
    "limit", ["0", "101", "-1", "1.5", "x", "", "%20", "+5", "1e1", "٣", "1_0", "9" * 5000]
)
def test_a_limit_is_1_to_100(ana: Caller, limit: str) -> None:
    answer = ana.get(f"/tokens?limit={limit}")

    assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", ["limit"])


@pytest.mark.parametrize("limit", ["1", "100"])
def test_the_bounds_of_the_limit_are_in_it(ana: Caller, limit: str) -> None:
    assert ana.get(f"/tokens?limit={limit}").status == 200


@pytest.mark.parametrize(
    "cursor", ["", "x", "YQ", "YWE", "a" * 300, "%00", "YXJ1YmJpc2g", "....", "ключ", "LTE"]
)
def test_a_rubbish_cursor_is_refused(ana: Caller, cursor: str) -> None:
    answer = ana.get(f"/tokens?cursor={cursor}")

    assert (answer.status, answer.code) == (400, "invalid-request")


def test_a_parameter_given_twice_is_refused(ana: Caller) -> None:
    assert ana.get("/tokens?limit=1&limit=2").code == "invalid-request"


@pytest.mark.parametrize("query", ["limit=%ff", "x=%ed%a0%80", "x=%00", "%00=x"])
def test_a_query_string_that_is_no_text_is_refused(ana: Caller, query: str) -> None:
    assert ana.get(f"/tokens?{query}").code == "invalid-request"


def test_unknown_parameters_are_ignored(ana: Caller) -> None:
    assert ana.get("/tokens?format=xml&offset=7").status == 200
