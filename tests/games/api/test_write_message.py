"""POST /games/{id}/messages"""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Message
from tests.caller import Caller
from tests.games.api.hooks import deliveries_of, make_hook
from tests.games.seated import People, Seated, deals, limited_to, open_game, seat_four


@pytest.fixture
def table(ana: Caller, boris: Caller) -> Seated:
    """ana and boris wait for two more."""
    game = Seated(open_game(ana)["id"], {"N": ana, "E": boris})
    boris.put(f"{game.path}/seats/E")
    return game


def say(caller: Caller, table: Seated, text: Any = "Hello!", **headers: str) -> Any:
    return caller.post(f"{table.path}/messages", {"text": text}, **headers)


def test_it_works(table: Seated, ana: Caller) -> None:
    version = table.version
    answer = say(ana, table)

    assert answer.status == 201
    shown = answer.json
    assert shown == {
        "id": shown["id"],
        "at": shown["at"],
        "player": "ana",
        "seat": "N",
        "text": "Hello!",
    }
    assert shown["at"].endswith("Z")
    assert table.version == version


def test_the_seated_may_before_during_and_after_the_game(people: People, eve: Caller) -> None:
    table = seat_four(people, **deals(1))
    assert say(people["W"], table).status == 201
    table.finish()
    assert say(people["W"], table).status == 201

    assert say(eve, table).code == "not-a-player"


def test_who_has_left_may_not(people: People) -> None:
    table = seat_four(people)
    people["E"].delete(f"{table.path}/seats/E")

    assert say(people["E"], table).code == "not-a-player"


def test_the_creator_who_only_watches_may_not(ana: Caller) -> None:
    game = Seated(open_game(ana, seat=None)["id"], {"N": ana})

    assert say(ana, game).code == "not-a-player"


def test_a_private_table_is_not_there_for_others(ana: Caller, eve: Caller) -> None:
    game = Seated(open_game(ana, visibility="private")["id"], {"N": ana})

    assert say(ana, game).status == 201
    assert say(eve, game).code == "not-found"


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "x" * 500,
        "🂡" * 500,
        " a  b ",
        "<b>&amp;",
        "नमस्ते",
        "こんにちは",
        "👨‍👩‍👧",
        "'; DROP TABLE",
    ],
)
def test_any_line_is_taken_as_it_is(table: Seated, ana: Caller, text: str) -> None:
    assert say(ana, table, text).json["text"] == text
    assert ana.get(f"{table.path}/messages").json["results"][0]["text"] == text


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "\u200b", "\u00a0\u200d", "x" * 501, "a\nb", "a\r\nb", "a\tb", "a\0b", "a\x7f"),
        *("a\x85b", "a\u2028b", "a\u2029b", "\x1b[31m", None, 5, True, ["a"], {"a": 1}),
    ],
)
def test_what_is_no_line_is_refused(table: Seated, ana: Caller, text: Any) -> None:
    answer = say(ana, table, text)

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == (["text"] if text != "a\0b" else [])
    assert not Message.objects.exists()


def test_without_text_it_is_refused(table: Seated, ana: Caller) -> None:
    assert ana.post(f"{table.path}/messages", {}).fields == ["text"]


def test_a_repeat_says_it_once(table: Seated, ana: Caller) -> None:
    first, again = (say(ana, table, idempotency_key="k") for _ in "ab")

    assert first.content == again.content
    assert Message.objects.count() == 1


def test_in_a_sandbox_it_is_said_at_the_games_own_time(ana: Caller) -> None:
    game = open_game(ana, sandbox=True)
    table = Seated(game["id"], {"N": ana})
    ana.post(f"{table.path}/clock", {"advance_seconds": 86400})

    assert say(ana, table).json["at"] > ana.get(table.path).json["created_at"]
    assert say(ana, table).json["at"][:10] > game["created_at"][:10]


def test_webhooks_are_told_but_not_what_was_said(table: Seated, ana: Caller, boris: Caller) -> None:
    hooks = [(caller, make_hook(caller, events=["message"])) for caller in (ana, boris)]
    said = [say(ana, table, text).json for text in ("Hello!", "Anybody?")]

    for caller, hook in hooks:
        told = deliveries_of(caller, hook)
        assert [one["payload"]["data"] for one in told] == [
            {
                "game": table.id,
                "version": table.version,
                "message": message["id"],
                "seat": "N",
                "you": "N" if caller is ana else "E",
            }
            for message in said
        ]
        assert "Hello" not in str(told)


def test_it_takes_a_token_of_the_scope_play(table: Seated, ana: Caller, nobody: Caller) -> None:
    assert say(nobody, table).code == "not-authenticated"
    assert say(limited_to(ana, "read", "account"), table).code == "insufficient-scope"
