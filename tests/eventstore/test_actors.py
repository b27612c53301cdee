from __future__ import annotations

from games.eventstore.actors import SYSTEM, Actor

PERSON = "8b0f9f6e-6a55-4c5c-8a3b-0d6f3f1c2b1a"


def test_a_player_is_known_by_the_games_own_id_alone() -> None:
    assert Actor("player", PERSON).json() == {"kind": "player", "id": PERSON}


def test_the_system_is_nobody() -> None:
    assert SYSTEM.json() == {"kind": "system", "id": None}


def test_a_bot_says_why_it_moved() -> None:
    actor = Actor("bot", None, "expert", "search/1", "bot-seat")
    assert actor.json() == {
        "kind": "bot",
        "id": None,
        "level": "expert",
        "policy": "search/1",
        "cause": "bot-seat",
    }


def test_the_autopilot_says_for_whom_and_why_it_moved() -> None:
    actor = Actor("autopilot", PERSON, "normal", "fitted/1", "timed-out")
    assert actor.json()["id"] == PERSON
    assert actor.why() == {"level": "normal", "policy": "fitted/1", "cause": "timed-out"}


def test_a_person_needs_no_reason() -> None:
    assert Actor("player", PERSON).why() is None
