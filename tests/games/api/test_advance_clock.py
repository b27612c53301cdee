"""POST /games/{id}/clock"""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connections

from games import clock, models, selectors, tasks
from games.engine.state import Game
from games.eventstore.store import load
from games.models import Lane
from games.services import machines, sandbox, sweeping
from players.models import Player
from tests.caller import Answer, Caller
from tests.games.seated import People, Seated, limited_to, open_game, seat_four

DAY = 86_400


@pytest.fixture
def sandbox_table(people: People) -> Seated:
    return seat_four(people, sandbox=True)


def advance(caller: Caller, path: str, seconds: Any, **headers: str) -> Answer:
    return caller.post(f"{path}/clock", {"advance_seconds": seconds}, **headers)


def ahead(game: Any) -> float:
    """By how many seconds a game's clock is ahead of ours."""
    return (datetime.fromisoformat(game["now"]) - clock.now()).total_seconds()


def absences(table: Seated) -> list[str]:
    return [event["data"]["seat"] for event in table.events() if event["type"] == "autopilot-on"]


def test_it_works(sandbox_table: Seated) -> None:
    before = sandbox_table.show()
    answer = advance(sandbox_table.people["N"], sandbox_table.path, 100)

    assert answer.status == 200, answer.content
    game = answer.json
    assert game["sandbox"] is True
    assert ahead(game) == pytest.approx(100, abs=5)
    assert answer.headers["ETag"] == f'"{before["version"]}"'
    # Nothing but the time is another, the deadline neither.
    assert {**game, "now": before["now"]} == before
    assert len(sandbox_table.events()) == before["version"]


def test_advances_add_up(sandbox_table: Seated) -> None:
    for _ in range(3):
        advance(sandbox_table.people["N"], sandbox_table.path, 1000)

    assert ahead(sandbox_table.show("W")) == pytest.approx(3000, abs=5)
    assert ahead(sandbox_table.people["N"].get("/games").json["results"][0]) > 2990


def test_events_are_in_the_games_own_time(sandbox_table: Seated) -> None:
    advance(sandbox_table.people["N"], sandbox_table.path, 5000)
    sandbox_table.move(lambda legal: legal[-1])

    game, event = sandbox_table.show(), sandbox_table.events()[-1]
    at, deadline = (datetime.fromisoformat(x) for x in (event["at"], game["turn"]["deadline"]))
    assert (at - clock.now()).total_seconds() == pytest.approx(5000, abs=5)
    assert deadline - at == timedelta(days=1)


def test_past_the_deadline_the_player_times_out_once(sandbox_table: Seated) -> None:
    seat, version = sandbox_table.turn, sandbox_table.version
    game = advance(sandbox_table.people["N"], sandbox_table.path, DAY + 1).json

    on, bid = sandbox_table.events()[version:]
    assert (on["type"], on["data"]) == ("autopilot-on", {"seat": seat})
    assert (bid["type"], bid["data"]["seat"]) == ("bid-made", seat)
    assert bid["actor"]["kind"] == "autopilot"
    assert bid["actor"]["cause"] == "timed-out"
    assert game["version"] == version + 2
    assert game["seats"][seat]["autopilot"] is True
    # Whoever is next has his own time, from the game's present on.
    deadline = datetime.fromisoformat(game["turn"]["deadline"])
    assert (deadline - datetime.fromisoformat(game["now"])).total_seconds() > DAY - 10


def test_however_far_it_is_one_time_out(sandbox_table: Seated) -> None:
    version = sandbox_table.version
    advance(sandbox_table.people["N"], sandbox_table.path, 10_000_000)
    sweeping.sweep(Lane.QUICK, clock=clock.now)

    assert sandbox_table.version == version + 2


def test_each_of_several_times_one_player_out(sandbox_table: Seated) -> None:
    seats = []
    for _ in range(4):
        seats.append(sandbox_table.turn)
        advance(sandbox_table.people["N"], sandbox_table.path, DAY + 1)

    assert absences(sandbox_table) == seats


def test_a_seat_on_autopilot_is_played_after_its_own_short_time(sandbox_table: Seated) -> None:
    for _ in range(4):
        advance(sandbox_table.people["N"], sandbox_table.path, DAY + 1)
    version = sandbox_table.version
    advance(sandbox_table.people["N"], sandbox_table.path, 5)
    assert sandbox_table.version == version
    advance(sandbox_table.people["N"], sandbox_table.path, 6)
    assert sandbox_table.version == version + 1


def test_short_of_the_deadline_nobody_times_out(sandbox_table: Seated) -> None:
    version = sandbox_table.version
    for _ in range(2):
        advance(sandbox_table.people["N"], sandbox_table.path, DAY // 2 - 10)
    sweeping.sweep(Lane.QUICK, clock=clock.now)

    assert sandbox_table.version == version


def test_the_sweep_finds_a_turn_whose_process_died_after_the_advance(
    sandbox_table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = sandbox_table.version
    with monkeypatch.context() as patch:
        patch.setattr(machines, "move", lambda *_, **__: None)
        advance(sandbox_table.people["N"], sandbox_table.path, 10_000_000)
    assert sandbox_table.version == version

    # It is due now, not since a hundred days.
    assert selectors.oldest_overdue(clock.now()) == 0
    for _ in range(2):
        sweeping.sweep(Lane.QUICK, clock=lambda: clock.now() + timedelta(seconds=3))
    assert sandbox_table.version == version + 2


def test_what_became_due_in_real_time_follows_the_clock(sandbox_table: Seated) -> None:
    before = models.Game.objects.get(pk=sandbox_table.id)
    advance(sandbox_table.people["N"], sandbox_table.path, 1000)
    after = models.Game.objects.get(pk=sandbox_table.id)

    assert before.due_at is not None
    assert after.due_at == before.due_at - timedelta(seconds=1000)
    assert after.deadline == before.deadline


def test_a_player_who_moves_before_the_advance_is_not_timed_out(sandbox_table: Seated) -> None:
    advance(sandbox_table.people["N"], sandbox_table.path, DAY - 10)
    sandbox_table.move(lambda legal: legal[-1])
    version = sandbox_table.version
    advance(sandbox_table.people["N"], sandbox_table.path, 20)

    assert sandbox_table.version == version


@pytest.mark.django_db(transaction=True)
def test_after_the_time_out_a_worker_is_woken_for_the_bot_that_is_next(
    ana: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = list[Game]()
    monkeypatch.setattr(tasks, "wake", woken.append)
    bots = {"E": "beginner", "S": "beginner", "W": "beginner"}
    game = open_game(ana, sandbox=True, bots=bots)
    path = f"/games/{game['id']}"
    while ana.get(path).json["turn"]["seat"] != "N":
        assert machines.move(UUID(game["id"]), load(game["id"]).version, clock=clock.now)
    woken.clear()
    # Whose own bid was the last may have the first lead.
    while (answer := advance(ana, path, DAY + 1)).json["turn"]["seat"] == "N":
        assert woken == []

    assert [(one.id, one.version) for one in woken] == [(game["id"], answer.json["version"])]


def test_a_bots_turn_is_no_time_out(ana: Caller) -> None:
    bots = dict.fromkeys("NESW", "beginner")
    game = open_game(ana, sandbox=True, seat=None, bots=bots)
    answer = advance(ana, f"/games/{game['id']}", DAY)

    assert (answer.status, answer.json["version"]) == (200, game["version"])


def test_before_the_start_only_the_time_is_another(ana: Caller) -> None:
    game = open_game(ana, sandbox=True)
    answer = advance(ana, f"/games/{game['id']}", 500)

    assert answer.status == 200
    assert ahead(answer.json) == pytest.approx(500, abs=5)
    assert {**answer.json, "now": game["now"]} == game


def test_after_the_end_only_the_time_is_another(people: People) -> None:
    table = seat_four(people, sandbox=True, options={"hand_sizes": [1]})
    table.finish()
    before = table.show()
    answer = advance(table.people["N"], table.path, 500)

    assert answer.status == 200
    assert {**answer.json, "now": before["now"]} == before


@pytest.mark.parametrize("seconds", [0, -1, 10_000_001, 1.5, "60", None, True, [60], {}, 10**400])
def test_what_is_no_number_of_seconds_is_refused(sandbox_table: Seated, seconds: Any) -> None:
    answer = advance(sandbox_table.people["N"], sandbox_table.path, seconds)

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == ["advance_seconds"]
    assert sandbox_table.people["N"].post(f"{sandbox_table.path}/clock", {}).status == 400
    assert ahead(sandbox_table.show()) < 5


def test_the_clock_goes_so_far_and_no_further(sandbox_table: Seated) -> None:
    models.Game.objects.filter(pk=sandbox_table.id).update(clock_offset=sandbox.FURTHEST - 7)
    answer = advance(sandbox_table.people["N"], sandbox_table.path, 8)

    assert (answer.status, answer.code) == (400, "invalid-request")
    assert answer.fields == ["advance_seconds"]
    assert "by 7 seconds more" in answer.json["detail"]
    answer = advance(sandbox_table.people["N"], sandbox_table.path, 7)
    assert answer.status == 200
    assert ahead(answer.json) == pytest.approx(sandbox.FURTHEST, abs=5)


def test_only_a_sandbox_has_a_clock_of_its_own(table: Seated) -> None:
    answer = advance(table.people["N"], table.path, 60)

    assert (answer.status, answer.code) == (409, "not-a-sandbox")
    assert "now" not in table.show()


def test_only_its_creator_moves_it(sandbox_table: Seated, eve: Caller, staff: Caller) -> None:
    for caller in (sandbox_table.people["E"], eve, staff):
        answer = caller.post(f"{sandbox_table.path}/clock", {"advance_seconds": "rubbish"})
        assert (answer.status, answer.code) == (403, "not-the-creator")
    ana = Player.objects.get(username="boris")
    with pytest.raises(Exception, match="not-the-creator"):
        sandbox.advance_clock(
            player=ana, game_id=UUID(sandbox_table.id), seconds=1, clock=clock.now
        )
    assert ahead(sandbox_table.show()) < 5


def test_at_another_version_it_is_refused(sandbox_table: Seated, table: Seated) -> None:
    ana, version = sandbox_table.people["N"], sandbox_table.version
    for tag in (f'"{version - 1}"', '"rubbish"', ""):
        answer = advance(ana, sandbox_table.path, 60, if_match=tag)
        assert (answer.status, answer.code) == (412, "stale-version")
        assert answer.json["version"] == version
    assert ahead(sandbox_table.show()) < 5
    assert advance(ana, sandbox_table.path, 60, if_match=f'"{version}"').status == 200
    assert advance(ana, table.path, 60, if_match='"1"').code == "stale-version"


def test_a_repeat_by_its_key_does_not_count_twice(sandbox_table: Seated) -> None:
    ana, version = sandbox_table.people["N"], sandbox_table.version
    first, second = (
        advance(ana, sandbox_table.path, DAY + 1, idempotency_key="a day later") for _ in range(2)
    )

    assert (first.status, first.json) == (second.status, second.json)
    assert sandbox_table.version == version + 2
    assert ahead(sandbox_table.show()) < DAY + 60


def test_of_a_private_game_nothing_is_said(ana: Caller, eve: Caller) -> None:
    game = open_game(ana, sandbox=True, visibility="private")

    assert advance(eve, f"/games/{game['id']}", 1).code == "not-found"


def test_it_takes_a_token_of_the_scope_play(sandbox_table: Seated, nobody: Caller) -> None:
    ana = sandbox_table.people["N"]

    assert advance(nobody, sandbox_table.path, 1).code == "not-authenticated"
    assert advance(limited_to(ana, "read"), sandbox_table.path, 1).code == "insufficient-scope"
    assert advance(limited_to(ana, "play"), sandbox_table.path, 1).status == 200


@pytest.mark.django_db(transaction=True)
def test_two_at_once_both_count_and_time_one_player_out(people: People) -> None:
    table = seat_four(people, sandbox=True)
    version = table.version
    answers = list[Answer]()
    start = threading.Barrier(4)

    def call() -> None:
        caller = Caller(table.people["N"].token)
        start.wait()
        answers.append(advance(caller, table.path, DAY // 2))
        connections.close_all()

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [answer.status for answer in answers] == [200] * 4
    assert ahead(table.show()) == pytest.approx(2 * DAY, abs=10)
    # The second ends the turn of whoever is to act; the third and fourth may end the next one's.
    assert table.version in (version + 2, version + 4)
    assert len(set(absences(table))) == len(absences(table))
