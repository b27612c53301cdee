"""A record from elsewhere: what does not hold of it, and its replay, without a trace in the log."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games import models
from games.engine.player_view import STAFF, player_view
from games.records import parse
from games.review.pages import page
from games.review.retold import retold
from games.review.uploads import MOST
from players.models import Player
from tests.games.records.holding import KEPT, NAMES, kept
from tests.games.records.test_parsing import TYPED
from tests.games.review.looking import Onlooker, Seen

PATH = "/admin/replay/record/"
HOLDS = "All of it holds."


def hand_in(who: Onlooker, text: str = "", **given: Any) -> Seen:
    return Seen(who.client.post(PATH, {"record": text, **given}))


def steps(seen: Seen) -> dict[str, str]:
    """The buttons by which one steps, and where each of them goes."""
    found = re.findall(
        r'<button class="go \w+" id="(go-[\w-]+)" name="version" value="(\d+)"', seen.html
    )
    return dict(found)


def carried(seen: Seen) -> str:
    """The record as it comes along with each step."""
    found = re.search(r'<input type="hidden" name="record" value="([^"]*)">', seen.html)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_told_with_the_results_that_it_has(name: str) -> None:
    record = kept(name)
    told = retold(record)
    dealt = [chapter for chapter in told.chapters if chapter.dealt is not None]

    assert not told.stopped
    assert told.game.scores == record["scores"]
    assert told.game.winner == record["winner"]
    assert [frame.event.version for frame in told.frames] == list(range(1, len(told.frames) + 1))
    for chapter, deal in zip(dealt, record["deals"], strict=True):
        events = [frame.event for frame in told.frames[chapter.first - 1 : chapter.last]]
        bids = [event.data for event in events if event.kind == "bid-made"]
        plays = [event.data["card"] for event in events if event.kind == "card-played"]
        assert (bids, plays) == (deal["bids"], deal["plays"])
        assert (chapter.ended or {}).get("points") == deal["points"]


def test_deals_that_a_ruling_took_back_are_told_apart() -> None:
    told = retold(kept("redeals-and-rewinds"))
    standing = {(result.number, result.attempt) for result in told.game.results}
    rows = page(told.at(None)).deals

    assert any(not row.stands for row in rows)
    assert {(row.number, row.attempt) for row in rows if row.points and row.stands} == standing


def test_both_forms_make_the_same_replay(reviewer: Onlooker) -> None:
    seen = hand_in(reviewer, (KEPT / "bab.json").read_text())
    text = hand_in(reviewer, file=SimpleUploadedFile("bab.txt", (KEPT / "bab.txt").read_bytes()))

    assert seen.status == text.status == 200
    assert HOLDS in seen.text
    assert seen.text == text.text
    assert seen.hands == text.hands
    assert {seat: set(cards) for seat, cards in seen.hands.items()} == {
        seat: set(hand) for seat, hand in kept("bab")["deals"][0]["hands"].items()
    }


def test_one_steps_through_it_with_nothing_but_what_the_page_sends_back(reviewer: Onlooker) -> None:
    told = retold(kept("bab"))
    seen = hand_in(reviewer, (KEPT / "bab.txt").read_text().replace("\n", "\r\n"))
    for step in ("go-next-trick", "go-next-trick", "go-next", "go-last", "go-previous-deal"):
        version = int(steps(seen)[step])
        seen = hand_in(reviewer, carried(seen), version=version)
        deal = player_view(told.frames[version - 1].after, STAFF).deal
        assert deal is not None
        assert deal.hands is not None
        assert f'data-version="{version}"' in seen.html
        assert {s: set(cards) for s, cards in seen.hands.items()} == {
            s: set(hand) for s, hand in deal.hands.items()
        }
        trick = deal.trick if deal.trick is not None and deal.trick.plays else deal.last_trick
        assert seen.trick == [play.card for play in (trick.plays if trick is not None else ())]
    part = hand_in(reviewer, carried(seen), version=version, part="frame")
    assert part.html.lstrip().startswith('<div class="frame"')
    assert 'name="record"' not in part.html


def test_what_does_not_hold_is_said_and_the_deal_shown_up_to_there(reviewer: Onlooker) -> None:
    seen = hand_in(reviewer, TYPED)

    assert seen.status == 200
    assert HOLDS not in seen.text
    assert "card 1, AS by E, may not be played here" in seen.text
    assert "the scores are not those of the deals" in seen.text
    last = hand_in(reviewer, carried(seen), version=steps(seen)["go-last"])
    assert "West passes." in last.text
    assert "East is to play." in last.text
    assert set(last.hands["N"]) == {"AS", "TD"}
    assert "go-next" not in steps(last)
    assert "given up" not in last.text


def test_a_wrong_score_is_found_and_the_right_one_shown(reviewer: Onlooker) -> None:
    record = kept("short")
    number, deal = next(found for found in enumerate(record["deals"]) if found[1]["points"])
    right = dict(deal["points"])
    deal["points"]["NS"] += 1
    seen = hand_in(reviewer, json.dumps(record))

    assert f"points should be {json.dumps(right)}" in seen.text
    assert page(retold(record).at(None)).deals[number].points == {
        team: f"+{points}" if points > 0 else f"{points}".replace("-", "−")
        for team, points in right.items()
    }


def test_what_a_record_leaves_out_is_not_needed() -> None:
    record = kept("bab")
    dealt = [deal["hands"] for deal in record["deals"]]
    for deal in record["deals"]:
        del deal["hands"]
    by_deck = [
        frame.event.data["hands"] for frame in retold(record).frames if "hands" in frame.event.data
    ]
    assert by_deck == dealt
    for deal in record["deals"]:
        del deal["deck"]
    by_plays = retold(record)
    assert not by_plays.stopped
    assert by_plays.game.scores == record["scores"]


@pytest.mark.parametrize(
    "change",
    [
        {"hands": {seat: [] for seat in "NESW"}},
        {"hands": {seat: ["AS", "AS"] for seat in "NESW"}},
        {"bids": [], "hands": ..., "deck": ...},
        {"bids": [{"seat": "N", "bid": "pass"}] * 4},
        {"plays": ["AS"] * 52},
        {"hand_size": 13},
        {"number": 2},
        {"turn_up": "BB", "trump": None, "replaced": {"seat": "N", "joker": "LB"}},
    ],
)
def test_whatever_stands_in_a_deal_is_shown(reviewer: Onlooker, change: dict[str, Any]) -> None:
    record = kept("bab")
    for place, deal in enumerate(record["deals"]):
        changed = {**deal, **change}
        record["deals"][place] = {name: it for name, it in changed.items() if it is not ...}
    seen = hand_in(reviewer, json.dumps(record))

    assert seen.status == 200
    assert HOLDS not in seen.text
    assert hand_in(reviewer, carried(seen), version=steps(seen)["go-last"]).status == 200


def test_a_record_without_deals_is_shown(reviewer: Onlooker) -> None:
    seen = hand_in(reviewer, '[Ruleset "short"] [Scores "NS 0, EW 0"] [North "bot <b>odd</b>"]')

    assert seen.status == 200
    assert "<b>odd</b>" not in seen.html
    assert "&lt;b&gt;odd&lt;/b&gt;" in seen.html


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "Paste a record, or choose a file."),
        ({"record": "{"}, "Is not JSON."),
        ({"record": "rubbish"}, "Expected a tag"),
        ({"record": "<script>alert(1)</script>"}, "Expected a tag"),
        ({"record": "{}"}, "Is missing."),
        ({"record": "[Rules\0et]"}, "Null characters are not allowed."),
        ({"record": "%" * (MOST + 1)}, f"Must be {MOST} bytes at most."),
        ({"file": b"%" * (2 * MOST + 1)}, f"Must be {MOST} bytes at most."),
        ({"file": b"\xff\xfe\x00"}, "Must be text in UTF-8."),
        ({"file": b""}, "Paste a record, or choose a file."),
    ],
)
def test_what_is_no_record_is_refused_beside_its_field(
    reviewer: Onlooker, given: dict[str, Any], words: str
) -> None:
    if "file" in given:
        given = {"file": SimpleUploadedFile("record", given["file"])}
    seen = hand_in(reviewer, given.get("record", ""), **given)

    assert seen.status == 422
    assert words in seen.text
    assert "<script>alert" not in seen.html
    assert 'class="frame"' not in seen.html


@pytest.mark.parametrize("version", ["0", "x", "99999", "-1"])
def test_a_version_that_is_not_there_is_not_found(reviewer: Onlooker, version: str) -> None:
    assert hand_in(reviewer, TYPED, version=version).status == 404


def test_it_is_for_reviewers_alone(reviewer: Onlooker, clerk: Onlooker, anybody: Onlooker) -> None:
    assert reviewer.open(PATH).status == 200
    assert clerk.open(PATH).status == hand_in(clerk, TYPED).status == 403
    player = Onlooker(Player.objects.create(username="petya"))
    assert player.open(PATH).status == hand_in(player, TYPED).status == 403
    assert anybody.open(PATH).status == hand_in(anybody, TYPED).status == 302
    queue = "/admin/games/dispute/"
    assert PATH in reviewer.open(queue).html
    assert PATH not in clerk.open(queue).html


def test_it_wants_its_token_and_loads_nothing_from_elsewhere(reviewer: Onlooker) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = reviewer.client.cookies
    assert strict.post(PATH, {"record": TYPED}).status_code == 403

    seen = hand_in(reviewer, TYPED)
    assert "default-src 'none'" in seen.headers["Content-Security-Policy"]
    assert seen.headers["Cache-Control"] == "no-store"
    assert seen.inline == []
    assert seen.html.count('name="csrfmiddlewaretoken"') == 2


def test_nothing_is_kept(reviewer: Onlooker) -> None:
    text = (KEPT / "bab.json").read_text()
    hand_in(reviewer, text)

    assert not models.Game.objects.exists()
    assert not models.Event.objects.exists()
    assert not models.StaffAct.objects.exists()
    assert parse(text)["game"] not in reviewer.open("/admin/games/game/").html
