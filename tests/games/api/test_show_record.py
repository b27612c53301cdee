"""GET /games/{id}/record"""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.records import parse
from tests.caller import Caller
from tests.games.records.holding import faults
from tests.games.seated import SEATS, People, Seated, deals, limited_to, seat_four

ENTRY = [
    "number",
    "attempt",
    "hand_size",
    "dealer",
    "deck",
    "turn_up",
    "trump",
    "replaced",
    "hands",
    "bids",
    "plays",
    "contracts",
    "tricks",
    "points",
]
SECRET = {"deck", "hands"}


def record_of(caller: Caller, table: Seated) -> Any:
    answer = caller.get(f"{table.path}/record")
    assert answer.status == 200, answer.content
    return answer.json


def test_it_works(people: People) -> None:
    table = seat_four(people, ruleset="short", entropy="luck", **deals(2, 1))
    table.bid_all("pass", "pass", "pass", "pass")
    table.finish()

    record = record_of(people["E"], table)
    assert list(record) == [
        *("format", "format_version", "game", "ruleset", "options", "seats", "deals"),
        *("scores", "winner", "fairness"),
    ]
    assert (record["format"], record["format_version"]) == ("backalley-record", 1)
    assert (record["game"], record["ruleset"]) == (table.id, "short")
    assert len(record["options"]) == 17
    assert record["seats"]["W"] == {"player": "dipa", "bot": None, "autopilot": False}
    assert record["fairness"]["entropy"]["N"] == "luck"
    assert faults(record) == []

    first = record["deals"][0]
    assert list(first) == ENTRY
    assert (first["number"], first["attempt"], first["plays"]) == (1, 1, [])
    assert first["contracts"] is first["tricks"] is first["points"] is None
    assert [bid["bid"] for bid in first["bids"]] == ["pass"] * 4
    assert (record["deals"][1]["number"], record["deals"][1]["attempt"]) == (1, 2)
    assert len(record["deals"][1]["plays"]) == 8


def test_everybody_takes_the_same_home(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(1))
    table.finish()

    records = [record_of(caller, table) for caller in (*people.values(), eve)]
    assert all(record == records[0] for record in records)


def test_before_the_start_it_is_empty(people: People, ana: Caller) -> None:
    game = ana.post("/games", {}).json

    record = ana.get(f"/games/{game['id']}/record").json
    assert (record["deals"], record["winner"]) == ([], None)
    assert set(record["fairness"]) == {"commitment", "entropy"}


def test_a_running_deal_is_not_in_it(table: Seated, eve: Caller) -> None:
    table.bid_all()
    table.move(lambda legal: legal[0])

    for caller in (*table.people.values(), eve):
        assert record_of(caller, table)["deals"] == []


@pytest.mark.slow
def test_of_a_running_game_a_spectator_gets_no_hidden_card(
    people: People, eve: Caller, staff: Caller
) -> None:
    table = seat_four(people, **deals(13, 13, fixed_trump=None))
    while record_of(people["N"], table)["deals"][-1:] == [] or not any(
        deal["replaced"] for deal in record_of(people["N"], table)["deals"]
    ):
        table.bid_all("pass", "pass", "pass", "pass")
    left = people["W"]
    left.delete(f"{table.path}/seats/W")

    whole = record_of(people["N"], table)["deals"]
    assert list(whole[-1]) == ENTRY
    assert whole[-1]["replaced"]["drawn"] in whole[-1]["hands"][whole[-1]["replaced"]["seat"]]
    for caller in (eve, staff, left):
        for entry, full in zip(record_of(caller, table)["deals"], whole, strict=True):
            assert not SECRET & set(entry)
            if full["replaced"]:
                assert set(entry["replaced"]) == {"seat", "joker"}
            else:
                assert entry["replaced"] is None
            assert entry["bids"] == full["bids"]


def test_a_private_game_is_for_its_people(people: People, eve: Caller) -> None:
    table = seat_four(people, visibility="private")

    assert record_of(people["S"], table)["seats"].keys() == set(SEATS)
    assert eve.get(f"{table.path}/record").code == "not-found"


def test_it_takes_a_token_of_the_scope_read(table: Seated, ana: Caller, nobody: Caller) -> None:
    assert nobody.get(f"{table.path}/record").code == "not-authenticated"
    assert limited_to(ana, "play").get(f"{table.path}/record").code == "insufficient-scope"


def test_as_text_it_is_the_same_in_words(people: People) -> None:
    table = seat_four(people, ruleset="short", entropy='"q" \\ §', **deals(2, 1))
    table.bid_all("pass", "pass", "pass", "pass")
    for state in ("running", "finished"):
        record = record_of(people["E"], table)
        answer = people["E"].get(f"{table.path}/record?as=text")
        assert (answer.status, answer.media_type) == (200, "text/plain; charset=utf-8")
        assert parse(answer.content.decode()) == record, state
        table.finish()

    accepted = people["E"].get(f"{table.path}/record", accept="text/plain")
    assert accepted.content == answer.content
    told = people["E"].get(f"{table.path}/record?as=json", accept="application/json, text/plain")
    assert told.json == record_of(people["E"], table)


def test_as_anything_else_is_refused(table: Seated, ana: Caller) -> None:
    for wish in ("xml", "", "TEXT"):
        answer = ana.get(f"{table.path}/record?as={wish}")
        assert (answer.status, answer.code, answer.fields) == (400, "invalid-request", ["as"])
    assert ana.get(f"{table.path}/record", accept="application/pdf").code == "not-acceptable"


def test_as_text_a_spectator_reads_no_hidden_card(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(2, 2))
    table.bid_all("pass", "pass", "pass", "pass")

    text = eve.get(f"{table.path}/record?as=text").content.decode()
    assert "[Deal " in text
    assert not re.search(r"\[(N|E|S|W|Rest|Deck|Seed) ", text)
