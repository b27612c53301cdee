"""Who loses a race is told at which version the game is, and who played."""

from __future__ import annotations

import pytest

from games.engine.refusals import Refusal
from games.services import moves
from players.errors import Problem
from tests.games.services.table import People, seated

pytestmark = pytest.mark.usefixtures("woken")


def test_a_player_whose_time_was_up_is_told_that_the_autopilot_bid(people: People) -> None:
    table = seated(people, turn_seconds=60)
    late, version = table.turn, table.version
    table.run_out()
    table.machine()
    with pytest.raises(Refusal) as refused:
        moves.bid(player=people[late], game_id=table.row.pk, bid=1, now=table.now)
    assert refused.value.code == "not-your-turn"
    told = {
        "version": version + 2,
        "type": "bid-made",
        "seat": late,
        "actor": {"kind": "autopilot"},
    }
    assert refused.value.facts == {"turn": table.turn, "version": version + 2, "last_move": told}
    with pytest.raises(Problem) as stale:
        moves.bid(
            player=people[late], game_id=table.row.pk, bid=1, now=table.now, if_match=(version,)
        )
    assert stale.value.code == "stale-version"
    assert stale.value.facts == {"version": version + 2, "last_move": told}


def test_when_his_bid_was_the_last_the_phase_is_over_and_he_is_told_so(people: People) -> None:
    table = seated(people, turn_seconds=60)
    for _ in range(3):
        table.move()
    late = table.turn
    table.run_out()
    table.machine()
    with pytest.raises(Refusal) as refused:
        moves.bid(player=people[late], game_id=table.row.pk, bid=1, now=table.now)
    assert refused.value.code == "wrong-phase"
    last = refused.value.facts["last_move"]
    assert isinstance(last, dict)
    assert (last["seat"], last["actor"]) == (late, {"kind": "autopilot"})


def test_when_his_card_was_the_last_of_the_game(people: People) -> None:
    table = seated(people, turn_seconds=60, options={"hand_sizes": [1]})
    while not table.game.over:
        late = table.turn
        table.run_out()
        table.machine()
    with pytest.raises(Refusal) as refused:
        moves.play(player=people[late], game_id=table.row.pk, card="AS", now=table.now)
    assert refused.value.code == "game-over"
    last = refused.value.facts["last_move"]
    assert isinstance(last, dict)
    assert (last["type"], last["seat"]) == ("card-played", late)
    assert last["version"] == table.version - 2


def test_before_the_first_move_there_is_none_to_tell_of(people: People) -> None:
    table = seated(people, turn_seconds=60)
    other = next(seat for seat in "NESW" if seat != table.turn)
    with pytest.raises(Refusal) as refused:
        moves.bid(player=people[other], game_id=table.row.pk, bid=1, now=table.now)
    assert refused.value.facts["last_move"] is None
    assert refused.value.facts["version"] == table.version
