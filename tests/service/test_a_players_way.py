"""A guest's way through it all, over HTTP, and what the other player sees when he is gone"""

from __future__ import annotations

import time
from typing import Any

import pytest
import requests

from tests.games.http import HttpPlayer
from tests.oracle.chain import wrong_hashes
from tests.running import Running

pytestmark = pytest.mark.slow

PASSWORD = "correct horse battery"
PATIENCE = 90.0


def done(answer: requests.Response, status: int) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def play_to_the_end(game: str, *players: HttpPlayer) -> Any:
    """Whoever of them is to act makes the first move that is no pass; the bots do their part."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for player in players:
            shown = player.get(f"/games/{game}")
            if shown["status"] != "active":
                return shown
            turn = shown["turn"]
            if turn["seat"] == shown["you"]:
                move = next(each for each in turn["legal"] if each != "pass")
                what, field = ("bids", "bid") if turn["action"] == "bid" else ("plays", "card")
                done(player.send("POST", f"/games/{game}/{what}", {field: move}), 201)
        time.sleep(0.02)
    raise AssertionError("the game did not end")


def profile_after_a_rated_game(player: HttpPlayer) -> Any:
    """He leaves a rated game to the bots, and counts with his team when it is over."""
    wish = {"ruleset": "short", "bots": dict.fromkeys("ESW", "beginner")}
    game = done(player.send("POST", "/games", wish), 201)["id"]
    done(player.send("DELETE", f"/games/{game}/seats/N"), 200)
    until = time.monotonic() + PATIENCE
    while not (profile := player.get(f"/players/{player.username}"))["rated_games"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    return profile


def test_from_sign_up_to_farewell(service: Running) -> None:
    ana, boris = (HttpPlayer(service.url()) for _ in "ab")
    guest = ana.username

    # A quick seat at a table where somebody comes, and table talk.
    table = done(ana.send("POST", "/games/quick", {"turn_seconds": 4321}), 201)["id"]
    found = done(boris.send("POST", "/games/quick", {"turn_seconds": 4321}), 200)
    assert (found["id"], found["you"]) == (table, "E")
    talk = f"/games/{table}/messages"
    done(ana.send("POST", talk, {"text": "Hello!"}), 201)
    done(boris.send("POST", talk, {"text": "Hello, who are you?"}), 201)

    # A game with three bots.
    wish = {"bots": dict.fromkeys("ESW", "normal"), "options": {"hand_sizes": [2, 1]}}
    alone = done(ana.send("POST", "/games", wish), 201)["id"]
    assert play_to_the_end(alone, ana)["status"] == "finished"

    # A name.
    ana.username = f"ana-{guest.removeprefix('guest-')}"
    name = {"username": ana.username, "password": PASSWORD, "email": "ana@example.org"}
    assert done(ana.send("POST", "/me/claim", name), 200)["guest"] is False
    done(ana.send("POST", "/tokens", name), 201)
    assert boris.get(talk)["results"][1]["player"] == ana.username

    # A game of two against bots, and a rematch.
    wish = {"bots": {"S": "normal", "W": "normal"}, "options": {"hand_sizes": [1]}}
    first = done(ana.send("POST", "/games", wish), 201)["id"]
    done(boris.send("PUT", f"/games/{first}/seats/E", {}), 200)
    play_to_the_end(first, ana, boris)
    again = done(ana.send("POST", f"/games/{first}/rematch", {}), 201)["id"]
    assert done(boris.send("POST", f"/games/{first}/rematch", {}), 200)["id"] == again
    assert done(boris.send("PUT", f"/games/{again}/seats/E", {}), 200)["status"] == "active"

    # A rating.
    profile = profile_after_a_rated_game(ana)
    assert isinstance(profile["rating"], int)
    assert (profile["guest"], profile["games"]) == (False, 4 - 1)
    assert ana.username in str(ana.get("/leaderboard?bots=false&limit=100"))

    # Everything taken away, and the account deleted.
    export = ana.get("/me/export")
    assert export["account"]["email"] == "ana@example.org"
    assert {table, alone, first, again} <= {game["id"] for game in export["games"]}
    assert [message["text"] for message in export["messages"]] == ["Hello!"]
    assert len(export["rating_changes"]) == 1
    done(ana.send("DELETE", "/me"), 204)
    assert done(ana.send("GET", "/me"), 401)["code"] == "not-authenticated"
    done(ana.send("POST", "/tokens", name), 401)

    check_what_is_left(boris, ana, table, [alone, first], again)


def check_what_is_left(
    boris: HttpPlayer, ana: HttpPlayer, table: str, ended: list[str], running: str
) -> None:
    """The same games, as the other player sees them when she is gone."""
    done(boris.send("GET", f"/players/{ana.username}"), 404)
    waiting = boris.get(f"/games/{table}")
    assert (waiting["status"], waiting["seats"]["N"]) == ("waiting", None)
    said = boris.get(f"/games/{table}/messages")["results"]
    assert [(one["player"], one["text"]) for one in said] == [
        (boris.username, "Hello, who are you?"),
        (None, "Hello!"),
    ]
    game = boris.get(f"/games/{running}")
    assert game["status"] in ("active", "finished")
    assert game["seats"]["N"] == {"player": None, "bot": "normal", "autopilot": False}
    seen = [waiting, said, game, boris.get("/leaderboard?limit=100")]
    for ending in ended:
        shown = boris.get(f"/games/{ending}")
        events = boris.get(f"/games/{ending}/events?limit=100")["results"]
        assert shown["seats"]["N"]["player"].startswith("deleted-")
        assert len(events) == shown["version"]
        assert wrong_hashes(ending, events) == []
        assert boris.get(f"/games/{ending}/verification")["ok"] is True
        seen += [shown, events, boris.get(f"/games/{ending}/record")]
    assert ana.username not in str(seen)
    assert "ana@example.org" not in str(seen)
