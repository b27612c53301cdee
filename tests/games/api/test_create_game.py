"""POST /games"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from tests.caller import Caller
from tests.games.seated import SEATS, limited_to, open_game

WRONG: dict[str, list[Any]] = {
    "ruleset": ["", "Short", "rules", None, True, 1, [], {}, "short\0"],
    "options": [None, True, 1, "x", [], [1]],
    "visibility": ["", "secret", "Public", None, True, 1, [], {}],
    "seat": ["", "X", "NE", "North", True, 0, [], ["N"], {}, "ｎ"],
    "bots": [None, True, 1, "E", [], ["E"]],
    "turn_seconds": [4, 0, -1, 1209601, 10**30, 60.0, "60", None, True, [], {}],
    "entropy": [None, True, 1, [], {}, "x" * 65, "a\nb", "a\tb", "\u200b", "\x7f", "a\0", "\ud800"],
    "sandbox": [None, 0, 1, "true", [], {}],
}
WRONG_OPTIONS: dict[str, list[Any]] = {
    "hand_sizes": [[], [0], [14], [1.0], ["1"], [True], 13, None, "13", [[1]], [1] * 101, {}],
    "joker_turned_up": ["", "swap", None, True, 1, [], {}],
    "bid_n_as_number": [0, 1, None, "true", []],
    "bid_sum_over_hand": ["x", None],
    "partner_may_raise_board": [1, None],
    "board_lead": ["partner", None],
    "board_leads_trump_at_once": ["false"],
    "trump_lead": ["never"],
    "big_blooper_lead": ["partner"],
    "little_blooper_lead": [False],
    "points_per_trick": [-1, 1.5, "5", None, True, 10**9, 10**300],
    "points_per_overtrick": [[]],
    "board_points": [{}],
    "board_multiplier": ["triple"],
    "all_pass": ["nobody"],
    "tie": [True],
    "fixed_trump": ["X", "h", "", 1, True, [], ["H"]],
}


def test_it_works(ana: Caller) -> None:
    answer = ana.post("/games", {})

    game = answer.json
    assert answer.status == 201
    assert answer.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert answer.headers["ETag"] == '"2"'
    assert game["id"][14] == "7"
    assert game == {
        "id": game["id"],
        "status": "waiting",
        "version": 2,
        "ruleset": "gamerules",
        "options": {},
        "visibility": "public",
        "sandbox": False,
        "created_at": game["created_at"],
        "turn_seconds": 86400,
        "you": "N",
        "creator": "ana",
        "seats": {
            "N": {"player": "ana", "bot": None, "autopilot": False},
            "E": None,
            "S": None,
            "W": None,
        },
        "deal": None,
        "turn": None,
        "scores": {"NS": 0, "EW": 0},
        "results": [],
        "winner": None,
    }
    assert game["created_at"].endswith("Z")
    assert ana.get(answer.headers["Location"].removeprefix("/api/v1")).json == game


def test_no_body_at_all_is_an_empty_one(ana: Caller) -> None:
    assert ana.post("/games").json["you"] == "N"


def test_every_field_is_taken(ana: Caller) -> None:
    game = open_game(
        ana,
        ruleset="bab",
        options={"tie": "extra_deal", "board_points": 10, "hand_sizes": [3, 1]},
        visibility="private",
        seat="s",
        bots={"n": "beginner", "W": "expert"},
        turn_seconds=5,
        entropy="my own luck ♠",
        sandbox=False,
    )

    assert (game["ruleset"], game["visibility"], game["turn_seconds"]) == ("bab", "private", 5)
    # What the preset has anyway is no departure.
    assert game["options"] == {"tie": "extra_deal", "hand_sizes": [3, 1]}
    assert game["you"] == "S"
    assert game["seats"]["N"] == {"player": None, "bot": "beginner", "autopilot": False}
    assert game["seats"]["W"]["bot"] == "expert"
    assert game["seats"]["E"] is None
    fairness = ana.get(f"/games/{game['id']}/fairness").json
    assert fairness["entropy"] == {"N": "", "E": "", "S": "my own luck ♠", "W": ""}


def test_its_first_event_holds_all_options_and_a_commitment(ana: Caller) -> None:
    game = open_game(ana, ruleset="short", options={"tie": "extra_deal"})

    created = ana.get(f"/games/{game['id']}/events").json["results"][0]
    assert created["type"] == "game-created"
    assert created["actor"]["name"] == "ana"
    data = created["data"]
    assert len(data["options"]) == 17
    assert (data["options"]["tie"], data["options"]["joker_turned_up"]) == (
        "extra_deal",
        "turn_next",
    )
    assert len(bytes.fromhex(data["commitment"])) == hashlib.sha256().digest_size
    assert "seed" not in data


def test_a_creator_may_just_watch(ana: Caller) -> None:
    game = open_game(ana, seat=None)

    assert (game["you"], game["creator"]) == (None, "ana")
    assert game["seats"] == dict.fromkeys(SEATS)


def test_three_bots_start_it_at_once(ana: Caller) -> None:
    game = open_game(ana, bots={"E": "normal", "S": "normal", "W": "normal"})

    assert (game["status"], game["deal"]["number"], len(game["deal"]["hand"])) == ("active", 1, 13)


def test_four_bots_and_no_person_are_allowed(ana: Caller) -> None:
    game = open_game(ana, seat=None, bots=dict.fromkeys(SEATS, "beginner"))

    assert (game["status"], game["you"]) == ("active", None)
    assert "hand" not in game["deal"]
    assert "legal" not in game["turn"]


def test_a_sandbox_shows_its_clock_and_may_be_faster(ana: Caller) -> None:
    game = open_game(ana, sandbox=True, turn_seconds=1)

    assert (game["sandbox"], game["turn_seconds"]) == (True, 1)
    assert game["now"].endswith("Z")
    assert "now" not in open_game(ana)


@pytest.mark.parametrize("seconds", [5, 1209600])
def test_the_bounds_of_a_turn_are_in_it(ana: Caller, seconds: int) -> None:
    assert open_game(ana, turn_seconds=seconds)["turn_seconds"] == seconds


def test_a_sandbox_too_has_bounds(ana: Caller) -> None:
    for seconds in (0, 1209601):
        answer = ana.post("/games", {"sandbox": True, "turn_seconds": seconds})
        assert (answer.status, answer.fields) == (400, ["turn_seconds"])


def test_unknown_fields_and_options_are_ignored(ana: Caller) -> None:
    game = open_game(ana, colour="red", id="mine", options={"colour": "red", "name": "x"})

    assert game["options"] == {}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG.items() for value in values]
)
def test_a_wrong_field_is_refused_by_its_name(ana: Caller, field: str, value: Any) -> None:
    answer = ana.post("/games", {field: value})

    assert (answer.status, answer.code) == (400, "invalid-request")
    if not (isinstance(value, str) and ("\0" in value or "\ud800" in value)):
        assert answer.fields == [field]
    assert ana.get("/games").json["results"] == []


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, values in WRONG_OPTIONS.items() for value in values],
)
def test_a_wrong_option_is_refused_by_its_name(ana: Caller, option: str, value: Any) -> None:
    answer = ana.post("/games", {"options": {option: value}})

    assert (answer.status, answer.code, answer.fields) == (
        400,
        "invalid-request",
        [f"options.{option}"],
    )


@pytest.mark.parametrize(
    "bots",
    [
        {"X": "normal"},
        {"": "normal"},
        {"E": "hard"},
        {"E": None},
        {"E": ""},
        {"E": "Normal"},
        {"E": True},
        {"E": ["normal"]},
        {"E": "normal", "e": "normal"},
    ],
)
def test_bots_are_levels_by_seat(ana: Caller, bots: Any) -> None:
    answer = ana.post("/games", {"bots": bots})

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields[0].startswith("bots")


@pytest.mark.parametrize(
    "body",
    [
        {"bots": {"N": "normal"}},
        {"bots": {"n": "normal"}},
        {"seat": "E", "bots": {"E": "normal"}},
        {"seat": "e", "bots": {"E": "normal"}},
    ],
)
def test_a_seat_is_for_the_creator_or_for_a_bot(ana: Caller, body: Any) -> None:
    answer = ana.post("/games", body)

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == [f"bots.{body.get('seat', 'N').upper()}"]


@pytest.mark.parametrize("raw", [b"[]", b"1", b'"x"', b"null", b"{", b"\xff", b"x"])
def test_a_body_is_a_json_object(ana: Caller, raw: bytes) -> None:
    assert ana.send("POST", "/games", raw).code == "invalid-request"


def test_it_takes_a_token(nobody: Caller) -> None:
    assert nobody.post("/games", {"ruleset": 1}).code == "not-authenticated"


def test_it_takes_the_scope_play(ana: Caller) -> None:
    answer = limited_to(ana, "read", "account").post("/games", {"ruleset": 1})

    assert (answer.status, answer.code) == (403, "insufficient-scope")
