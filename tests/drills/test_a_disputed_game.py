"""A game of 25 deals and a wrong score in its rows: disputed, verified, rewound, played out"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from games import clock, models, tasks
from games.engine.player_view import player_view
from games.eventstore.store import load
from games.services import machines, moves
from players.models import Player
from tests.caller import Caller
from tests.games.conftest import person
from tests.games.seated import People

pytestmark = pytest.mark.slow

BOTS = dict.fromkeys("ESW", "beginner")
DEALS = 25
SIZES = [2, 1] * 12 + [2]
HOLDS = {"ok": True, "failed_at": None}


class Game:
    """ana plays the first card that she may, against beginners; nobody waits for anything."""

    def __init__(self, ana: Caller) -> None:
        answer = ana.post("/games", {"bots": BOTS, "options": {"hand_sizes": SIZES}})
        assert answer.status == 201, answer.content
        self.ana, self.id = ana, UUID(answer.json["id"])
        self.path = f"/games/{self.id}"
        self.player = Player.objects.get(username=ana.username)

    def step(self) -> None:
        """The next move, ana's or a bot's."""
        game = load(self.id).game
        if game.to_act != "N":
            machines.play_on(self.id, game.version, clock=clock.now, most=3)
            return
        turn = player_view(game, "N").turn
        assert turn is not None
        assert turn.legal
        facts: dict[str, Any] = {"player": self.player, "game_id": self.id, "now": clock.now()}
        if turn.action == "bid":
            moves.bid(bid=1 if 1 in turn.legal else turn.legal[-1], **facts)
        else:
            moves.play(card=str(turn.legal[0]), **facts)

    def play_to(self, deal: int) -> Any:
        """Until this deal stands, or to the end; the game then."""
        while (game := load(self.id).game).status == "active":
            assert game.deal is not None
            if game.deal.number >= deal and game.deal.phase == "play" and game.to_act == "N":
                break
            self.step()
        return self.ana.get(self.path).json

    def time_out(self) -> None:
        """ana is away for one turn."""
        stream = load(self.id)
        assert stream.deadline is not None
        late = stream.deadline + timedelta(minutes=1)
        assert machines.move(self.id, stream.version, clock=lambda: late)

    def proof(self, caller: Caller) -> Any:
        return caller.get(f"{self.path}/verification").json


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is told: whoever moves is here."""
    monkeypatch.setattr(tasks, "wake", lambda _: None)


def test_it_is_found_and_set_right_and_the_game_goes_on(quiet: None, people: People) -> None:
    staff, game = person("stanka", staff=True), Game(people["N"])
    game.play_to(2)
    game.time_out()
    shown = game.play_to(13)
    score = shown["scores"]["NS"]
    models.Game.objects.filter(pk=game.id).update(score_ns=score + 20)

    listed = game.ana.get("/games?mine=true").json["results"][0]["scores"]["NS"]
    assert listed == score + 20
    claim = {"reason": "The list gives us twenty points that we never made."}
    dispute = game.ana.post(f"{game.path}/disputes", claim).json
    (open_one,) = staff.get("/disputes?status=open").json["results"]
    assert open_one == dispute | {"staff_note": "", "ruled_by": None}
    found = game.proof(staff)
    assert (found["ok"], found["scores"]["ok"]) == (False, False)
    assert [found[part] for part in ("chain", "replay", "shuffle")] == [HOLDS] * 3

    back = dispute["version"] - 1
    ruling = {"ruling": "upheld", "remedy": "rewind", "to_version": back, "note": "Once more."}
    assert staff.post(f"/disputes/{dispute['id']}/ruling", ruling).status == 201
    assert game.ana.get(f"/disputes/{dispute['id']}").json["status"] == "upheld"
    assert game.proof(staff)["ok"]
    assert game.ana.get("/games?mine=true").json["results"][0]["scores"]["NS"] == score

    ended = game.play_to(DEALS + 1)
    assert ended["status"] == "finished"
    assert [result["number"] for result in ended["results"]] == list(range(1, DEALS + 1))
    assert game.proof(staff) == {
        "ok": True,
        **dict.fromkeys(("chain", "replay", "shuffle", "scores"), HOLDS),
    }
    kinds = set(models.Author.objects.filter(game__game=game.id).values_list("kind", flat=True))
    assert kinds == {"player", "bot", "autopilot", "system", "staff"}
