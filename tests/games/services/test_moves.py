from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from games.engine.refusals import Refusal
from games.services import moves
from players.errors import Problem
from players.models import Player
from tests.games.services.table import NOON, People, Table, seated

pytestmark = pytest.mark.usefixtures("woken")


def test_a_whole_game_is_played_and_the_rows_always_say_what_the_log_says(people: People) -> None:
    table = seated(people, options={"hand_sizes": [3, 1, 2]})
    kinds = set[str]()
    while not table.game.over:
        table.move()
        kinds.update(table.kinds)
    assert table.kinds == ["card-played", "deal-scored", "game-finished"]
    assert {"bid-made", "card-played", "deal-scored", "deal-started"} <= kinds
    assert table.row.status == "finished"
    assert table.row.winner == table.game.winner
    assert (table.row.due_at, table.row.deadline, table.row.turn_seat) == (None, None, None)


def test_a_move_is_its_players(people: People) -> None:
    table = seated(people)
    seat = table.turn
    (bid,) = table.move().written
    assert (bid.actor.kind, bid.actor.id) == ("player", table.game.seats[seat].player_id)
    assert bid.at == table.now


def test_four_passes_are_dealt_again_in_the_same_act(people: People) -> None:
    table = seated(people)
    for _ in range(4):
        player = people[table.turn]
        table.keep(moves.bid(player=player, game_id=table.row.pk, bid="pass", now=table.later()))
    assert table.kinds == ["bid-made", "deal-passed-out", "deal-started"]


def test_a_refused_move_changes_nothing(people: People) -> None:
    table = seated(people)
    with pytest.raises(Refusal, match="illegal-bid"):
        moves.bid(player=people[table.turn], game_id=table.row.pk, bid=99, now=table.later())
    version = table.version
    table.reload()
    assert table.version == version


def test_who_does_not_sit_does_not_move(people: People, eve: Player) -> None:
    table = seated(people)
    with pytest.raises(Problem) as caught:
        moves.bid(player=eve, game_id=table.row.pk, bid=1, now=table.later())
    assert caught.value.code == "not-a-player"


def test_who_has_left_no_longer_moves(people: People) -> None:
    table = seated(people)
    seat = table.turn
    table.leave(seat, people[seat])
    with pytest.raises(Problem) as caught:
        moves.bid(player=people[seat], game_id=table.row.pk, bid=1, now=table.later())
    assert caught.value.code == "not-a-player"


def test_nobody_moves_in_a_game_that_is_not_there(ana: Player) -> None:
    with pytest.raises(Problem):
        moves.play(player=ana, game_id=uuid4(), card="AS", now=NOON)


def test_a_stale_version_is_refused(people: People) -> None:
    table = seated(people)
    seen = table.version
    table.move(if_match=(seen,))
    with pytest.raises(Problem) as caught:
        table.move(if_match=(seen,))
    assert caught.value.code == "stale-version"
    assert caught.value.facts["version"] == seen + 1


def test_an_absent_players_own_move_brings_him_back(people: People) -> None:
    table, absent = with_an_absent_player(people)
    while table.turn != absent:
        table.move()
    table.move()
    assert table.kinds[0] == "autopilot-off"
    assert not table.game.seats[absent].autopilot


def test_return_takes_the_seat_back(people: People) -> None:
    table, absent = with_an_absent_player(people)
    table.come_back(absent)
    assert table.kinds == ["autopilot-off"]
    assert table.done.written[0].actor.id == table.game.seats[absent].player_id
    assert table.come_back(absent).written == ()


def test_who_returns_in_his_turn_has_his_full_time(people: People) -> None:
    table, absent = with_an_absent_player(people)
    while table.turn != absent:
        table.move()
    assert table.row.deadline == table.now + timedelta(seconds=10)
    table.come_back(absent)
    assert table.row.deadline == table.now + timedelta(seconds=60)


def test_the_time_in_the_log_never_runs_backwards(people: People) -> None:
    table = seated(people)
    latest = table.now
    table.later(-3600)
    table.move()
    assert table.done.written[0].at == latest


def with_an_absent_player(people: People) -> tuple[Table, str]:
    """A game of 60 seconds a turn whose first bidder has let his time run out."""
    table = seated(people, turn_seconds=60)
    absent = table.turn
    table.run_out()
    assert table.machine() is not None
    return table, absent
