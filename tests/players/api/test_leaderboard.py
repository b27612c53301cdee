"""GET /leaderboard"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from players import accounts, services
from players.api.pages import cursor_at
from players.models import Player, Rating
from tests.caller import BASE, Answer, Caller

pytestmark = pytest.mark.django_db
NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057"


@pytest.fixture
def ana() -> Caller:
    player = Player.objects.create(username="ana")
    return Caller(services.create_token(player, scopes=["read"])[1], "ana")


def rate(rating: int, *, contests: int = 12, bot: str | None = None, **who: Any) -> Rating:
    player = None if bot else Player.objects.create(**who)
    numbers = {"mu": Decimal(25), "sigma": Decimal(3), "contests": contests}
    return Rating.objects.create(player=player, bot=bot, rating=rating, **numbers)


def walk(caller: Caller, path: str, way: str = "next") -> list[Any]:
    """All entries, page by page."""
    pages, url = [], path
    while url:
        page = caller.get(url).json
        pages.append(page["results"])
        url = page[way]
    return [entry for page in (pages if way == "next" else reversed(pages)) for entry in page]


def test_the_best_come_first_and_bots_are_marked(ana: Caller) -> None:
    rate(1200, username="boris")
    rate(1300, bot="expert", contests=40)
    rate(1100, username="guest-chie", is_guest=True, contests=9)
    answer = ana.get("/leaderboard")
    assert answer.status == 200
    assert answer.json["results"] == [
        {
            "place": place,
            "player": player,
            "guest": guest,
            "bot": bot,
            "rating": rating,
            "rated_games": games,
            "provisional": games < 10,
        }
        for place, player, guest, bot, rating, games in [
            (1, None, False, "expert", 1300, 40),
            (2, "boris", False, None, 1200, 12),
            (3, "guest-chie", True, None, 1100, 9),
        ]
    ]
    people = ana.get("/leaderboard?bots=false").json["results"]
    assert [(entry["place"], entry["player"]) for entry in people] == [
        (1, "boris"),
        (2, "guest-chie"),
    ]


def test_only_who_has_a_rated_game_that_counts_is_in_it(ana: Caller) -> None:
    rate(1000, contests=0, username="boris")
    gone = rate(1400, username="gone").player
    chie = rate(1200, username="chie").player
    assert gone is not None
    assert chie is not None

    def places() -> list[tuple[int, str]]:
        entries = ana.get("/leaderboard").json["results"]
        return [(entry["place"], entry["player"]) for entry in entries]

    assert places() == [(1, "gone"), (2, "chie")]
    services.set_active(gone, False)
    assert places() == [(1, "chie")]
    services.set_active(gone, True)
    assert places() == [(1, "gone"), (2, "chie")]
    accounts.delete(gone)
    assert places() == [(1, "chie")]
    accounts.delete(chie)
    assert ana.get("/leaderboard").json == {"results": [], "next": None, "previous": None}


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_pages_are_one_order_even_among_equals(ana: Caller, limit: int) -> None:
    for number in range(7):
        rate(1000 + number // 3, username=f"player-{number}")
    whole = walk(ana, f"/leaderboard?limit={limit}")
    assert [entry["place"] for entry in whole] == list(range(1, 8))
    assert len({entry["player"] for entry in whole}) == 7
    assert [entry["rating"] for entry in whole] == sorted(
        (entry["rating"] for entry in whole), reverse=True
    )
    last = ana.get(f"/leaderboard?limit={limit}").json
    while last["next"]:
        last = ana.get(last["next"]).json
    if last["previous"]:
        back = walk(ana, last["previous"], "previous")
        assert back == whole[: len(back)]
        assert len(back) + len(last["results"]) == 7


@pytest.mark.parametrize(
    "cursor",
    [
        *("a", "a1000", "a1000 x", "ax 0", "a1000 0 0", f"z1000 {NOBODY}", "a\0 0", "a1 1\0"),
        *(f"a{'9' * 60} 0", f"b{'9' * 60} {NOBODY}", f"b{2**31} {NOBODY}"),
    ],
)
def test_a_cursor_of_no_page_is_refused(ana: Caller, cursor: str) -> None:
    def at(text: str) -> Answer:
        sent = cursor_at(f"{BASE}/leaderboard", text[0], text[1:])
        return ana.get(f"/leaderboard?cursor={sent}")

    assert at(f"a1000 {NOBODY}").status == 200
    answer = at(cursor)
    assert answer.status == 400
    assert answer.json["errors"][0]["field"] == "cursor"


@pytest.mark.parametrize("query", ["bots=1", "bots=", "limit=0", "limit=101", "limit=x"])
def test_a_query_that_makes_no_sense_is_refused(ana: Caller, query: str) -> None:
    assert ana.get(f"/leaderboard?{query}").status == 400


def test_it_takes_a_token_that_may_read(ana: Caller) -> None:
    token = services.create_token(Player.objects.get(username="ana"), scopes=["play"])[1]
    assert Caller(token).get("/leaderboard").status == 403
    assert Caller().get("/leaderboard").status == 401
